class NoExit:
    def __enter__(self):
        pass


class NoEnter:
    def __exit__(self, *a):
        pass


class Async:
    async def __aenter__(self):
        pass

    async def __aexit__(self, *a):
        pass


class InstanceOnly:
    pass


odd = InstanceOnly()
odd.__enter__ = odd.__exit__ = lambda *a: None
for manager in (NoExit(), NoEnter(), Async(), odd, 5):
    try:
        with manager:
            pass
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)


class ShortExit:
    def __enter__(self):
        pass

    def __exit__(self):
        pass


with ShortExit():
    print("body")
