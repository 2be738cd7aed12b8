"""Bugs planted in the engine, which generated programs must show; each in a process of its own.

    python -m tests.fuzz.planted_bugs BUG MOST

Programs are tried, at most so many, until one differs; it is made smaller.  Standard output gets it
then, or else nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from debugger.compiled.variants.layout import Answer, Layout
from debugger.frames import generators, interpreter, ir, step_control, steps
from debugger.frames.events import YIELD
from debugger.frames.frame import Frame
from debugger.frames.framecode import Binding, Step
from tests.fuzz.maker import program
from tests.fuzz.outcome import difference
from tests.fuzz.reduction import DIFFERS, reduced, verdict
from tests.fuzz.worker import warm_up

LONGEST_REDUCTION = 20


def plant_handler_without_its_error() -> None:
    """A handler finds the error that was handled before, if there is one."""
    original = interpreter.enter_handler

    def planted(frame: Frame, pc: int, depth: int, lasti: bool, error: BaseException) -> None:  # noqa: FBT001
        handled = frame.handling()
        original(frame, pc, depth, lasti, error if handled is None else handled)

    interpreter.enter_handler = planted


def plant_lost_value_of_send() -> None:
    """What is sent into a generator gets lost."""
    original = generators.deliver

    def planted(frame: Frame) -> None:
        if frame.state == YIELD:
            frame.value = None
        original(frame)

    generators.deliver = planted


def plant_wrong_order_of_deaths() -> None:
    """The variables of a frame die from the last one on."""

    def planted(binding: Binding, pc: int) -> Step:
        statement: Any = binding.framecode.statements[pc]
        source = statement.source.register

        def step(frame: Frame, registers: list[Any]) -> int:
            frame.value = registers[source]
            return -2

        return step

    assert steps.MAKERS[ir.Return] is step_control.give_back
    steps.MAKERS[ir.Return] = planted


def plant_values_exchanged_on_the_way_back() -> None:
    """The two uppermost values of the operand stack are exchanged where a frame goes on."""
    original = Layout.answer

    def planted(layout: Layout, index: int, values: Any, stack: Any) -> Answer:
        entries = list(stack)
        if len(entries) > 1:
            entries[-2:] = reversed(entries[-2:])
        return original(layout, index, values, entries)

    Layout.answer = planted  # type: ignore[method-assign, assignment]


@dataclass(frozen=True, slots=True)
class Bug:
    """How to plant a bug, and the way to run programs that shows it."""

    plant: Callable[[], None]
    way: str


BUGS: Mapping[str, Bug] = MappingProxyType(
    {
        "a handler gets the error handled before": Bug(
            plant_handler_without_its_error, "interpreted"
        ),
        "values are exchanged": Bug(plant_values_exchanged_on_the_way_back, "bounced"),
        "a value that is sent gets lost": Bug(plant_lost_value_of_send, "interpreted"),
        "variables die in the wrong order": Bug(plant_wrong_order_of_deaths, "interpreted"),
    }
)


def main(name: str, most: str) -> None:
    bug = BUGS[name]
    warm_up([bug.way])
    bug.plant()
    for seed in range(int(most)):
        source = program(seed)
        if verdict(source, bug.way) == DIFFERS:
            small = reduced(source, lambda s: verdict(s, bug.way) == DIFFERS, LONGEST_REDUCTION)
            print(small, difference(small, bug.way), sep="\n")
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
