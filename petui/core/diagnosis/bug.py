"""One slip of a table, declared: what is said of it, and how it is mended."""

from __future__ import annotations

from petui.core.diagnosis.findings import Cause
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class Bug:
    """One slip; braces in its texts are filled in with what was found: base, width, start, convention and so on.

    Attributes:
        id: Its name, stable, for programs.
        says: What went wrong.
        mend: What to change, one line.
        of_one: Both texts where `times` is 1; None where that never is, or makes no difference.
    """

    id: str
    says: str
    mend: str
    of_one: tuple[str, str] | None = None

    def cause(self, **found: object) -> Cause:
        """The slip as the cause of a difference, with what was found filled in."""
        one = self.of_one is not None and found.get("times") == 1
        says, mend = self.of_one if one and self.of_one is not None else (self.says, self.mend)
        return Cause(self.id, says.format(**found), mend.format(**found))
