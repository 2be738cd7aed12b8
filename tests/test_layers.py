"""The layers ui -> compiled -> frames: who may import what, checked on the syntax trees."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "debugger"


@dataclass(frozen=True, slots=True)
class Layer:
    """A folder of the package and what its modules may import."""

    layers: frozenset[str]
    third_party: frozenset[str] = frozenset()
    may_print: bool = False


LAYERS = {
    "frames": Layer(frozenset({"frames"})),
    "compiled": Layer(frozenset({"compiled", "frames"}), frozenset({"numba", "llvmlite"})),
    "ui": Layer(
        frozenset({"ui", "compiled", "frames"}),
        frozenset({"pluggy", "plotext", "prompt_toolkit", "pygments", "pytest", "_pytest"}),
        may_print=True,
    ),
    # The modules directly in the package: its public names and the console command.
    "": Layer(frozenset({"", "ui", "compiled", "frames"}), may_print=True),
}

# Packages that cost start-up time, and the only modules that may import them at their top level.
LAZY = {"plotext", "prompt_toolkit", "pygments", "numba", "llvmlite"}
EAGER_MODULES = {
    "debugger.ui.editor",
    "debugger.ui.highlight",
    "debugger.ui.typed",
    "debugger.compiled.variants.tracers",
}
EAGER_PACKAGES = ("debugger.compiled.loops.emit.", "debugger.compiled.loops.toolchains.")


@dataclass(frozen=True, slots=True)
class Import:
    """One imported name: `name` is dotted and absolute; `when` says when it is imported."""

    name: str
    line: int
    when: str  # "start", "call" (inside a function) or "never" (under TYPE_CHECKING)


@dataclass(frozen=True, slots=True)
class Module:
    """A module of the package, parsed."""

    name: str
    is_package: bool
    tree: ast.Module

    @property
    def layer(self) -> str:
        parts = self.name.split(".")
        return parts[1] if len(parts) > 2 or (self.is_package and len(parts) > 1) else ""

    def imports(self) -> Iterator[Import]:
        yield from self._imports_in(self.tree.body, "start")

    def _imports_in(self, nodes: Iterable[ast.AST], when: str) -> Iterator[Import]:
        for node in nodes:
            if isinstance(node, ast.Import):
                yield from (Import(alias.name, node.lineno, when) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = self._base(node)
                yield from (Import(f"{base}.{a.name}", node.lineno, when) for a in node.names)
            elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                yield from self._imports_in(node.body, "never")
                yield from self._imports_in(node.orelse, when)
            else:
                is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                inner = "call" if is_function and when == "start" else when
                yield from self._imports_in(ast.iter_child_nodes(node), inner)

    def _base(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        parts = self.name.split(".")
        package = parts[: len(parts) - node.level + self.is_package]
        return ".".join([*package, *([node.module] if node.module else [])])


def load(package: Path) -> dict[str, Module]:
    """Every module of the package by its dotted name."""
    modules = {}
    for path in sorted(package.rglob("*.py")):
        parts = [package.name, *path.relative_to(package).with_suffix("").parts]
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        modules[name] = Module(name, is_package, tree)
    return modules


def may_be_eager(module: Module) -> bool:
    """Whether a module is itself imported only when needed."""
    return module.name in EAGER_MODULES or module.name.startswith(EAGER_PACKAGES)


def complaints(package: Path) -> list[str]:
    """What is wrong in the package, one line each."""
    modules = load(package)
    found: list[str] = []
    for module in modules.values():
        found += _style_complaints(module)
        for imported in module.imports():
            found += _import_complaints(module, imported, modules)
    found += _cycle_complaints(modules)
    return found


def _style_complaints(module: Module) -> Iterator[str]:
    if not ast.get_docstring(module.tree):
        yield f"{module.name}: has no docstring"
    if module.layer in LAYERS and LAYERS[module.layer].may_print:
        return
    for node in ast.walk(module.tree):
        match node:
            case ast.Call(func=ast.Name(id="print")):
                yield f"{module.name}:{node.lineno}: prints"


def _import_complaints(
    module: Module, imported: Import, modules: dict[str, Module]
) -> Iterator[str]:
    where = f"{module.name}:{imported.line}"
    if module.layer not in LAYERS:
        yield f"{where}: {module.layer} is no layer"
        return
    layer = LAYERS[module.layer]
    target = _target(imported.name, modules)
    top = imported.name.partition(".")[0]
    if target is not None:
        if modules[target].layer not in layer.layers:
            yield f"{where}: {module.layer or 'the package'} may not import {target}"
    elif top not in sys.stdlib_module_names and top not in layer.third_party:
        yield f"{where}: {module.layer or 'the package'} may not import {top}"
    if top in LAZY and imported.when == "start" and not may_be_eager(module):
        yield f"{where}: imports {top} at its top level"


def _target(name: str, modules: dict[str, Module]) -> str | None:
    """The module of the package that importing a dotted name reaches."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None


