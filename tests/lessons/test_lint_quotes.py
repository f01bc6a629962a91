"""A backslash in double quotes is YAML's: what it would take from LaTeX is a fault where it stands."""

from __future__ import annotations

import pytest

from petui.lessons.faults import FaultList
from petui.lessons.yamltext import YamlMap, YamlText, read_yaml


@pytest.mark.parametrize(
    "quoted",
    [
        *(r'"d\_model"', r'"a\ b"', r'"1\/2"', r'"\theta"', r'"\nu"', r'"\frac"', r'"\beta"', r'"\omega"', r'"\xi"'),
        *(r'"\\\_"', '"ω\\_1"', r'"\rho"', r'"\vec"', r'"\alpha"', r'"\exp"', r'"\Nabla"', r'"\Lambda"', r'"\Pi"'),
    ],
)
def test_what_yaml_takes_away_is_told(quoted: str) -> None:
    """In the line of the quotes, with what to do; also where YAML reads something without a word."""
    faults = FaultList()
    read_yaml(f"ω: x\nkey: {quoted}\n", "f", faults)
    (fault,) = faults.sorted()
    assert (fault.place.line, fault.code) == (2, "E01")
    assert fault.place.column >= 6 and "single quotes" in fault.message


@pytest.mark.parametrize(
    ("quoted", "text"),
    [
        *(
            (r'"\\theta"', r"\theta"),
            (r"'\theta'", r"\theta"),
            (r"\theta", r"\theta"),
            (r'"\u03c9"', "ω"),
            (r'"\\_"', r"\_"),
        ),
        *(('"say \\"so\\""', 'say "so"'), ('"d\u00a0m"', "d\u00a0m")),
    ],
)
def test_what_stays_is_no_fault(quoted: str, text: str) -> None:
    """A backslash written twice, single quotes, no quotes, a sign by its number."""
    faults = FaultList()
    node = read_yaml(f"key: {quoted}\n", "f", faults)
    assert not faults.sorted()
    assert isinstance(node, YamlMap)
    value = node.entries[0][1]
    assert isinstance(value, YamlText) and value.text == text
