name, width, number = "Ada", 10, 3.14159
print(f"{name!r} {name!s} {name!a} {name:>{width}} {name:*^{width}}|")
print(f"{number:.2f} {number:{width}.{2}f} {number:e} {1234567:,} {255:#x} {5:08b}")
print(f"{name=} {number = :.1f} {name.upper()=!s} {1+1=}")
print(f"{{literal}} {name}{{}} {'nested ' + f'''{name[0]}{name[1:]}'''}")
print(f"{'é'!a} {[x for x in range(3)]} {(lambda x: x * 2)(4)} {({'k': 1})['k']}")
print(f"a" f"{name}" "b" rf"\n{width}")
print(f"{number:%}", f"{True:d}", f"{'x':5}|", f"{None!r:>6}")
