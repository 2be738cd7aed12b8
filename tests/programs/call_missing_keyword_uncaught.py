def connect(host, *, timeout, retries):
    return host


connect("localhost")
