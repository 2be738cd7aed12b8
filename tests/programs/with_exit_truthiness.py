class Truthy:
    def __bool__(self):
        print("bool")
        return True


class BadBool:
    def __bool__(self):
        raise TypeError("no truth")


class Manager:
    def __init__(self, result):
        self.result = result

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return self.result


with Manager(Truthy()):
    1 / 0
with Manager(Truthy()):
    print("no exception, no bool")
with Manager(BadBool()):
    {}["missing"]
