"""The names of the arrays in a file that holds several: which one is meant, and how they are told."""

from __future__ import annotations

from petui.core.errors import TableError

STDIN_NAME = "standard input"


def only_key(tables: list[str], names: list[str], where: str) -> str:
    """The one name of `tables`; raises TableError, listing what there is, where it is not one."""
    if len(tables) == 1:
        return tables[0]
    listed = tables or names
    few = "has several tables" if tables else "has no table"
    raise TableError(few, where=where, mend=f"write {as_typed(where)}:KEY with one of {shown_keys(listed)}")


def as_typed(where: str) -> str:
    """A file as it is typed."""
    return "-" if where == STDIN_NAME else where


def chosen_key(key: str, names: list[str], where: str) -> str:
    """The key; raises TableError, listing what there is, unless it is one of the names."""
    if key not in names:
        raise TableError(f"has no array {key!r}", where=where, mend=f"it has {shown_keys(names)}")
    return key


def shown_keys(names: list[str]) -> str:
    """Names for people, the first of them where there are many."""
    few = ", ".join(each if len(each) <= 60 else each[:60] + "..." for each in names[:6])
    return few + (f" and {len(names) - 6} more" if len(names) > 6 else "")
