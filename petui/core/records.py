"""As petui.records."""

from petui.records import dataclass as dataclass
