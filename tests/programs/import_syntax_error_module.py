import pathlib

pathlib.Path("bad_syntax.py").write_text("x = 1\ndef f(:\n    pass\n")
try:
    import bad_syntax
except SyntaxError as error:
    print(error.msg, error.lineno, error.offset)
import bad_syntax
