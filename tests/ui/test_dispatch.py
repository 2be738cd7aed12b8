"""What a typed line does: command or Python, plan or answer."""

from __future__ import annotations

import pytest

from debugger.frames import stepping
from debugger.frames.errors import ProgramQuit
from debugger.frames.stops import PostMortem


@pytest.mark.parametrize(
    ("line", "plan"),
    [
        ("n", stepping.Next),
        ("next", stepping.Next),
        ("s", stepping.Step),
        ("so", stepping.StepOut),
        ("finish", stepping.StepOut),
        ("r", stepping.Return),
        ("sr", stepping.Return),
        ("sl", stepping.StepLast),
        ("nc", stepping.NextCall),
        ("se", stepping.StepExpression),
        ("si", stepping.StepIn),
        ("until", stepping.Until),
        ("unt 5", stepping.Until),
        ("cont", stepping.Continue),
        ("!!c", stepping.Continue),
    ],
)
def test_going_on(talk, line: str, plan: type) -> None:
    assert type(talk(line).plan) is plan


def test_the_end_of_the_input_quits(talk) -> None:
    with pytest.raises(ProgramQuit):
        talk()


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("total", "41.5"),
        ("c + 1", "6"),
        ("!c", "5"),
        ("!", ""),
        ("c+1", "6"),
        ("!!p c", "5"),
        ("nxt", "No command or name 'nxt'. Did you mean: next"),
        ("help nxt", "No command 'nxt'. Did you mean: next"),
        ("!!", "No command ''."),
        ("p total", "41.5"),
        ("p c total", "c = 5\ntotal = 41.5"),
        ("p", "c = 5\ntotal = 41.5"),
        ("a", "c = 5"),
        ("vars 2", "orbits = 2"),
        ("list(range(3))", "[0, 1, 2]"),
        ("f'{c}!'", "'5!'"),
        ("braek 12", "No command or name 'braek'. Did you mean: break"),
        ("totel", "No command or name 'totel'. Did you mean: total"),
        ("qqqqqq", "No command or name 'qqqqqq'."),
        ("!!braek", "No command 'braek'. Did you mean: break"),
        ("totel + 1", "NameError: name 'totel' is not defined"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("p 1 +", "SyntaxError: invalid syntax"),
        ("exit(3)", "SystemExit: 3"),
        ("n 3", "next takes no arguments."),
        ("until x", "'x' is not a line number."),
        ("until 2", "Line 2 is not after the current line 4."),
        ("frame 3", "There is no frame 3; frames are numbered 1 to 2."),
        ("down", "This is the innermost frame."),
        ("retval", "Nothing has returned at this stop."),
        ("enable 7", "There is no breakpoint 7."),
        ("condition x", "'x' is not a breakpoint number."),
        ("break_on sometimes", "'sometimes' is not one of error, throw, user."),
        ("break_on error c", "c is not an exception type."),
        ("watch rm 1", "There is no watch 1."),
        ("undisplay c", "c is not displayed here."),
        ("whatis c", "<class 'int'>"),
        ("whatis", "Expected an expression."),
        ("source c", "There is no source for 5."),
        ("help braek", "No command 'braek'. Did you mean: break"),
        ("# a remark", ""),
    ],
)
def test_answers(talk, line: str, answer: str) -> None:
    done = talk(line, "!!c")
    assert "\n".join(done.console.written[1:]) == answer


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("end", "'the end'"),
        ("st", "'there'"),
        ("o + end", "'onthe end'"),
        ("!!end", ""),
        ("end = 1", ""),
        ("l", "     1  def outer(c):"),
        ("n", ""),
        ("p o", "'on'"),
    ],
)
def test_variables_and_commands_of_one_name(talk, frame, line: str, answer: str) -> None:
    frame.names |= {"end": "the end", "st": "there", "o": "on", "l": "ell", "n": 3, "p": 4}
    done = talk(line, "!!c")
    assert "\n".join(done.console.written[1:]).startswith(answer)
    assert type(done.plan) is (stepping.Next if line == "n" else stepping.Continue)


def test_assignments_reach_the_frame(talk, frame) -> None:
    done = talk("c = 7", "total += 1", "fresh = [1]", "n = 3", "!!c")
    assert frame.names == {"c": 7, "total": 42.5, "fresh": [1], "n": 3}
    assert done.console.written[1:] == []


def test_blocks_take_more_lines(talk, frame) -> None:
    done = talk("for k in range(3):", "    total += k", "", "!!c")
    assert frame.names["total"] == 44.5
    assert done.console.prompts == ["debug> ", "... ", "... ", "debug> "]


@pytest.mark.parametrize(
    ("lines", "answers"),
    [
        (["alias pi p %1 + %2", "pi 1 c", "alias pi", "alias"], ["6", *["pi = p %1 + %2"] * 2]),
        (["alias all p [%*]", "all 1, 2"], ["[1, 2]"]),
        (["alias two p 1;;p %1", "two 2;;p 3"], ["1", "2", "3"]),
        (["alias pc p c", "alias again pc;;pc", "again"], ["5", "5"]),
        (["alias p p %1 + 1", "p c", "!!p c"], ["6", "5"]),
        (["alias c p total", "c", "unalias c", "alias c"], ["41.5", "There is no alias 'c'."]),
        (["alias pi p %1", "pi"], ["Not enough arguments for the alias 'pi'."]),
        (["alias pi p %1", "pi 1 2;;p 3"], ["Too many arguments for the alias 'pi'.", "3"]),
        (["alias pi p %2"], ["The arguments of an alias are %1, %2 and so on, without a gap."]),
        (["alias x"], ["There is no alias 'x'."]),
        (["unalias x"], ["There is no alias 'x'."]),
        (["unalias"], ["Expected the name of an alias."]),
        (["alias show p 1", "help show"], ["alias show = p 1"]),
        (["alias show p 1", "shw"], ["No command or name 'shw'. Did you mean: show"]),
    ],
)
def test_aliases(talk, lines: list[str], answers: list[str]) -> None:
    done = talk(*lines, "!!c")
    assert done.console.written[1:] == answers


