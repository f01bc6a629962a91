"""The slips that `petui check` knows by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from petui.core.diagnosis.bug import Bug
from petui.core.diagnosis.bugs_frequencies import FREQUENCIES
from petui.core.diagnosis.bugs_tables import LAYOUTS, ROWS, VALUES

BUGS: Mapping[str, Bug] = MappingProxyType({bug.id: bug for bug in (*FREQUENCIES, *LAYOUTS, *ROWS, *VALUES)})
