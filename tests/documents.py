"""What README.md and CONTRIBUTING.md hold: their prose, code blocks, commands, links and headings."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from petui.records import dataclass

ROOT = Path(__file__).parents[1]
NAMES = ("README.md", "CONTRIBUTING.md")
_ENDS = frozenset((";", "|", "||", "&&", "&", "(", ")"))
_BEFORE = frozenset(("do", "then", "!", "{"))


@dataclass(frozen=True, slots=True)
class Shown:
    """A command as a code block shows it.

    Attributes:
        words: What follows `petui`.
        line: The whole line, without what leads up to it.
        typed: What is piped into it by printf.
        output: What stands below it in its block.
    """

    words: tuple[str, ...]
    line: str
    typed: str
    output: str


def text_of(name: str) -> str:
    """The text of one of NAMES."""
    return (ROOT / name).read_text(encoding="utf-8")


def code_blocks(text: str) -> list[str]:
    """Indented and fenced blocks, without their margin."""
    blocks: list[str] = []
    open_block: list[str] | None = None
    fence = False
    for line in [*text.splitlines(), "end"]:
        marked = line.startswith("```")
        inside = (fence and not marked) or (not fence and (line.startswith("    ") or (not line and open_block)))
        if inside:
            open_block = [*(open_block or []), line if fence else line[4:]]
        elif open_block is not None:
            blocks.append("\n".join(open_block).rstrip("\n"))
            open_block = None
        fence ^= marked
    return blocks


def prose(text: str) -> list[str]:
    """The lines that are neither code nor a row of a table nor an item of a list that is made of a table."""
    text = re.sub(r"<!-- (.*?) -->\n.*?<!-- /\1 -->\n", "", text, flags=re.DOTALL)
    text = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return [line for line in text.splitlines() if not line.startswith(("    ", "|", "!["))]


def shown_commands(text: str) -> list[Shown]:
    """Every `petui` that a code block runs, in order: the lines after `$`, or of a block without `$` those of petui."""
    return [shown for block in code_blocks(text) for shown in _of_block(block)]


def _of_block(block: str) -> Iterator[Shown]:
    prompted = re.findall(r"^\$ ((?:.*\\\n)*.*)\n?((?:(?!\$ ).*\n?)*)", block, re.MULTILINE)
    lines = prompted or [(line, "") for line in re.findall(r"^petui .*$", block, re.MULTILINE)]
    for line, output in lines:
        typed = ""
        for words in _programs(line.replace("\\\n", " ")):
            if words[0] == "printf":
                typed = words[1].replace("\\n", "\n")
            elif Path(words[0]).name == "petui":
                yield Shown(tuple(words[1:]), line, typed, output)


def _programs(line: str) -> Iterator[list[str]]:
    """The programs of a shell's line with their words, without redirections and variables."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words: list[str] = []
    for word in [*lexer, ";"]:
        if word in _ENDS:
            if words:
                yield words
            words = []
        elif words or not (word in _BEFORE or re.match(r"[A-Z_]+=", word)):
            words.append(word)
        if ">" in words[:-1]:
            del words[words.index(">") :]


def links(text: str) -> list[str]:
    """Where links and pictures lead, outside code."""
    return re.findall(r"\]\(([^)\s]+)\)", "\n".join(line for line in text.splitlines() if not line.startswith("    ")))


def anchors(text: str) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    heads = re.findall(r"^#+ (.+)$", "\n".join(prose(text)), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def spans(text: str) -> list[str]:
    """What stands between single backticks outside code blocks, tables included."""
    lines = [line for line in text.splitlines() if not line.startswith("    ")]
    flat = re.sub(r"``.*?``", "", " ".join(re.sub(r"^```.*?^```$", "", "\n".join(lines), flags=re.S | re.M).split()))
    return [each.replace("\\|", "|") for each in re.findall(r"`([^`]+)`", flat)]
