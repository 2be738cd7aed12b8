import pathlib

pathlib.Path("circle_a.py").write_text("import circle_b\nvalue = 1\n")
pathlib.Path("circle_b.py").write_text("from circle_a import value\n")
pathlib.Path("circle_c.py").write_text("import circle_d\nname = circle_d.use()\n")
pathlib.Path("circle_d.py").write_text("import circle_c\ndef use():\n    return circle_c.name\n")
try:
    import circle_c
except AttributeError as error:
    print(error)
import circle_a
