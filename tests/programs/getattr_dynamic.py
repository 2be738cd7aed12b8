class Dynamic:
    known = 1

    def __getattr__(self, name):
        print("getattr", name)
        if name.startswith("_"):
            raise AttributeError(name)
        return name.upper()

    def __setattr__(self, name, value):
        print("setattr", name, value)
        super().__setattr__(name, value)

    def __delattr__(self, name):
        print("delattr", name)
        super().__delattr__(name)


d = Dynamic()
print(d.known, d.unknown, hasattr(d, "_private"), getattr(d, "_x", "default"))
d.unknown = 5
d.unknown += 1
print(d.unknown)
del d.unknown
d._missing
