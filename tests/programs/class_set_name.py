class Field:
    def __set_name__(self, owner, name):
        print("set_name", owner.__name__, name)
        self.name = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        return instance.__dict__.get(self.name, "unset")

    def __set__(self, instance, value):
        print("set", self.name, value)
        instance.__dict__[self.name] = value

    def __delete__(self, instance):
        print("delete", self.name)
        del instance.__dict__[self.name]


class Record:
    a = Field()
    b = Field()


record = Record()
print(record.a)
record.a = 1
record.a += 1
print(record.a, Record.b.name)
del record.a
del record.a
