"""The views by name, for every front end."""

from __future__ import annotations

from petui.plot.heat import heat
from petui.plot.picture import Line, Picture
from petui.plot.waves import overlay_cursor, waves, waves_base

__all__ = ["Line", "Picture", "heat", "overlay_cursor", "waves", "waves_base"]
