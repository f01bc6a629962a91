"""kill -9 at any moment: what was acknowledged is in the log."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from petui.review.log import read_events

SOURCE = Path(__file__).parents[2]
WRITER = """
import sys
from pathlib import Path
from petui.review.events import StepEvent
from petui.review.log import ReviewLog

log = ReviewLog(Path(sys.argv[1]))
while True:
    event = StepEvent(at_step="course/lesson#step", outcome="right", typed="x" * 300)
    if log.append(event):
        sys.stdout.write(event.stamp.id + "\\n")
        sys.stdout.flush()
"""
KILLS = 20


def test_what_was_acknowledged_outlives_a_kill(tmp_path: Path) -> None:
    """Twenty sessions, each killed after some acknowledgements, in the middle of the next."""
    chance = random.Random(9562)
    acknowledged: list[str] = []
    for _ in range(KILLS):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=SOURCE
        ) as writer:
            assert writer.stdout is not None
            for _ in range(chance.randrange(1, 40)):
                acknowledged.append(writer.stdout.readline().strip())
            for _ in range(chance.randrange(20_000)):
                pass
            writer.kill()
            acknowledged += [line.strip() for line in writer.stdout if line.endswith("\n")]
    reading = read_events(tmp_path)
    assert len(acknowledged) >= KILLS
    assert set(acknowledged) <= {event.stamp.id for event in reading.events}
    assert reading.files == KILLS
    assert reading.unreadable == ()
