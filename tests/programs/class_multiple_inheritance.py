class Base:
    def run(self):
        print("Base")


class A(Base):
    def run(self):
        print("A")
        super().run()


class B(Base):
    def run(self):
        print("B")
        super().run()


class C(A, B):
    def run(self):
        print("C")
        super().run()


C().run()
print([k.__name__ for k in C.__mro__])


class D(Base, A):
    pass
