def f(a, b=1, /, *args, c, **kw):
    """Doc."""
    x = a
    return lambda: x


code = f.__code__
print(code.co_name, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_varnames, code.co_cellvars)
print(code.co_flags & 0x0F, code.co_firstlineno, f.__doc__, code.co_qualname, f(1, c=2).__qualname__)
print(sorted({line for _, _, line in code.co_lines() if line}))
print((lambda: (yield)).__code__.co_flags & 0x20, __name__, __doc__)
replaced = code.replace(co_name="renamed")
print(replaced.co_name, replaced == code, compile("1", "f", "eval") == compile("1", "f", "eval"))
