class Server:
    def start(self, port=80):
        return port


print(Server().start(1))
Server().start(1, 2, 3)
