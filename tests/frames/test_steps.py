"""What all steps have in common."""

from __future__ import annotations

from debugger.frames.engine import Engine
from debugger.frames.stepping import Silent
from tests.helpers import PROGRAMS


def test_no_step_has_defaults(capsys):
    """See `Binding.dressed_step`."""
    path = PROGRAMS / "finally_all_paths.py"
    engine = Engine(Silent())
    code = compile(path.read_text(encoding="utf-8"), str(path), "exec")
    engine.run_code(code, {"__name__": "__main__"})
    bindings = [binding for framecode in engine.framecodes() for binding in framecode.bindings()]
    steps = [step for binding in bindings for step in binding.steps if step is not None]
    assert len(steps) > 50
    assert capsys.readouterr().out
    assert not [step for step in steps if getattr(step, "__defaults__", None)]
