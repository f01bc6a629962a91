"""Schema conversion of YAML: maps with known keys, and texts, numbers and lists read out of them."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from petui.lessons.faults import NEEDS_NEWER, FaultList, illegal_id, nearest, quoted
from petui.lessons.place import Place
from petui.lessons.schema import SCHEMA_VERSION, Key
from petui.lessons.yamltext import YamlList, YamlMap, YamlNode, YamlText

# As much of a version as is said.
_LONGEST_VERSION = 12


class Table:
    """A YAML mapping read by key; whatever does not fit is a fault with the value's place."""

    def __init__(self, node: YamlMap, faults: FaultList) -> None:
        """Read `node`; faults go to `faults`."""
        self.place = node.place
        self._values = {key.text: value for key, value in node.entries}
        self._keys = {key.text: key.place for key, _ in node.entries}
        self._faults = faults

    def check_keys(self, keys: Iterable[Key]) -> None:
        """Note keys that are unknown (E02) or missing (E10)."""
        known = {key.name: key for key in keys}
        for name, place in self._keys.items():
            if name not in known:
                self._faults.add(place, "E02", f"there is no key {quoted(name)} here; {nearest(name, known)}")
        for name, key in known.items():
            if key.required and name not in self._values and key.unless not in self._values:
                self._faults.add(self.place, "E10", f"the key `{name}` is missing; add it")

    def place_of(self, name: str) -> Place:
        """Where a value stands, or the mapping where it is missing."""
        return self._values[name].place if name in self._values else self.place

    def node(self, name: str) -> YamlNode | None:
        """A value as it is."""
        return self._values.get(name)

    def wrong(self, name: str, wanted: str) -> None:
        """Note that a value is not what its key takes."""
        self._faults.add(self.place_of(name), "E10", f"the value of `{name}` does not fit; give {wanted}")

    def text(self, name: str) -> str:
        """One line of text, empty if missing."""
        node = self._values.get(name)
        if node is None:
            return ""
        if not isinstance(node, YamlText) or not node.text.strip():
            self.wrong(name, "one line of text")
            return ""
        return " ".join(node.text.split())

    def identifier(self, name: str = "id") -> str:
        """A legal id, empty if it is missing or not legal."""
        if name not in self._values:
            return ""
        found = self.text(name)
        wrong = illegal_id(found) if found else ""
        if wrong:
            self._faults.add(self.place_of(name), "E04", wrong)
            return ""
        return found

    def number(self, name: str, low: float, high: float, default: float) -> float:
        """A number from low to high."""
        node = self._values.get(name)
        if node is None:
            return default
        number = as_number(node)
        if number is None or not low <= number <= high:
            self.wrong(name, f"a number from {low:g} to {high:g}")
            return default
        return number

    def texts(self, name: str) -> tuple[tuple[str, Place], ...]:
        """A list of words with their places, none twice."""
        node = self._values.get(name)
        if node is None:
            return ()
        if not isinstance(node, YamlList):
            self.wrong(name, "a list, as in [one, two]")
            return ()
        found: dict[str, Place] = {}
        for item in node.items:
            if not isinstance(item, YamlText) or not item.text.strip():
                self._faults.add(item.place, "E10", f"an entry of `{name}` is no word; give plain words")
            elif item.text in found:
                self._faults.add(item.place, "E10", f"{quoted(item.text)} is listed twice in `{name}`; keep one")
            else:
                found[item.text] = item.place
        return tuple(found.items())

    def check_schema(self) -> bool:
        """Note a schema version that this petui does not read; False where it is one to come."""
        node = self._values.get("schema")
        text = node.text if isinstance(node, YamlText) else ""
        number = text.lstrip("0") if text.isascii() and text.isdecimal() else ""
        # No number of more than nine digits is converted: it is larger anyway, and may have a million.
        if number and (len(number) > 9 or int(number) > SCHEMA_VERSION):
            shown = text if len(text) <= _LONGEST_VERSION else f"{text[:_LONGEST_VERSION]}..."
            what = f"this needs a newer petui (its schema is {shown}, this one reads {SCHEMA_VERSION})"
            self._faults.add(self.place_of("schema"), NEEDS_NEWER, f"{what}; upgrade petui, or ask for an older file")
            return False
        if node is not None and text != str(SCHEMA_VERSION):
            self.wrong("schema", f"{SCHEMA_VERSION}, the one this petui reads")
        return True


def as_number(node: YamlNode) -> float | None:
    """A finite decimal number, or None."""
    if not isinstance(node, YamlText) or not node.text.isascii() or "_" in node.text or len(node.text) > 40:
        return None
    try:
        number = float(node.text)
    except ValueError:
        return None
    return number if isfinite(number) else None
