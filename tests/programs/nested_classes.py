class Outer:
    class Inner:
        class Deep:
            def name(self):
                return type(self).__qualname__

    def make(self):
        class Local(self.Inner):
            def name(self):
                return type(self).__qualname__

        return Local()

    def fail(self):
        class Broken:
            value = [1, 2][5]
        return Broken


print(Outer.Inner.Deep().name(), Outer().make().name())
Outer().fail()
