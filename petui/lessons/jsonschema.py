"""JSON Schemas (draft 2020-12) of the format's YAML, made from the tables that petui reads it by.

petui takes every scalar as the text that it is, while an editor sees `1` as a number and `no` perhaps as a boolean: a
schema accepts all that petui accepts, however it is seen. Only an empty value and the word `null` look alike there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from petui.core.formula import SLIPS
from petui.core.lab import FIELDS as LAB_FIELDS
from petui.lessons.coursehead import LANGUAGE
from petui.lessons.documents import DOCUMENTS, Document
from petui.lessons.faults import ID, MAX_ID
from petui.lessons.fieldset import MAX_MANY
from petui.lessons.fieldvalues import MAX_SIGNIFICANT, NAME, NUMBER
from petui.lessons.schema import BLOCKS, MAX_MINUTES, MIN_MINUTES, SCHEMA_VERSION, WORDS, Key, KeyKind

JsonSchema: TypeAlias = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
# What has one; the front matter of a Markdown deck may be left out, and no editor looks for it.
NAMES = ("course", "lesson", "retelling", "deck")

_SCALAR = ["string", "number", "boolean"]
_ID = rf"(?![a-z0-9-]{{{MAX_ID + 1}}}){ID.pattern}"
_NUMBER = f"(?:{NUMBER.pattern})"
# `\w` is ASCII in some programs and Unicode in others: what is no sign of a tag, said by what it is.
_TAG = r"#?[^\x00-,.:-@\[-^`{-\x7f]+"
_LISTS = frozenset((KeyKind.IDS, KeyKind.TAGS))


def schema_text(name: str) -> str:
    """The JSON Schema of a document as JSON: of `course.yaml`, of a front matter, or of a YAML deck.

    Args:
        name: One of NAMES.
    """
    return json.dumps(document_schema(DOCUMENTS[name]), indent=2, ensure_ascii=False) + "\n"


def document_schema(document: Document) -> JsonSchema:
    """The JSON Schema of one kind of document; a lesson's defines the keys of its blocks too, for who reads those."""
    schema: JsonSchema = {"$schema": DIALECT, "title": document.title, **_mapping(document.keys)}
    if document.name == "lesson":
        schema["$defs"] = {f"{name}-block": block_schema(name) for name in BLOCKS}
    return schema


def block_schema(name: str) -> JsonSchema:
    """The JSON Schema of the `:key: value` lines of a block as a mapping; a key that repeats has a list."""
    block = BLOCKS[name]
    return {"description": f"`:key: value` lines of a {name} block. Its body: {block.body}.", **_mapping(block.keys)}


def _mapping(keys: Iterable[Key]) -> JsonSchema:
    keys = tuple(keys)
    schema: JsonSchema = {
        "type": "object",
        "properties": {key.name: _described(key) for key in keys},
        "required": [key.name for key in keys if key.required and not key.unless],
        "additionalProperties": False,
    }
    either = [key for key in keys if key.required and key.unless]
    if either:
        schema["allOf"] = [{"anyOf": [{"required": [key.name]}, {"required": [key.unless]}]} for key in either]
    return schema


def _described(key: Key) -> JsonSchema:
    words = f"{key.says[:1].upper()}{key.says[1:]}. It takes {key.kind.value}."
    return {"description": words, **(_field(key) if _is_field(key) else _value(key))}


def _is_field(key: Key) -> bool:
    """Whether it is read as the field of a block is, a text or a list of them."""
    return any(key in block.keys for block in BLOCKS.values())


def _field(key: Key) -> JsonSchema:
    most = MAX_MANY if key.many else 1
    items = {"type": "array", "items": _value(key), "minItems": 1}
    return {"anyOf": [_value(key), items if key.kind in _LISTS else {**items, "maxItems": most}]}


def _value(key: Key) -> JsonSchema:
    kind = key.kind
    if kind in (KeyKind.ENTRIES, KeyKind.SOME_ENTRIES):
        least = {"minItems": 1} if kind is KeyKind.SOME_ENTRIES else {}
        return {"type": "array", "items": _mapping(key.entries), **least}
    if kind is KeyKind.ENTRIES_BY_NAME:
        return {
            "type": "object",
            "propertyNames": {"pattern": f"^{NAME.pattern}$"},
            "additionalProperties": _mapping(key.entries),
        }
    if kind is KeyKind.TAGS and not _is_field(key):
        return {"anyOf": [_VALUES[kind], {"type": "array", "items": _VALUES[kind]}]}
    return _told(_VALUES[kind], f"It takes {kind.value}.")


