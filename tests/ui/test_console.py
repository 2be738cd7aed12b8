"""Reading and writing without a terminal, and with one that is only pretended."""

from __future__ import annotations

import io

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from debugger.ui import editor, terminal
from debugger.ui.console import PlainConsole
from debugger.ui.highlight import terminal_theme
from debugger.ui.theme import PLAIN


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def plain(text: str) -> tuple[PlainConsole, io.StringIO]:
    target = io.StringIO()
    return PlainConsole(io.StringIO(text), target), target


def test_what_is_read_is_repeated() -> None:
    console, target = plain("n\r\n\nlast")
    assert [console.read("debug> ") for _ in range(4)] == ["n", "", "last", None]
    assert target.getvalue() == "debug> n\ndebug> \ndebug> last\ndebug> \n"


def test_a_terminal_repeats_by_itself() -> None:
    target = io.StringIO()
    console = PlainConsole(Terminal("n\n"), target)
    console.read("> ")
    assert target.getvalue() == "> "


@pytest.mark.parametrize(
    ("answer", "agreed"), [("y\n", True), ("Yes\n", True), ("\n", False), ("", False)]
)
def test_confirming(answer: str, agreed: object) -> None:
    assert plain(answer)[0].confirm("Sure?") is agreed


def test_what_the_stream_cannot_encode() -> None:
    raw = io.BytesIO()
    console = PlainConsole(io.StringIO(), io.TextIOWrapper(raw, "ascii"))
    console.write("na\u00efve")
    assert raw.getvalue() == b"na\\xefve\n"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, tmp_path):
    """Gives a terminal console into which the given keys are typed."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(editor, "create_output", lambda **_: DummyOutput())
    monkeypatch.setattr(editor, "create_input", lambda **_: None)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):

        def type_in(text: str) -> terminal.TerminalConsole:
            keys.send_text(text)
            return terminal.TerminalConsole(io.StringIO(), io.StringIO())

        yield type_in


def test_lines_and_the_end(typed) -> None:
    console = typed("next\r\x04")
    assert console.read("debug> ") == "next"
    assert console.read("debug> ") is None


def test_interrupting_a_line(typed) -> None:
    console = typed("nex\x03step\r")
    with pytest.raises(KeyboardInterrupt):
        console.read("debug> ")
    assert console.read("debug> ") == "step"


@pytest.mark.parametrize(
    ("keys", "ends"), [("y\r", True), ("n\r", False), ("\x03", False), ("\x04", True)]
)
def test_the_end_of_the_input_is_confirmed(typed, keys: str, ends: object) -> None:
    assert typed(keys).may_end() is ends


def test_completion(typed) -> None:
    console = typed("")
    console.complete_with(lambda text: ["speed"] if text == "p spe" else [])
    session = console._opened("")
    offered = session.completer.get_completions(Document("p spe"), CompleteEvent())
    assert list(offered) == [Completion("speed", start_position=-3)]


def test_no_colours_when_not_wanted(typed, monkeypatch: pytest.MonkeyPatch) -> None:
    assert typed("").theme.current != ">"
    monkeypatch.setenv("NO_COLOR", "1")
    assert typed("").theme is PLAIN


def test_colours_keep_the_lines() -> None:
    lines = ["def f():", '    """text', "", '    more"""', ""]
    coloured = terminal_theme().colour(lines)
    assert len(coloured) == len(lines)
    assert coloured[0] != lines[0]
