"""`petui quiz` on a plain stream: one line in, one exchange out, whatever the lines hold."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from petui.locations import log_dir
from petui.review.events import ReviewEvent, StartEvent
from petui.review.log import ReviewLog, read_events
from tests.running import petui_here

ROOT = Path(__file__).resolve().parents[2]
VERDICT = re.compile(r"(?:Right|Wrong|Noted)\b")


def quiz(answers: str | bytes, *arguments: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """One run of `petui quiz` with lines to read; where the environment is another, in a process of its own."""
    lines = answers.encode() if isinstance(answers, str) else answers
    if not environ:
        return petui_here("quiz", *arguments, lines=lines)
    return subprocess.run(
        [sys.executable, "-m", "petui", "quiz", *arguments],
        input=lines,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environ},
        timeout=300,
        check=False,
    )


def text_of(run: subprocess.CompletedProcess[bytes]) -> str:
    """What it wrote, after it ended well."""
    assert (run.returncode, run.stderr) == (0, b""), run.stderr.decode()
    return run.stdout.decode()


def reviews() -> list[ReviewEvent]:
    """The reviews on the disk."""
    return [event for event in read_events(log_dir()).events if isinstance(event, ReviewEvent)]


def questions(text: str) -> str:
    """What was asked: all but the verdicts."""
    return "\n".join(line for line in text.split("\n") if not VERDICT.match(line) and "Session over" not in line)


def test_what_teaches_a_card_is_found_in_the_courses_given(tmp_path: Path) -> None:
    """The command that is named has them too, quoted for a shell."""
    folder = tmp_path / "my courses"
    folder.mkdir()
    arguments = ("drawn", "--plain", "--seed", "1", "--limit", "1")
    for given, ends in (((), ""), (("--content", str(folder)), f" --content '{folder}'")):
        (line,) = re.findall("^Taught in: (.+)$", text_of(quiz("s\n", *arguments, *given)), re.MULTILINE)
        assert re.fullmatch(r"petui learn --plain [a-z-]+#[a-z-]+", line.removesuffix(ends).partition(" --set")[0])
        assert line.endswith(ends) and (" --content" in line) == bool(ends)


def test_a_script_runs_to_its_summary(tmp_path: Path) -> None:
    """Five cards, each shown and given up or graded; one verdict and one event each."""
    text = text_of(quiz("s\n3\n" * 5, "--plain", "--seed", "1", "--limit", "5"))
    assert "seed 1" in text.split("\n")[0]
    assert "Session over: " in text and "Seed 1." in text
    verdicts = [line for line in text.split("\n") if VERDICT.match(line)]
    assert len(verdicts) == len(reviews()) >= 5
    assert not any(line.endswith("(not saved)") for line in verdicts)
    assert all(review.seed == 1 for review in reviews())


def test_it_says_at_both_ends_why_not_all_are_asked() -> None:
    """The number of cards, and what keeps the others."""
    text = text_of(quiz("q\n", "drawn", "--plain", "--limit", "2"))
    told = re.findall(r"^(2 of \d+ cards: .*are beyond the limit you gave\.)$", text, re.MULTILINE)
    assert len(told) == 2 and text.split("\n")[1] == told[0]
    assert " cards: " not in text_of(quiz("q\n", "drawn", "--plain", "--all"))


def test_one_seed_asks_the_same_questions(tmp_path: Path) -> None:
    """Two learners with one seed see the same cards, numbers and options; another seed draws others."""
    runs = []
    for number, seed in enumerate(("1", "1", "2")):
        runs.append(
            text_of(
                quiz(
                    "s\n1\n" * 4,
                    "drawn",
                    "--plain",
                    "--seed",
                    seed,
                    "--limit",
                    "4",
                    "--all",
                    PETUI_DATA_DIR=str(tmp_path / str(number)),
                )
            )
        )
    assert questions(runs[0]) == questions(runs[1])
    assert questions(runs[0]) != questions(runs[2])


def test_the_end_of_the_input_is_the_end_of_the_session() -> None:
    """No lines at all: the first card is asked, nothing is counted, exit 0."""
    text = text_of(quiz("", "--plain", "--limit", "3"))
    assert "Session over: nothing was answered." in text
    assert not reviews()


def test_a_dumb_terminal_makes_no_difference() -> None:
    """Line by line it works anywhere."""
    assert "Session over" in text_of(quiz("q\n", "--limit", "1", "--plain", TERM="dumb"))


def test_lines_of_any_kind_are_survived() -> None:
    """Bytes that are no text, a megabyte in one line, escapes, commands where they mean nothing."""
    odd = b"\xff\xfe\n" + b"x" * 1_000_000 + b"\n\x1b[2J\x07\n\ng 3\ng 9\nu\nu\nx\ne\nh\nh\n5\n\x00\n1e999\n2**99999\n"
    run = quiz(odd * 2 + b"q", "--plain", "--limit", "4")
    text = text_of(run)
    assert "Session over" in text
    assert "\x1b" not in text and "\x07" not in text and "\x00" not in text


def test_every_command_answers(tmp_path: Path) -> None:
    """Where the card stands, a hint or why there is none, suspending, undoing, grading anew."""
    text = text_of(quiz("e\nh\n?\ns\ng 4\nu\ng 3\nx\nq\n", "drawn", "--plain", "--limit", "3", "--seed", "5"))
    assert re.search(r"drawn [a-z0-9-]+: .*drawn\.yaml:\d+", text)
    assert re.search(r"^Hint:\n  \S|^There is no hint", text, re.MULTILINE)
    assert re.search(r"^Noted: Easy instead of Again for [a-z0-9-]+\.$", text, re.MULTILINE)
    assert text.count("g N grade anew") == 2
    assert "Undone: " in text and "Suspended: " in text
    kinds = [event.kind for event in read_events(log_dir()).events]
    assert kinds == ["review", "undo", "review", "undo", "suspend"]


def test_sentences_are_wrapped_as_lessons_are() -> None:
    """Keys, verdicts, records and summary stay within the terminal; what may be copied is whole."""
    text = text_of(quiz("?\ns\n3\ng 3\nq\n", "drawn", "--plain", "--limit", "3", "--seed", "5", COLUMNS="60"))
    copied = ("Taught in: ", "drawn ")
    assert re.search(r"^Taught in: petui learn --plain [a-z-]+", text, re.MULTILINE)
    assert all(len(line) <= 58 for line in text.split("\n") if not line.startswith(copied))
    unfolded = text.replace("\n  ", " ")
    assert re.search(r"^Type an answer, or h hint, .*g N grade anew, q end, \? these keys\.$", unfolded, re.MULTILINE)
    assert re.search(r"^Recorded as .* Grades: 1 Again .*, 4 Easy .*\.$", unfolded, re.MULTILINE)


def test_ascii_only() -> None:
    """--ascii writes no other byte, however the cards are written."""
    run = quiz("s\n1\n" * 12, "--plain", "--ascii", "--all", "--limit", "12", "--seed", "4")
    assert text_of(run).isascii()


def test_a_card_that_is_forgotten_again_and_again_is_named(tmp_path: Path) -> None:
    """With the place of its wording, and no key that is not there."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "course.yaml").write_text("schema: 1\nid: own\ntitle: Own\nlanguage: en\ndecks:\n  - decks/d.md\n")
    (tmp_path / "decks" / "d.md").write_text("# D\n\n:::{card} some\n:answer: 9\n:tol: 0.1\n\nHow much?\n:::\n")
    log = ReviewLog(log_dir())
    log.append(
        StartEvent(card="own/some", due="2020-01-01", last="2019-12-01", stability=9, difficulty=5, lapses=7),
    )
    log.close()
    text = text_of(quiz("8\n", "own", "--plain", "--content", str(tmp_path)))
    assert re.search(r"^Forgotten 8 times: mend its wording \(.*d\.md:3\)\.$", text, re.MULTILINE)


