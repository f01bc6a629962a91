"""A course whose every text is one of those given: titles, prose, code, tables, questions, hints, cards, mistakes."""

from __future__ import annotations

import string
from collections.abc import Sequence
from pathlib import Path

_ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in string.punctuation})


def in_prose(text: str) -> str:
    """Markdown that says the text as it is."""
    return text.translate(_ESCAPED)


def in_yaml(text: str) -> str:
    """The text as a value of YAML."""
    return "'" + text.replace("'", "''") + "'"


def write_odd_course(root: Path, texts: Sequence[str], title: str) -> Path:
    """A course with a part, a lesson, a deck and a mistake for each text; returns its root, in a folder of its own."""
    files = {"course.yaml": _course(len(texts), texts, title), "misconceptions.md": "\n".join(map(_mistake, texts))}
    for at, text in enumerate(texts):
        files[f"lessons/l{at}.md"] = _lesson(at, text)
        files[f"decks/d{at}.md"] = _deck(at, text)
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8", newline="")
    return root


def _course(count: int, texts: Sequence[str], title: str) -> str:
    parts = "".join(f"  - title: {in_yaml(text)}\n    lessons: [l{at}]\n" for at, text in enumerate(texts))
    decks = ", ".join(f"decks/d{at}.md" for at in range(count))
    return (
        f"schema: 1\nid: odd\ntitle: {in_yaml(title)}\nlanguage: en\nparts:\n{parts}"
        f"misconceptions: misconceptions.md\ndecks: [{decks}]\n"
    )


def _mistake(text: str) -> str:
    name = "m" + "".join(f"{ord(sign) % 26:x}" for sign in text)
    said = in_prose(text)
    return (
        f":::{{mistake}} {name}-slip\n:claims: {said}\n:verdict: wrong\n\n"
        f"Held: {said}\n\nFeels: {said}\n\nIs: {said}\n\nBetter: {said}\n:::\n"
    )


def _lesson(at: int, text: str) -> str:
    said = in_prose(text)
    needs = f"requires: [l{at - 1}]\n" if at else ""
    return f"""---
schema: 1
id: l{at}
title: {in_yaml(text)}
minutes: 1
{needs}---

::::{{step}} texts
Prose {said} ends.

> Quote {said} ends.

- Item {said} ends.

| name {said} | value |
|---|---|
| Cell {said} | 1 |

```
code {text}
```
::::

::::{{step}} asked
:::{{choice}} pick-{at}
:hint: Clue {said} ends.

Which {said} is it?

- [x] Yes {said}

  Because {said} holds.
- [ ] No {said}

  For {said} does not.
:::
::::
"""


def _deck(at: int, text: str) -> str:
    said = in_prose(text)
    return f"""---
schema: 1
id: d{at}
title: {in_yaml(text)}
---

:::{{card}} card-{at}
:accept: word-{at}
:hint: Clue {said} ends.

Front {said} ends?
?
Back {said} ends.
:::
"""
