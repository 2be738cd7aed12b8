class A:
    def no_arguments():
        return super()

    def deleted(self):
        del self
        return super()

    def nested(self):
        return [super().__init__ for _ in range(1)]

    def generator(self):
        return next(super().__repr__ for _ in "a")

    @staticmethod
    def static():
        return super()


def outside(self):
    return super()


cases = [A.no_arguments, A().deleted, A.static, lambda: outside(1), lambda: A.deleted(1), A().generator]
for case in cases:
    try:
        print(type(case()).__name__)
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