def test_what_cannot_be_saved_is_said(tmp_path: Path) -> None:
    """A file in the place of the data directory: each verdict ends so, the summary counts them, exit 0."""
    place = tmp_path / "in-the-way"
    place.write_text("")
    text = text_of(quiz("s\n3\ns\n3\n", "drawn", "--plain", "--limit", "2", PETUI_DATA_DIR=str(place), COLUMNS="102"))
    verdicts = [line for line in text.split("\n") if VERDICT.match(line)]
    assert verdicts and all(line.endswith("(not saved)") for line in verdicts)
    assert f"\nNot saved: {len(verdicts)}.\n" in text
    assert text.count("Progress is not saved: ") == text.count(str(place)) == 1


def test_plain_may_stand_before_the_command() -> None:
    """As other global options do, before the quiz, before a lesson, and alone."""
    for arguments in ("--plain quiz --limit 1", "--plain", "--plain learn"):
        run = subprocess.run(
            [sys.executable, "-m", "petui", *arguments.split()],
            input=b"q\n",
            capture_output=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            timeout=300,
            check=False,
        )
        assert run.returncode == 0 and b"Session over" in run.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("no-such-deck",), "no-such-deck"),
        (("--limit", "0"), "--limit"),
        (("--limit", "many"), "--limit"),
        (("--seed", "-1"), "--seed"),
        (("--all", "--mistakes"), "--mistakes"),
    ],
)
def test_wrong_use_is_one_line(arguments: tuple[str, ...], says: str) -> None:
    """Exit 2, one line on stderr, nothing on stdout."""
    run = quiz("", "--plain", *arguments)
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.decode().count("\n") == 1 and says in run.stderr.decode()


