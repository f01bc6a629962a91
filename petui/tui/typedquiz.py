"""Reading which quiz is asked for behind `:quiz`, as on the command line."""

from __future__ import annotations

from dataclasses import replace

from petui.core.errors import ParameterError
from petui.tui.options import QuizRequest

_FLAGS = ("--all", "--mistakes")
_NUMBERS = ("--limit", "--seed")


def typed_quiz(words: str) -> QuizRequest:
    """What `DECK --all --limit 5` asks for; the words may stand in any order.

    Raises:
        ParameterError: If an option is unknown or has no number, or two things are named.
    """
    request = QuizRequest()
    left = words.split()
    while left:
        word, equals, number = left.pop(0).partition("=")
        if equals and word.startswith("--"):
            left.insert(0, number)
        else:
            word += equals + number
        if word in _NUMBERS:
            count = _whole(word, left.pop(0) if left else "")
            request = replace(request, limit=count) if word == "--limit" else replace(request, seed=count)
        elif word in _FLAGS:
            request = replace(request, cram=True) if word == "--all" else replace(request, mistakes=True)
        elif word.startswith("--"):
            raise _wrong(f"a quiz has no option {word[:16]}", f"it has {', '.join((*_FLAGS, *_NUMBERS))}")
        elif request.name is not None:
            raise _wrong("one quiz has one deck, lesson or tag", "name one, or none for all cards")
        else:
            request = replace(request, name=word)
    return request


def _whole(option: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise _wrong(f"{option} needs a whole number", f"write {option} 5")
    return int(text)


def _wrong(what: str, mend: str) -> ParameterError:
    return ParameterError(what, where="quiz", mend=mend)
