import weakref


class A:
    pass


a = A()
reference = weakref.ref(a, lambda r: print("died", r() is None))
proxy = weakref.proxy(a)
a.x = 5
print(reference() is a, proxy.x, weakref.getweakrefcount(a))
table = weakref.WeakValueDictionary(k=a)
keys = weakref.WeakKeyDictionary({a: 1})
weakref.finalize(a, print, "finalised")
del a
print(reference() is None, dict(table), len(keys))


def f():
    local = A()
    return weakref.ref(local)


print(f()() is None, weakref.ref(A())() is None)
try:
    weakref.ref(5)
except TypeError as error:
    print(error)
proxy.x