def test_a_closed_reader_ends_it_quietly() -> None:
    """`petui quiz | head -1`: no traceback, exit 0, and what was answered stays saved."""
    command = f"yes s | {sys.executable} -m petui quiz --plain --all --limit 3 | head -n 1; echo ${{PIPESTATUS[1]}}"
    run = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=300,
        check=False,
    )
    assert run.stdout.decode().split("\n")[-2] == "0"
    assert b"Traceback" not in run.stderr


def own_course(directory: Path, deck: str) -> tuple[str, ...]:
    """Options that open a course of one deck and nothing else."""
    (directory / "decks").mkdir()
    (directory / "course.yaml").write_text("schema: 1\nid: own\ntitle: Own\nlanguage: en\ndecks:\n  - decks/d.md\n")
    (directory / "decks" / "d.md").write_text(deck)
    return ("own", "--plain", "--content", str(directory))


@pytest.mark.parametrize("answer", ["h", "s", "u", "x", "e", "q", "?", "g 3"])
def test_an_answer_that_is_a_key_can_be_given_in_quotes(tmp_path: Path, answer: str) -> None:
    """Where a card's answer is one of the keys, the question says how to type it; the key itself stays a key."""
    options = own_course(tmp_path, f"#flashcards\n\nThe letter is =={answer}== here.\n")
    text = text_of(quiz(f"'{answer}'\n", *options))
    assert "Answer, in words, and in quotes where it is one of the keys:" in text.split("\n")
    assert [line for line in text.split("\n") if VERDICT.match(line)] == ["Right."]


def test_other_answers_need_no_quotes(tmp_path: Path) -> None:
    """The question says nothing of them."""
    options = own_course(tmp_path, "#flashcards\n\nThe letter is ==y== here.\n")
    text = text_of(quiz("y\n", *options))
    assert "Answer, in words:" in text.split("\n") and "quotes" not in text


def test_an_empty_line_answers_nothing(tmp_path: Path) -> None:
    """Enter pressed once too often is no answer that was not known."""
    options = own_course(tmp_path, "#flashcards\n\nIt is ==this== word.\n")
    text = text_of(quiz("\n  \nthis\n", *options))
    assert text.count("nothing was typed; type the answer, or s shows it") == 2
    (review,) = reviews()
    assert (review.rating, review.typed) == (3, "this")


def test_a_card_without_a_value_is_named_and_the_others_are_asked(tmp_path: Path) -> None:
    """The session goes on, and its summary says which card was not asked, where it stands and why."""
    card = ":::{{card}} {0}\n:covers: F1\n:vary: pos in 1, 2\n:answer: {1}\n:tol: 0.1\n\nHow much is {0}?\n:::\n\n"
    cards = card.format("none", "1/(pos - pos)") + card.format("some", "9")
    text = text_of(quiz("9\n9\n", *own_course(tmp_path, f"# D\n\n{cards}")))
    assert next(line for line in text.split("\n") if VERDICT.match(line)).startswith("Right")
    assert "How much is none" not in text
    (told,) = (line for line in text.split("\n") if line.startswith("Not asked: "))
    assert told.startswith("Not asked: none (") and "d.md:3:" in told and told.endswith("it divides by zero.")


@pytest.mark.parametrize(
    "command", [("quiz", "--plain", "--all", "--limit", "1"), ("stats",), ("list",), ("cards", "list")]
)
def test_a_deck_that_cannot_be_read_is_not_left_out_in_silence(tmp_path: Path, command: tuple[str, ...]) -> None:
    """Every command that goes by the cards says on stderr that some are missing, and goes on with the others."""
    own_course(tmp_path, "#flashcards\n\nq\0::a\n")
    done = subprocess.run(
        [sys.executable, "-m", "petui", "--content", str(tmp_path), *command],
        input=b"q\n",
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=300,
        check=False,
    )
    assert done.returncode == 0 and done.stdout
    (told,) = done.stderr.decode().splitlines()
    assert told.startswith("petui: some files have faults and were left out; see `petui lint` (")
    assert "d.md:3:2: E01" in told
