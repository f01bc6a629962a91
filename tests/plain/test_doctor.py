"""What `petui doctor` finds in the log."""

from __future__ import annotations

import os

import pytest

from petui.locations import log_dir
from petui.plain.doctor import examine
from petui.review.events import SettingEvent
from petui.review.log import ReviewLog
from petui.review.stamp import IdSource, stamp_now


@pytest.mark.parametrize(("year", "named"), [(2000, False), (2099, True)])
def test_events_of_a_time_to_come_are_named(year: int, named: bool) -> None:
    """Reviews under a clock far ahead make their cards rest; who wonders why is told."""
    seconds = (year - 1970) * 365.25 * 86_400
    log = ReviewLog(log_dir())
    log.append(SettingEvent(name="theme", value="dark", stamp=stamp_now(lambda: seconds, ids=IdSource())))
    log.close()
    found = [finding for finding in examine((), os.environ) if finding.name == "clock"]
    assert [finding.value for finding in found] == (["1 event from a time that has not come yet"] if named else [])
    assert all(finding.mend for finding in found)