def test_an_empty_line_repeats(talk) -> None:
    done = talk("p total", "", "", "!!c")
    assert done.console.written[1:] == ["41.5"] * 3


def test_an_empty_line_repeats_the_last_of_several(talk) -> None:
    done = talk("p 1;;p 2", "", "!!c")
    assert done.console.written[1:] == ["1", "2", "2"]


def test_several_commands_on_a_line(talk) -> None:
    done = talk("p 1;; p 2 ;;n;; p 3")
    assert done.console.written[1:] == ["1", "2"]
    assert type(done.plan) is stepping.Next


def test_an_empty_line_goes_on_with_the_listing(talk) -> None:
    done = talk("list 1,2", "", "list .", "!!c")
    first, second, third = done.console.written[1:]
    assert "def outer" in first
    assert first.count("\n") == 1
    assert second.startswith("     3")
    assert ">" in third


def test_stepping_in_an_outer_frame(talk, frame) -> None:
    done = talk("up", "step", "so")
    assert "Only the innermost frame can do this" in done.text
    assert done.console.prompts[1] == "debug 2> "
    assert type(done.plan) is stepping.StepOut
    assert done.plan.frame is frame.caller


def test_after_the_fact_frames_can_only_be_looked_at(talk, frame) -> None:
    done = talk("n", "p total", "!!c", reason=PostMortem(ValueError("x"), (frame, frame.caller)))
    assert "These frames have ended" in done.text
    assert done.console.written[-1] == "41.5"


def test_prepared_commands_come_before_the_screen(talk) -> None:
    done = talk(prepared=("p total", "n", "p 1"))
    assert done.console.written == ["41.5"]
    assert type(done.plan) is stepping.Next


def test_breakpoint_commands(talk) -> None:
    done = talk("b 5, c > 1", "tbreak outer", "disable 1", "ignore 2 3", "b", "cl", "y", "b", "!!c")
    assert done.console.written[1:] == [
        "Breakpoint 1 at <orbit>:5 in f, if c > 1",
        "Temporary breakpoint 2 at outer (pending: nothing loaded so far matches)",
        "Breakpoint 1 is disabled",
        "Breakpoint 2 ignores the next 3 hits",
        "  1  <orbit>:5  if c > 1, disabled\n  2  outer (pending)  temporary, ignores the next 3",
        "Removed breakpoint 1 at <orbit>:5",
        "Removed breakpoint 2 at outer",
        "No breakpoints",
    ]


def test_bp_grammar(talk) -> None:
    done = talk("bp add 5", "bp 6", "bp toggle 1", "bp toggle 1", "bp rm 2", "bp on error", "!!c")
    assert done.console.written[1:] == [
        "Breakpoint 1 at <orbit>:5 in f",
        "Breakpoint 2 at <orbit>:6 in f",
        "Breakpoint 1 is disabled",
        "Breakpoint 1 is enabled",
        "Removed breakpoint 2 at <orbit>:6",
        "Stops when nothing will catch an exception",
    ]
    assert done.session.engine.break_on.calls == [("on", "error", None)]


def test_commands_of_a_breakpoint_are_read_to_the_end(talk) -> None:
    done = talk("b 5", "commands", "silent", "", "p c", "end", "b", "!!c")
    assert done.session.engine.breakpoints.get(1).commands == ["silent", "p c"]
    assert done.console.written[-1] == "  1  <orbit>:5  2 commands"


def test_commands_of_a_breakpoint_end_with_one_that_goes_on(talk) -> None:
    done = talk("b 5", "commands", "p c", "until 5", "end", "p total", "!!c")
    assert done.session.engine.breakpoints.get(1).commands == ["p c", "until 5"]
    assert done.console.written[2:] == ["41.5"]


def test_watches_and_displays(talk) -> None:
    done = talk("watch add c * 2", "watch missing", "display c", "c = 6", "st", "watch rm", "!!c")
    assert done.console.written[1:4] == [
        "watch 1: c * 2 = 10",
        "watch 2: missing = ** NameError: name 'missing' is not defined",
        "display c: 5",
    ]
    assert "watch 1: c * 2 = 12" in done.text
    assert done.text.endswith("   display c: 6   [old: 5]")


def test_a_mistake_of_the_debugger_is_one_line(talk, frame) -> None:
    frame.arguments = None
    done = talk("a", "p total", "!!c")
    assert done.console.written[1].startswith("The debugger itself failed at this: TypeError")
    assert done.console.written[2] == "41.5"


def test_help(talk) -> None:
    done = talk("help", "h until", "? n", "!!c")
    assert "Going on:" in done.text
    assert "until | unt [line]" in done.text
    assert "next | n\n   Run to the next line of the selected frame" in done.text
