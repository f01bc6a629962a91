"""The arrays of a .npz archive: mapped where they lie uncompressed, unpacked within bounds where they do not."""

from __future__ import annotations

import os
import tempfile
import zipfile
import zlib
from typing import BinaryIO

from petui.core.errors import TableError
from petui.plain.arraykeys import as_typed, chosen_key, only_key, shown_keys
from petui.plain.npyfile import read_npy_header, stored_npy
from petui.plain.storedarray import StoredArray, check_length

# A compressed array is unpacked to a temporary file, at most so many bytes of it.
MOST_UNPACKED = 1 << 30
# An array that is read where it lies has its checksum looked at up to so many bytes, which take a part of a second.
MOST_SUMMED = 1 << 28
_CHUNK = 1 << 20
_LOCAL_HEADER = 30
_ENDING = ".npy"
_MOST_LOOKED_AT = 1000


def stored_npz(stream: BinaryIO, key: str | None, *, where: str) -> tuple[StoredArray, str, tuple[str, ...]]:
    """An array of an archive, its name, and remarks.

    Args:
        stream: The file.
        key: Which array; needed where several are tables.
        where: The file's name, for errors.

    Raises:
        TableError: If it cannot be read, or there is no single such array.
    """
    try:
        with zipfile.ZipFile(stream) as archive:
            member, inside = _chosen(archive, key, where)
            place = f"{where}:{inside}"
            if member.flag_bits & 1:
                raise TableError("is encrypted", where=place)
            if member.compress_type == zipfile.ZIP_STORED:
                stored, remarks = _lying(stream, member, place)
                return stored, inside, remarks
            try:
                return _unpacked(archive, member, place), inside, ()
            except zipfile.BadZipFile as error:
                raise (_damaged(place) if "CRC" in str(error) else error) from None
    except (TableError, MemoryError):
        raise
    # Besides its own error zipfile lets zlib.error, EOFError, struct.error, NotImplementedError and others through.
    except Exception:
        raise TableError("is an archive that cannot be read", where=where, mend="write it again") from None


def _chosen(archive: zipfile.ZipFile, key: str | None, where: str) -> tuple[zipfile.ZipInfo, str]:
    members = {each.filename.removesuffix(_ENDING): each for each in archive.infolist() if _is_array(each)}
    if any(each.filename.endswith("data.pkl") for each in archive.infolist()):
        raise TableError(
            "is a PyTorch file, which is a pickle and never opened, since it may run code",
            where=where,
            mend="save the tensor by np.save(FILE, tensor.numpy()), or as .safetensors",
        )
    if not members:
        raise TableError("is an archive without arrays", where=where)
    if key is None:
        key = _only_table(archive, members, where)
    return members[chosen_key(key, list(members), where)], key


def _is_array(member: zipfile.ZipInfo) -> bool:
    return member.filename.endswith(_ENDING)


def _only_table(archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], where: str) -> str:
    """The one array, or the one of two axes or a batch of one."""
    if len(members) == 1:
        return next(iter(members))
    names = list(members)
    if len(members) > _MOST_LOOKED_AT:
        # Each look reads from the file.
        mend = f"write {as_typed(where)}:KEY with one of {shown_keys(names)}"
        raise TableError(f"has {len(members)} arrays, too many to look for a table", where=where, mend=mend)
    tables = [name for name, member in members.items() if _axes(archive, member) in {2, 3}]
    return only_key(tables, names, where)


def _axes(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> int:
    try:
        with archive.open(member) as stream:
            return len(read_npy_header(stream, where=member.filename).shape)  # type: ignore[arg-type]
    except TableError:
        return 0


def _lying(stream: BinaryIO, member: zipfile.ZipInfo, where: str) -> tuple[StoredArray, tuple[str, ...]]:
    stream.seek(member.header_offset)
    local = stream.read(_LOCAL_HEADER)
    names = int.from_bytes(local[26:28], "little") + int.from_bytes(local[28:30], "little")
    begin = member.header_offset + len(local) + names
    end = min(begin + member.file_size, os.fstat(stream.fileno()).st_size)
    stream.seek(begin)
    stored, remarks = stored_npy(stream, where=where, end=end)
    if member.file_size > MOST_SUMMED:
        return stored, (*remarks, f"Its checksum was not looked at, since it is larger than {MOST_SUMMED} bytes.")
    stream.seek(begin)
    if _checksum(stream, member.file_size) != member.CRC:
        raise _damaged(where)
    return stored, remarks


def _checksum(stream: BinaryIO, left: int) -> int:
    """CRC-32 of so many bytes, or of those that there are."""
    found = 0
    while left and (chunk := stream.read(min(left, _CHUNK))):
        found = zlib.crc32(chunk, found)
        left -= len(chunk)
    return found


def _damaged(where: str) -> TableError:
    return TableError("is damaged: its checksum (CRC-32) is not the archive's", where=where, mend="copy it again")


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo, where: str) -> StoredArray:
    with archive.open(member) as packed:
        header = read_npy_header(packed, where=where)  # type: ignore[arg-type]
        if header.bytes > MOST_UNPACKED:
            raise TableError(
                f"is compressed and would take {header.bytes} bytes unpacked, more than {MOST_UNPACKED}",
                where=where,
                mend="save it by np.savez, which does not compress, or as .npy",
            )
        # It lives as long as what is mapped from it.
        beside: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115
        left = header.bytes
        while left and (chunk := packed.read(min(left, _CHUNK))):
            left -= beside.write(chunk)
        # The checksum is looked at where the member ends, which may be far behind its numbers.
        more = MOST_UNPACKED
        while more > 0 and (chunk := packed.read(_CHUNK)):
            more -= len(chunk)
        beside.flush()
    check_length(header.bytes, header.bytes - left, header.shape, header.dtype.name, where=where)
    return StoredArray(beside, 0, header.shape, header.dtype, header.dtype.name, header.fortran, where)
