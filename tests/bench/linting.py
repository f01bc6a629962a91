"""How long `petui lint` takes for a thousand lessons, against what markdown-it alone takes to parse the same texts.

Run `python tests/bench/linting.py`. It prints figures and never fails: times are no test.
"""

from __future__ import annotations

import argparse
import gc
import re
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

from petui.lessons.coursefile import read_course_file
from petui.lessons.faults import FaultList
from petui.lessons.finding import builtin_content
from petui.lessons.lint import lint_course, lint_paths

_SOURCE = builtin_content() / "positional-encodings"
_LISTED = re.compile(r"^(requires|testout): \[(.*)\]$", re.MULTILINE)
_OWN = re.compile(r"^(id: |:+\{(?:card|mistake|choice|check|predict|point)\} |:teaches: )([a-z0-9-]+)", re.MULTILINE)
_TOLD = re.compile(r"(\{ref\}`)([a-z0-9-]+)")
_MISTAKE = re.compile(r"^:+\{mistake\} ([a-z0-9-]+)", re.MULTILINE)
_PER_PART = 50


def make_course(root: Path, count: int) -> list[str]:
    """A course of so many lessons: those that ship, each copy with ids of its own. Returns their texts."""
    names = [name for name, _ in read_course_file(_SOURCE / "course.yaml", FaultList()).lessons]
    (root / "lessons").mkdir(parents=True)
    originals = {name: (_SOURCE / "lessons" / f"{name}.md").read_text(encoding="utf-8") for name in names}
    slips = "|".join(name for text in originals.values() for name in _MISTAKE.findall(text))
    told = re.compile(rf"^(:wrong: .* => (?:{slips}))$", re.MULTILINE)
    texts, made = [], []
    for number in range(count):
        copy, at = divmod(number, len(names))
        text = told.sub(rf"\1-{copy}", _renamed(originals[names[at]], copy))
        made.append(f"{names[at]}-{copy}")
        (root / "lessons" / f"{made[-1]}.md").write_text(text, encoding="utf-8")
        texts.append(text)
    mistakes = (_SOURCE / "misconceptions.md").read_text(encoding="utf-8")
    (root / "misconceptions.md").write_text(_TOLD.sub(r"\g<1>\g<2>-0", mistakes), encoding="utf-8")
    parts = "".join(
        f"  - title: Part {at // _PER_PART}\n    lessons: [{', '.join(made[at : at + _PER_PART])}]\n"
        for at in range(0, count, _PER_PART)
    )
    source = (_SOURCE / "course.yaml").read_text(encoding="utf-8")
    inventory = source[source.index("inventory:") :]
    head = "schema: 1\nid: many\ntitle: Many\nlanguage: en\nmisconceptions: misconceptions.md\n"
    (root / "course.yaml").write_text(f"{head}parts:\n{parts}{inventory}", encoding="utf-8")
    return texts


def _renamed(text: str, copy: int) -> str:
    def listed(found: re.Match[str]) -> str:
        names = [f"{name.strip()}-{copy}" for name in found[2].split(",") if name.strip()]
        return f"{found[1]}: [{', '.join(names)}]"

    return _TOLD.sub(rf"\g<1>\g<2>-{copy}", _OWN.sub(rf"\g<1>\g<2>-{copy}", _LISTED.sub(listed, text)))


def markdown() -> MarkdownIt:
    """What reads the prose of lessons, by itself: CommonMark with tables, `$` maths and roles."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.use(dollarmath_plugin, allow_space=False, allow_digits=False, allow_labels=False, double_inline=False)
    return reader.use(myst_role_plugin)


def seconds(work: Callable[[], object]) -> float:
    """Processor time of one run."""
    gc.collect()
    begin = time.process_time()
    work()
    return time.process_time() - begin


def main(arguments: Sequence[str]) -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--lessons", type=int, default=1000)
    options.add_argument("--turns", type=int, default=3)
    given = options.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "many"
        texts = make_course(root, given.lessons)
        reader = markdown()
        pairs = []
        for _ in range(given.turns):
            alone = seconds(lambda: [reader.parse(text) for text in texts])
            whole = seconds(lambda: lint_course(root))
            pairs.append((alone, whole))
            print(f"markdown-it {alone:.2f} s, lint {whole:.2f} s, ratio {whole / alone:.1f}", flush=True)
        print(f"{given.lessons} lessons: ratio {median(whole / alone for alone, whole in pairs):.1f} (at most 20)")
        path = next((root / "lessons").iterdir())
        print(f"one file of them: {seconds(lambda: lint_paths([path])):.2f} s; {len(lint_course(root))} faults")


if __name__ == "__main__":
    main(sys.argv[1:])
