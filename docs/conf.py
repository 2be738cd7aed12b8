"""How Sphinx makes a site of these pages: `make docs`."""

from __future__ import annotations

project = "debugger"
author = "the framedebugger authors"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "debugger"
myst_heading_anchors = 3
