"""The editor of lines: history, completion and highlighting through prompt_toolkit.

Importing this takes longer than all the rest of the start of the debugger.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.input import create_input
from prompt_toolkit.lexers import PygmentsLexer
from prompt_toolkit.output import create_output
from pygments.lexers import PythonLexer

from debugger.ui.typed import Typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TextIO

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document
    from prompt_toolkit.lexers import Lexer


def open_editor(
    source: TextIO, target: TextIO, lexer: Lexer | None, words: Callable[[str], Iterable[str]]
) -> PromptSession[str]:
    """An editor of what is typed at `source`, which is shown at `target`.

    At the Tab key it offers `words(text so far)`.
    """
    return PromptSession(
        history=Typed(),
        completer=_Offers(words),
        complete_while_typing=False,
        lexer=lexer,
        input=create_input(stdin=source),
        output=create_output(stdout=target),
    )


def python_lexer() -> Lexer:
    """Colours for what is typed."""
    return PygmentsLexer(PythonLexer)


class _Offers(Completer):
    """What the session offers, in the form that prompt_toolkit asks for."""

    def __init__(self, words: Callable[[str], Iterable[str]]) -> None:
        self._words = words

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterator[Completion]:
        text = document.text_before_cursor
        for word in self._words(text):
            yield Completion(word, start_position=-_overlap(text, word))


def _overlap(text: str, word: str) -> int:
    """How much of the end of the text the word begins with."""
    return max(length for length in range(len(word) + 1) if text.endswith(word[:length]))