def _cycle_complaints(modules: dict[str, Module]) -> Iterator[str]:
    """Cycles of imports that run when a module starts, each layer on its own."""
    graph: dict[str, set[str]] = {name: set() for name in modules}
    for module in modules.values():
        for imported in module.imports():
            target = _target(imported.name, modules)
            if (
                imported.when == "start"
                and target not in {None, module.name}
                and modules[str(target)].layer == module.layer
            ):
                graph[module.name].add(str(target))
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        yield "cycle: " + " -> ".join(reversed(error.args[1]))


def test_the_package_keeps_its_layers() -> None:
    assert complaints(PACKAGE) == []


def test_a_clean_tree_has_no_complaints(tmp_path: Path) -> None:
    package = plant(tmp_path, {})
    assert complaints(package) == []


@pytest.mark.parametrize(
    ("file", "source", "complaint"),
    [
        ("frames/bad.py", "from debugger.ui import shell", "frames may not import debugger.ui"),
        ("frames/bad.py", "from ..ui import shell", "frames may not import debugger.ui"),
        ("frames/bad.py", "from debugger import ui", "frames may not import debugger.ui"),
        ("frames/bad.py", "def f():\n    import numba", "frames may not import numba"),
        ("frames/bad.py", "import pygments.lexers", "frames may not import pygments"),
        ("frames/bad.py", "import debugger.main", "frames may not import debugger.main"),
        ("frames/bad.py", "def f():\n    print(1)", "frames.bad:3: prints"),
        ("compiled/bad.py", "from debugger.ui import shell", "may not import debugger.ui"),
        ("compiled/bad.py", "import numba", "imports numba at its top level"),
        ("ui/bad.py", "import numba", "ui may not import numba"),
        ("ui/bad.py", "import prompt_toolkit", "imports prompt_toolkit at its top level"),
        ("ui/bad.py", "class A:\n    from pygments import lex", "pygments at its top level"),
        ("other/bad.py", "import sys", "other is no layer"),
        ("frames/good.py", "from .bad import x", "cycle: debugger.frames"),
    ],
)
def test_a_planted_violation_is_found(
    tmp_path: Path, file: str, source: str, complaint: str
) -> None:
    package = plant(tmp_path, {file: f'"""Planted."""\n{source}\n'})
    assert any(complaint in line for line in complaints(package)), complaints(package)


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    import prompt_toolkit",
        "from debugger.frames import good",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pygments import token",
        "print(1)",
    ],
)
def test_what_is_allowed_in_ui_passes(tmp_path: Path, source: str) -> None:
    package = plant(tmp_path, {"ui/fine.py": f'"""Planted."""\n{source}\n'})
    assert complaints(package) == []


def test_a_missing_docstring_is_found(tmp_path: Path) -> None:
    package = plant(tmp_path, {"frames/bare.py": "import sys\n"})
    assert complaints(package) == ["debugger.frames.bare: has no docstring"]


def plant(folder: Path, files: dict[str, str]) -> Path:
    """A small package that keeps all rules, with some files added or replaced."""
    clean = {
        "__init__.py": '"""Fake."""\n',
        "main.py": '"""Fake."""\nfrom debugger.ui import shell\n',
        "frames/__init__.py": '"""Fake."""\n',
        "frames/good.py": '"""Fake."""\nimport sys\n',
        "frames/bad.py": '"""Fake."""\nfrom debugger.frames.good import sys\n',
        "compiled/__init__.py": '"""Fake."""\n',
        "compiled/good.py": '"""Fake."""\ndef f():\n    import numba\n',
        "ui/__init__.py": '"""Fake."""\n',
        "ui/shell.py": '"""Fake."""\nfrom debugger.frames import good\n',
        "ui/editor.py": '"""Fake."""\nimport prompt_toolkit\n',
    }
    for name, source in (clean | files).items():
        path = folder / "debugger" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    return folder / "debugger"
