"""Which form a file of numbers has, by its first bytes; its name only says what was meant."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from petui.core.errors import TableError

Form: TypeAlias = Literal["npy", "npz", "safetensors", "json", "csv", "printed"]

# As many bytes as tell every form.
HEAD_BYTES = 4096
_MOST_SAFETENSORS_HEADER = 1 << 40
_READ = "petui reads .npy, .npz, .safetensors, .csv, .tsv and .json"
_TEXT_ORDERS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}
_NUMBER = r"[+-]?(?:\d[\d.]*(?:[eE][+-]?\d+)?|\.\d+|nan|inf)"
# As Python prints an array: a name before the brackets, or a blank between two numbers. No JSON has either.
_PRINTED = re.compile(rf"(?:(?:np\.)?(?:array|tensor|Array)\(\s*\[|\[[\[\s]*{_NUMBER}\s+{_NUMBER}[\s\]])")
_FOREIGN = {
    b"\x1f\x8b": ("is compressed by gzip", "unpack it first"),
    b"BZh": ("is compressed by bzip2", "unpack it first"),
    b"\xfd7zXZ": ("is compressed by xz", "unpack it first"),
    b"(\xb5/\xfd": ("is compressed by zstd", "unpack it first"),
    b"\x89HDF": ("is an HDF5 file", _READ),
    b"PAR1": ("is a Parquet file", _READ),
    b"\x89PNG": ("is an image", _READ),
    b"\xff\xd8\xff": ("is an image", _READ),
    b"%PDF": ("is a PDF document", _READ),
    b"MATLAB 5.0": ("is a MATLAB file", _READ),
    b"GGUF": ("is a GGUF file", _READ),
    b"version https://git-lfs": ("is Git LFS's pointer to a file, not the file", "get it by `git lfs pull`"),
}


def form_of(head: bytes, *, where: str) -> Form:
    """The form of a file.

    Args:
        head: Its first HEAD_BYTES bytes, or all of them.
        where: Its name, for the error.

    Raises:
        TableError: If it is empty, or of a form that petui does not read.
    """
    if not head:
        raise TableError("is empty", where=where)
    if head.startswith(b"\x93NUMPY"):
        return "npy"
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "npz"
    for mark, (what, mend) in _FOREIGN.items():
        if head.startswith(mark):
            raise TableError(what, where=where, mend=mend)
    if head[:1] == b"\x80" and head[1:2] in {b"\x02", b"\x03", b"\x04", b"\x05"}:
        raise TableError(
            "is a Python pickle, which is never opened, since it may run code",
            where=where,
            mend="save the array itself by np.save(FILE, array)",
        )
    if head[8:9] == b"{" and 2 <= int.from_bytes(head[:8], "little") < _MOST_SAFETENSORS_HEADER:
        return "safetensors"
    return _text_form(head, where)


def _text_form(head: bytes, where: str) -> Form:
    # A character may be cut at the end of the head; it is text for all that.
    text = head.decode(text_encoding(head), "replace").lstrip()
    if "\0" in text or sum(each == "\N{REPLACEMENT CHARACTER}" for each in text) > 3:
        raise TableError("is no form of table that petui knows", where=where, mend=_READ)
    if _PRINTED.match(text):
        return "printed"
    return "json" if text.startswith(("[", "{")) else "csv"


def text_encoding(head: bytes) -> str:
    """UTF-8 unless the first bytes say otherwise."""
    return next((name for mark, name in _TEXT_ORDERS.items() if head.startswith(mark)), "utf-8")


def form_by_name(name: str) -> Form | None:
    """The form that a file's name says; None where it says none."""
    suffix = name.rpartition(".")[2].lower()
    if suffix in {"csv", "tsv", "txt", "tab", "dat"}:
        return "csv"
    forms: tuple[Form, ...] = ("npy", "npz", "safetensors", "json")
    return next((form for form in forms if suffix == form), None)
