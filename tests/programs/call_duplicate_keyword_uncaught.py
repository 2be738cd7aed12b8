def f(**kw):
    return kw


options = {"a": 1}
print(f(**options, b=2))
f(a=0, **options)
