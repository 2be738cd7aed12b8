import pathlib

root = pathlib.Path("package")
(root / "sub").mkdir(parents=True)
(root / "__init__.py").write_text("print('init', __name__)\nfrom .one import first\n__all__ = ['first', 'two']\n")
(root / "one.py").write_text("from . import two\nfrom .two import second\nfirst = ('first', second)\n")
(root / "two.py").write_text("print('two', __package__)\nsecond = 2\n")
(root / "sub" / "__init__.py").write_text("from ..one import first as up\nfrom ... import beyond\n")
from package import *
import package.two as t

print(first, two is t, package.two.second if "package" in globals() else "package is not bound")
import package.sub
