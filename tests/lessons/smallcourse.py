"""A small course that lint finds nothing in, to be broken in one place."""

from __future__ import annotations

from pathlib import Path

from petui.lessons.lint import lint_course

HEAD = "schema: 1\nid: c\ntitle: C\nlanguage: en\nmisconceptions: m.md\ndecks: [decks/d.md]\n"
PARTS = "parts:\n  - title: P\n    lessons: [one, two, three]\n"
MISTAKE = ":::{mistake} swap\n:claims: It is so.\n:verdict: wrong\n\nNo.\n:::\n"
DECK = ":::{card} front\n\nFront?\n?\nBack.\n:::\n\n:::{card} other\n\nOther?\n?\nBack.\n:::\n"
TOLD = "---\nschema: 1\nlesson: one\nlanguage: hi-Latn\ntitle: Ek\n---\n\n::::{step} first\n\nPehle.\n::::\n"


def lesson(name: str, requires: str = "", more: str = "") -> str:
    """A lesson of two steps; its question has number `NAME-ask`."""
    return (
        f"---\nschema: 1\nid: {name}\ntitle: T\nminutes: 5\nrequires: [{requires}]\n---\n\n"
        "::::{step} first\n:set: d_model=4 pos=3\n:cell: 3,2\n\nWords.\n::::\n\n::::{step} last\n\n"
        f":::{{check}} {name}-ask\n:vary: n in 2..9\n:answer: n + 1\n:tol: 0.1\n:hint: Count.\n:wrong: n => swap\n\n"
        f"After {{val}}`n`?\n:::\n::::\n{more}"
    )


def make_course(root: Path) -> Path:
    """The course: three lessons in a row, a deck, a misconception, a retelling of the first lesson."""
    for folder in ("lessons", "decks", "retellings/hi-Latn"):
        (root / folder).mkdir(parents=True)
    (root / "course.yaml").write_text(HEAD + PARTS)
    (root / "m.md").write_text(MISTAKE)
    (root / "decks" / "d.md").write_text(DECK)
    (root / "retellings" / "hi-Latn" / "one.md").write_text(TOLD)
    for name, needs in (("one", ""), ("two", "one"), ("three", "two")):
        (root / "lessons" / f"{name}.md").write_text(lesson(name, needs))
    return root


def change(root: Path, file: str, old: str, new: str) -> None:
    """Change a file in one place."""
    text = (root / file).read_text()
    assert text.count(old) == 1, (file, old)
    (root / file).write_text(text.replace(old, new))


def found_in(root: Path, *, coverage: bool = False) -> list[str]:
    """What lint finds, as `FILE:LINE:COL CODE` with the file's path in the course."""
    faults = lint_course(root, coverage=coverage)
    return [f"{Path(f.place.file).relative_to(root)}:{f.place.line}:{f.place.column} {f.code}" for f in faults]
