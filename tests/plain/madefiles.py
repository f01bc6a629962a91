"""Files of numbers as other programs write them, for the tests of what reads them."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
_NAMES = {"float64": "F64", "float32": "F32", "float16": "F16", "int64": "I64", "uint8": "U8"}


def npy_bytes(array: Array) -> bytes:
    """A .npy file."""
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=array.dtype == object)
    return stream.getvalue()


def npy_of_header(header: str, data: bytes = b"", version: int = 1) -> bytes:
    """A .npy file with any header."""
    text = header.encode("latin1" if version < 3 else "utf-8") + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + len(text).to_bytes(2 if version == 1 else 4, "little") + text + data


def npz_bytes(*, compressed: bool = False, **arrays: Array) -> bytes:
    """A .npz archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            archive.writestr(f"{name}.npy", npy_bytes(array))
    return stream.getvalue()


def brain_bits(array: Array) -> np.ndarray[Any, np.dtype[np.uint16]]:
    """The upper halves of float32 numbers: bfloat16, cut."""
    return (np.ascontiguousarray(array, dtype=np.float32).view(np.uint32) >> 16).astype(np.uint16)


def safetensors_bytes(
    tensors: dict[str, Array], brains: tuple[str, ...] = (), metadata: dict[str, str] | None = None
) -> bytes:
    """A .safetensors file; arrays named in `brains` are bits of bfloat16."""
    header: dict[str, Any] = {} if metadata is None else {"__metadata__": metadata}
    data = b""
    for name, array in tensors.items():
        raw = np.ascontiguousarray(array).tobytes()
        number = "BF16" if name in brains else _NAMES[array.dtype.name]
        header[name] = {"dtype": number, "shape": list(array.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    return safetensors_of(header, data)


def safetensors_of(header: Any, data: bytes = b"") -> bytes:
    """A .safetensors file with any header."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data
