"""What is known of the code that a real frame runs, and the tools that watch it."""

from __future__ import annotations

import sys
from types import CodeType
from typing import Any

from debugger.compiled.variants.layout import Layout
from debugger.frames.guise import behind

monitoring: Any = getattr(sys, "monitoring", None)
"""`sys.monitoring`, where there is one."""

TOOLS = (0, 3, 4, 5, 2, 1)
"""The ids of `sys.monitoring`: the debuggers' own, then those that nobody asks for first."""


def layout_of(code: CodeType) -> Layout | None:
    """The layout of a variant's code, None for any other code."""
    found = behind(code)
    return found if type(found) is Layout else None


def claim_tool(name: str) -> int:
    """A tool id that is free, now used under a name; StopIteration if there is none."""
    tool = next(tool for tool in TOOLS if monitoring.get_tool(tool) is None)
    monitoring.use_tool_id(tool, name)
    return tool
