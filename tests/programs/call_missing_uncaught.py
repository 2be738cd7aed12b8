def connect(host, port, *, timeout):
    return host, port, timeout


def main():
    print("before")
    connect("localhost", timeout=3)


main()
