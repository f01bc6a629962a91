"""No text of petui's screens is ever read as markup: what widgets are given is Content, or they are told so."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import petui.tui
from petui.tui.commands import COMMANDS

SOURCES = sorted(Path(petui.tui.__file__).parent.rglob("*.py"))
# Calls that read a text as markup unless `markup=False` is among their arguments.
TOLD = {"Static", "Label", "Button", "Checkbox", "RadioButton", "Collapsible", "Tab", "TabPane", "notify"}
# Calls whose prompt is markup where it is a string; its place among the arguments.
PROMPTS = {"Option": 0, "Selection": 0, "add_option": 0, "DiscoveryHit": 0, "Hit": 1}
TITLES = {"border_title", "border_subtitle", "tooltip", "BORDER_TITLE", "BORDER_SUBTITLE"}


def is_content(node: ast.expr) -> bool:
    """Whether an expression makes Content or a rich text, or asks a method that is declared to give it."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in ("Content", "Text", "assemble", "_text")


def faults_of(source: str) -> list[int]:
    """Lines where a text may be read as markup."""
    found: list[int] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign) and any(
            getattr(t, "attr", getattr(t, "id", "")) in TITLES for t in node.targets
        ):
            found += [] if is_content(node.value) else [node.lineno]
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        told = any(key.arg == "markup" and getattr(key.value, "value", None) is False for key in node.keywords)
        if name in TOLD and not told and not (node.args and is_content(node.args[0])):
            found.append(node.lineno)
        if name in PROMPTS and not is_content(node.args[PROMPTS[name]]):
            found.append(node.lineno)
        if name == "from_markup":
            found.append(node.lineno)
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_text_is_markup(path: Path) -> None:
    """Titles, prompts and labels."""
    assert not faults_of(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "source",
    [
        "Static(f'{title}')",
        "Static(title, id='x')",
        "panel.border_title = title",
        "self.border_title = f'{title}'",
        "Option(title)",
        "Hit(1, title, run)",
        "self.notify(title)",
        "Label(title, markup=True)",
        "Content.from_markup(title)",
    ],
)
def test_markup_is_found(source: str) -> None:
    """What the check above is for."""
    assert faults_of(source) == [1]


def test_what_the_palette_reads_as_markup_has_none() -> None:
    """Textual takes the help of a command for markup, whatever it is given."""
    assert not any("[" in command.help or "\\" in command.help for command in COMMANDS)