def _told(schema: JsonSchema, words: str) -> JsonSchema:
    """The schema with what editors say, if they know that key, where a value does not match its pattern."""
    if "items" in schema:
        return {**schema, "items": _told(schema["items"], words)}
    return {**schema, "patternErrorMessage": words} if "pattern" in schema else schema


def _text(pattern: str, types: Iterable[str] = _SCALAR, **limits: float) -> JsonSchema:
    return {"type": list(types), "pattern": rf"^\s*{pattern}\s*$", **limits}


def _list(item: Mapping[str, Any]) -> JsonSchema:
    return {"type": "array", "items": dict(item)}


def _listed(item: str, sign: str = ",") -> str:
    return rf"{item}(?:\s*{sign}\s*{item})*"


def _number(**limits: float) -> JsonSchema:
    return _text(_NUMBER, ("number", "string"), **limits)


_LINE: JsonSchema = {"type": _SCALAR, "pattern": r"\S"}
_FLAG: JsonSchema = {
    "anyOf": [
        {"enum": list(WORDS[KeyKind.FLAG])},
        # YAML 1.1 sees these words as booleans; said so, an editor does not offer `true`.
        {"not": {"type": ["string", "number", "array", "object", "null"]}},
    ]
}
_SPAN = rf"{_NUMBER}\s*\.\.\s*{_NUMBER}(?:\s+step\s+{_NUMBER})?"

_VALUES: dict[KeyKind, JsonSchema] = {
    **{kind: {"enum": list(words)} for kind, words in WORDS.items()},
    KeyKind.FLAG: _FLAG,
    KeyKind.CLOZES: _list({"enum": list(WORDS[KeyKind.CLOZES])}),
    KeyKind.SLIP: {"enum": [slip.id for slip in SLIPS]},
    KeyKind.TEXT: _LINE,
    KeyKind.PROSE: _LINE,
    KeyKind.EXPRESSION: _LINE,
    KeyKind.EXPRESSIONS: _LINE,
    KeyKind.LABELS: _LINE,
    KeyKind.TOLERANCE: _text(rf"{_NUMBER}\s*%?", ("string", "number"), exclusiveMinimum=0),
    KeyKind.DIGITS: _number(minimum=1, maximum=MAX_SIGNIFICANT),
    KeyKind.SETTINGS: _text(rf"(?:{'|'.join(LAB_FIELDS)})\s*=(?!=)\s*\S[\s\S]*", ("string",)),
    KeyKind.CELL: _text(r"[^\s,][\s\S]*,[\s\S]*\S", ("string",)),
    KeyKind.RULE: _text(rf"\S[\s\S]*=>\s*{_ID}", ("string",)),
    KeyKind.VARY: _text(rf"{NAME.pattern}\s+in\s+(?:{_SPAN}|{_listed(_NUMBER)})", ("string",)),
    KeyKind.IDS: _text(_listed(r"[^ ,]+")),
    KeyKind.LESSON: _text(rf"{_ID}(?:\s*#\s*{_ID})?"),
    KeyKind.FIGURES: _text(_listed(r"[-+]?\d+(?:\.\d+)?", r"\|"), ("string", "number")),
    KeyKind.TAGS: _text(_listed(_TAG)),
    KeyKind.VERSION: {"enum": [SCHEMA_VERSION, str(SCHEMA_VERSION)]},
    KeyKind.ID: _text(_ID),
    KeyKind.LANGUAGE: _text(LANGUAGE.pattern, ("string", "boolean")),
    KeyKind.MINUTES: _number(minimum=MIN_MINUTES, maximum=MAX_MINUTES),
    KeyKind.NUMBER: _number(),
    KeyKind.ABOVE_ZERO: _number(exclusiveMinimum=0),
    KeyKind.RANGE: {**_list(_number()), "minItems": 2, "maxItems": 2},
    KeyKind.MARKDOWN: {"type": [*_SCALAR, "null"]},
    KeyKind.ID_LIST: _list(_text(_ID)),
    KeyKind.TEXT_LIST: _list(_LINE),
    KeyKind.TEXTS_BY_NAME: {"type": "object", "additionalProperties": _LINE},
}
