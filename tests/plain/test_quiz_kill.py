"""kill -9 at random moments of a scripted quiz: each verdict that was printed has its event in the log."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# One process reads the courses; each session is a child of it that is killed for good.
DRIVER = r"""
import json, os, random, re, select, signal, sys, time
from pathlib import Path
from petui.lessons.course import load_course
from petui.lessons.finding import builtin_content
from petui.plain.quiz import PlainQuiz
from petui.review.events import ReviewEvent
from petui.review.log import ReviewLog, read_events
from petui.review.memories import Memories
from petui.review.opening import open_quiz
from petui.review.queue import QueueOptions
from petui.review.schedule import Schedule

place, kills, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
course, _ = load_course(builtin_content() / "positional-encodings")
chance = random.Random(seed)
lines = [b"s\n", b"3\n", b"0.5 !\n", b"1\n", b"\n", b"g 2\n", b"u\n", b"h\n", b"4\n", b"\xff\n"]
verdict = re.compile(rb"^(?:Right|Wrong|Noted)\b.*\n", re.MULTILINE)


def session(number):
    memories = Memories.of_events(read_events(place).events, Schedule())
    options = QueueOptions(cram=number % 2 == 0, seed=number, new_per_day=9999, due_per_day=9999)
    quiz = open_quiz([course], None, memories, ReviewLog(place, host="here"), options)
    PlainQuiz(quiz, [course], 76, False).run(sys.stdin.buffer)


def child(number, typed, told):
    os.dup2(typed, 0)
    os.dup2(told, 1)
    try:
        session(number)
    finally:
        os._exit(0)


known = 0
printed = 0
for number in range(kills):
    typed, type_in = os.pipe()
    listen, told = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(type_in)
        os.close(listen)
        child(number, typed, told)
    os.close(typed)
    os.close(told)
    script = b"".join(chance.choice(lines) for _ in range(400))
    os.write(type_in, script)
    output = b""
    wanted = chance.randrange(1, 40)
    while len(verdict.findall(output)) < wanted:
        piece = os.read(listen, 1 << 16)
        if not piece:
            break
        output += piece
    time.sleep(chance.random() * 0.004)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    while piece := os.read(listen, 1 << 16):
        output += piece
    os.close(type_in)
    os.close(listen)
    found = verdict.findall(output)
    assert not [one for one in found if one.rstrip().endswith(b"(not saved)")]
    reading = read_events(place)
    reviews = [event for event in reading.events if isinstance(event, ReviewEvent)]
    # The last review may have been saved without its verdict being printed.
    assert len(found) <= len(reviews) - known <= len(found) + 1, (number, len(found), len(reviews) - known)
    assert not reading.unreadable
    known, printed = len(reviews), printed + len(found)
print(json.dumps({"printed": printed, "logged": known, "torn": reading.torn}))
"""


def killed(place: Path, kills: int, seed: int) -> dict[str, int]:
    """What so many killed sessions leave."""
    run = subprocess.run(
        [sys.executable, "-c", DRIVER, str(place), str(kills), str(seed)],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"},
        timeout=900,
        check=False,
    )
    assert run.returncode == 0, run.stderr.decode()
    figures: dict[str, int] = json.loads(run.stdout)
    return figures


def test_verdicts_outlive_kills(tmp_path: Path) -> None:
    """Twenty sessions killed in the middle of something."""
    figures = killed(tmp_path, 20, 1)
    assert figures["logged"] >= figures["printed"] >= 20


@pytest.mark.soak
def test_verdicts_outlive_two_hundred_kills(tmp_path: Path) -> None:
    """Two hundred sessions killed at random moments: nothing that was told is lost, and the log always loads."""
    figures = killed(tmp_path, 200, 2)
    assert figures["logged"] >= figures["printed"] >= 200


def test_two_quizzes_at_once_lose_nothing(tmp_path: Path) -> None:
    """Two sessions over one log, answering at the same time: every verdict of both is logged."""
    from petui.locations import log_dir
    from petui.review.events import ReviewEvent
    from petui.review.log import read_events

    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "petui", "quiz", "--plain", "--all", "--seed", str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        for seed in (1, 2)
    ]
    for run in runs:
        assert run.stdin is not None
        run.stdin.write(b"s\n3\n" * 100)
        run.stdin.close()
    printed = 0
    for run in runs:
        assert run.stdout is not None
        printed += sum(line.startswith((b"Right", b"Wrong", b"Noted")) for line in run.stdout)
        assert run.wait(timeout=300) == 0
    reviews = [event for event in read_events(log_dir()).events if isinstance(event, ReviewEvent)]
    assert len(reviews) == printed >= 200
    assert {review.seed for review in reviews} == {1, 2}
