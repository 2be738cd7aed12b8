source = """
def f(n):
    return 1 / n

f(0)
"""
exec(compile(source, "<generated>", "exec"), {})
