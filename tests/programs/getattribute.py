class Logged:
    x = 1

    def __getattribute__(self, name):
        print("access", name)
        if name == "boom":
            raise KeyError(name)
        return object.__getattribute__(self, name)

    def __getattr__(self, name):
        return "fallback " + name

    def method(self):
        return self.x


logged = Logged()
print(logged.x, logged.method(), logged.nothing, len("x"))
logged.y = 5
print(logged.y)
logged.boom
