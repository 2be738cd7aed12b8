class Plugin:
    registry = {}

    def __init_subclass__(cls, /, key=None, **kwargs):
        print("init_subclass", cls.__name__, key, kwargs)
        super().__init_subclass__(**kwargs)
        cls.registry[key] = cls


class One(Plugin, key="one"):
    pass


class Two(One, key="two"):
    pass


print(sorted(Plugin.registry))


class Three(Plugin, key=3, other=4):
    pass
