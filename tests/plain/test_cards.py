"""petui cards and petui data, as they are typed: shapes, exit codes, what goes to stdout and what to stderr."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from petui.lessons.cells import cell_width
from petui.lessons.collection import FiledCard
from petui.lessons.deckfile import parse_deck
from petui.locations import data_dir, log_dir
from petui.plain.cards import cards_text
from petui.review.events import ReviewEvent, SettingEvent, StartEvent
from petui.review.log import ReviewLog, read_events
from tests.running import petui_here

# Far beyond what any of these takes; only a hang reaches it.
PATIENCE = 120


def run(*arguments: str) -> tuple[int, str, str]:
    """Run `petui`: its exit code, standard output and standard error."""
    done = petui_here(*arguments)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def reviewed(card: str, rating: int = 4) -> None:
    """Note a review in the log."""
    log = ReviewLog(log_dir())
    assert log.append(ReviewEvent(card=card, rating=rating))
    log.close()


# ---- cards list ------------------------------------------------------------------------------------------------------


def test_the_json_list_has_every_shipped_card() -> None:
    """In its stable shape; enough of them, and enough that are drawn afresh."""
    code, out, err = run("cards", "list", "--format", "json")
    assert (code, err) == (0, "")
    content = json.loads(out)
    assert content["schema"] == 1
    cards: list[dict[str, Any]] = content["cards"]
    assert len(cards) >= 120
    assert sum(card["kind"] == "numeric" and card["parametric"] for card in cards) >= 40
    keys = {"id", "deck", "kind", "front", "back", "covers", "file", "line"}
    assert all(keys <= card.keys() for card in cards)
    assert {card["kind"] for card in cards} <= {"basic", "reversed", "cloze", "numeric", "choice"}
    for card in cards:
        assert card["id"] and card["front"] and isinstance(card["covers"], list)
        assert Path(card["file"]).is_file() and card["line"] >= 1
    assert len({(card["course"], card["id"]) for card in cards}) == len(cards)
    assert {card["state"] for card in cards} == {"new"}


def test_the_text_list_goes_by_deck_and_says_what_is_due() -> None:
    """A card that was reviewed has the day on which it is due."""
    reviewed("positional-encodings/last-position")
    code, out, err = run("cards", "list", "first-cards")
    assert (code, err) == (0, "")
    head, *lines = out.splitlines()
    assert head == "positional-encodings/first-cards (20 cards)" and len(lines) == 20
    states = {line.split()[2]: line.split()[0] for line in lines}
    assert states.pop("last-position")[:2] == "20"
    assert set(states.values()) == {"new"}
    assert all(cell_width(line) <= 80 for line in lines)


def test_a_lesson_and_a_tag_choose_cards() -> None:
    """What nobody has is refused with the nearest name."""
    decks = {
        card["deck"] for card in json.loads(run("cards", "list", "#flashcards/ai-ml", "--format", "json")[1])["cards"]
    }
    assert len(decks) > 1
    assert json.loads(run("cards", "list", "order-is-lost", "--format", "json")[1])["cards"]
    code, out, err = run("cards", "list", "first-card")
    assert (code, out) == (2, "")
    assert err == "petui: cards: there is no course, deck, lesson or tag 'first-card'; did you mean `first-cards`?\n"


def test_a_course_chooses_its_cards() -> None:
    """By the id that `petui list` shows, and no others."""
    every = json.loads(run("cards", "list", "--format", "json")[1])["cards"]
    for course in ("positional-encodings", "waves-as-features"):
        listed = json.loads(run("cards", "list", course, "--format", "json")[1])["cards"]
        assert listed and listed == [card for card in every if card["course"] == course]
    code, _, err = run("cards", "list", "positional-encoding")
    assert code == 2 and "did you mean `positional-encodings`?" in err


def test_a_group_without_a_command_shows_its_commands() -> None:
    """On stderr, as wrong use is."""
    for group, commands in (("cards", ("list", "export", "import")), ("data", ("export", "merge", "compact"))):
        code, out, err = run(group)
        assert (code, out) == (2, "")
        assert all(f"\n  {command} " in err for command in commands)


@pytest.mark.parametrize("width", [1, 40, 80, 200])
def test_a_row_is_cut_and_never_torn(width: int) -> None:
    """Wide signs and controls too, at any width; the beginning of the front always shows."""
    deck = parse_deck("記号" * 60 + " :: a ^one\n\nshort :: b ^two\n", "deck.md")[0]
    assert deck is not None
    cards = [FiledCard("c", "deck", card) for card in deck.cards]
    lines = cards_text(cards, ["new", "due"], width, ascii=False).splitlines()
    assert lines[0] == "c/deck (2 cards)"
    assert lines[1].endswith("…") and lines[2].endswith("short")
    assert cell_width(lines[1]) <= max(width, 52)
    assert cards_text(cards, ["new", "due"], width, ascii=True).isascii()


# ---- cards export ----------------------------------------------------------------------------------------------------


def test_export_writes_a_file_and_says_what_was_drawn(tmp_path: Path) -> None:
    """Data in the file, talk on stderr; without -o data goes to stdout."""
    file = tmp_path / "deck.txt"
    code, out, err = run("cards", "export", "first-cards", "-o", str(file))
    assert (code, out) == (0, "")
    assert err.startswith("petui: 20 cards written\npetui: 9 cards with drawn numbers: the file has those of seed 0")
    assert run("cards", "export", "first-cards", "--to", "anki")[1] == file.read_text(encoding="utf-8")
    assert run("cards", "export", "first-cards", "--seed", "1")[1] != file.read_text(encoding="utf-8")


def test_every_form_of_export() -> None:
    """Anki's headers, a Markdown heading, a CSV header, and the same JSON as the list's."""
    starts = {"anki": "#separator:tab\n", "obsidian": "# First cards\n", "csv": "id,course,deck,kind,"}
    for form, start in starts.items():
        code, out, _ = run("cards", "export", "first-cards", "--to", form)
        assert code == 0 and out.startswith(start)
    listed = run("cards", "list", "first-cards", "--format", "json")
    assert run("cards", "export", "first-cards", "--to", "json") == listed


def test_an_export_to_a_file_says_how_many_cards_it_has(tmp_path: Path) -> None:
    """Whatever the form."""
    for form in ("anki", "obsidian", "csv", "json"):
        file = tmp_path / form
        code, out, err = run("cards", "export", "first-cards", "--to", form, "-o", str(file))
        assert (code, out) == (0, "") and file.stat().st_size
        assert re.match(r"petui: [0-9]+ cards written\n", err)


def test_notes_that_cannot_be_written_quite_as_they_are_are_named(tmp_path: Path) -> None:
    """On stderr."""
    course = tmp_path / "c"
    (course / "decks").mkdir(parents=True)
    (course / "course.yaml").write_text("schema: 1\nid: c\ntitle: C\nlanguage: en\ndecks: [decks/d.md]\n")
    (course / "decks" / "d.md").write_text(":::{card} one\n:kind: cloze\n\nA ==b== c.\n?\nMore.\n:::\n")
    code, _, err = run("--content", str(course), "cards", "export", "c/d", "--to", "obsidian")
    told = "1 cloze loses what its author says on the back; such notes have no place for it: c/one"
    assert (code, err.splitlines()[-1]) == (0, f"petui: {told}")
    (course / "decks" / "d.md").write_text(":::{card} two\n\nA\n\n> b\n?\n> a\n\nb\n\n| a |\n|---|\n| b |\n\nc\n:::\n")
    code, _, err = run("--content", str(course), "cards", "export", "c/d", "--to", "obsidian")
    told = "1 note runs the parts of a side together, since an empty line would end it: c/two"
    assert (code, err.splitlines()[-1]) == (0, f"petui: {told}")


# ---- cards import ----------------------------------------------------------------------------------------------------

NOTE = "# Waves\n\nWhat is omega? :: a rate ^omega\n<!--SR:!2026-01-02,4,270-->\n\n| a::b | c |\n"


def test_import_tells_and_the_cards_are_there(tmp_path: Path) -> None:
    """Every difference with its line; what was scheduled is due; the second time nothing is begun."""
    note = tmp_path / "waves.md"
    note.write_text(NOTE)
    code, out, err = run("cards", "import", str(note))
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == f"{note}: 1 card, deck waves"
    assert lines[1].startswith(f"{note}:6:") and " W01 " in lines[1] and len(lines) == 2
    place = data_dir() / "courses" / "imported"
    assert err == f"petui: 1 note, 1 card in {place}; the schedule of 1 card taken over\n"
    (event,) = read_events(log_dir()).events
    assert isinstance(event, StartEvent) and (event.card, event.due) == ("imported/omega", "2026-01-02")
    assert "  due         basic     omega" in run("cards", "list", "waves")[1]
    assert run("cards", "import", str(note)) == (0, out, f"petui: 1 note, 1 card in {place}\n")
    assert len(read_events(log_dir()).events) == 1
    assert note.read_text() == NOTE
    assert run("lint", str(place))[0] == 0


def test_import_with_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """Exit 1, and the others are imported."""
    note = tmp_path / "waves.md"
    note.write_text(NOTE)
    code, out, err = run("cards", "import", str(tmp_path / "none.md"), str(note))
    assert code == 1 and "none.md: the file cannot be read: No such file" in out and "2 notes, 1 card" in err


def test_import_where_nothing_can_be_read(tmp_path: Path) -> None:
    """Exit 1, and no word of a course that is not there."""
    code, out, err = run("cards", "import", str(tmp_path / "none.md"))
    assert (code, err) == (1, "petui: nothing was read\n")
    assert out.startswith(f"{tmp_path / 'none.md'}: the file cannot be read: No such file or directory;")
    assert out.count("\n") == 1
    assert not data_dir().exists()
    note = tmp_path / "bare.md"
    note.write_text("No cards.\n")
    code, out, err = run("cards", "import", str(note))
    assert (code, out, err) == (1, f"{note}: no cards\n", "petui: 1 note, no cards; no course was written\n")
    assert not data_dir().exists()


def test_import_of_a_folder_without_cards(tmp_path: Path) -> None:
    """Exit 1: nothing was found."""
    (tmp_path / "vault").mkdir()
    assert run("cards", "import", str(tmp_path / "vault")) == (
        1,
        "",
        "petui: no note with the tag #flashcards was found\n",
    )


def test_import_into_a_course_of_that_id_is_refused(tmp_path: Path) -> None:
    """Two courses would share one history."""
    note = tmp_path / "waves.md"
    note.write_text(NOTE)
    code, _, err = run("cards", "import", str(note), "--to", str(tmp_path / "positional-encodings"))
    assert code == 2 and "there is a course positional-encodings already" in err
    code, _, err = run("cards", "import", str(note), "--to", str(tmp_path / "Meine Karten"))
    assert code == 0 and (tmp_path / "Meine Karten" / "course.yaml").is_file()
    assert "meine-karten/waves (1 card)" in run("--content", str(tmp_path / "Meine Karten"), "cards", "list")[1]


# ---- cards suspend ---------------------------------------------------------------------------------------------------


def test_suspending_and_asking_again() -> None:
    """By id or by course and id; an unknown one changes nothing."""
    assert run("cards", "suspend", "bag-of-words", "positional-encodings/last-position")[2].splitlines() == [
        "petui: positional-encodings/bag-of-words is suspended",
        "petui: positional-encodings/last-position is suspended",
    ]
    assert run("cards", "list", "first-cards")[1].count("  suspended   ") == 2
    code, _, err = run("cards", "unsuspend", "last-position", "last-positoin")
    assert (code, err) == (2, "petui: cards: there is no card 'last-positoin'; did you mean `last-position`?\n")
    assert (
        run("cards", "unsuspend", "last-position")[2]
        == "petui: positional-encodings/last-position will be asked again\n"
    )
    assert (
        run("cards", "unsuspend", "last-position")[2] == "petui: positional-encodings/last-position is not suspended\n"
    )
    assert run("cards", "list", "first-cards")[1].count("  suspended   ") == 1


def test_a_card_is_suspended_as_a_search_names_it() -> None:
    """Behind its deck or its lesson, with a course before it or not; one card by several names is one."""
    hits = json.loads(run("find", "--format", "json", "position")[1])["hits"]
    targets = {hit["target"] for hit in hits if hit["kind"] == "card"}
    own = next(target for target in sorted(targets) if target.startswith("first-cards#"))
    lessons = {hit["target"].partition("#")[0] for hit in hits if hit["kind"] == "step"}
    lesson = next(target for target in sorted(targets) if target.partition("#")[0] in lessons)
    names = [own, f"positional-encodings/{own}", own.partition("#")[2], lesson]
    assert run("cards", "suspend", *names)[2].splitlines() == [
        f"petui: positional-encodings/{name.partition('#')[2]} is suspended" for name in (own, lesson)
    ]
    assert run("cards", "unsuspend", own)[2].endswith(" will be asked again\n")
    code, _, err = run("cards", "suspend", "second-cards#last-positoin")
    assert (code, "did you mean `last-position`?" in err) == (2, True)


# ---- data ------------------------------------------------------------------------------------------------------------


def test_data_travels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exported here and merged there, once or twice, it is the same log."""
    reviewed("positional-encodings/last-position", 1)
    reviewed("positional-encodings/last-position", 3)
    file = tmp_path / "events.jsonl"
    assert run("data", "export", "-o", str(file)) == (0, "", "petui: 2 events\n")
    assert run("data", "export")[1] == file.read_text()
    assert [json.loads(line)["rating"] for line in file.read_text().splitlines()] == [1, 3]
    here = read_events(log_dir()).events
    monkeypatch.setenv("PETUI_DATA_DIR", str(tmp_path / "there"))
    assert run("data", "merge", str(file)) == (0, "", "petui: 2 events added, 0 known already\n")
    assert run("data", "merge", str(file)) == (0, "", "petui: no events added, 2 known already\n")
    assert read_events(log_dir()).events == here


def test_of_nothing_nothing_is_exported(tmp_path: Path) -> None:
    """Exit 1 and one line; no file is made, and one that is there stays."""
    file = tmp_path / "events.jsonl"
    wanted = (1, "", f"petui: {log_dir()}: no events; nothing is written\n")
    assert run("data", "export", "-o", str(file)) == wanted
    assert not file.exists()
    file.write_text("before")
    assert run("data", "export", "-o", str(file)) == wanted
    assert file.read_text() == "before"
    assert run("data", "export") == (0, "", "petui: no events\n")


def test_merging_what_is_no_log_is_refused(tmp_path: Path) -> None:
    """Exit 2, and no log comes of it."""
    deck = tmp_path / "deck.txt"
    deck.write_text("#separator:tab\nfront\tback\n")
    code, out, err = run("data", "merge", str(deck))
    assert (code, out) == (2, "") and "is no log" in err
    assert not log_dir().exists()


def test_torn_lines_are_told(tmp_path: Path) -> None:
    """How many were left out."""
    reviewed("a/b")
    file = tmp_path / "events.jsonl"
    run("data", "export", "-o", str(file))
    file.write_text(file.read_text() + "{torn\n[]\n")
    assert run("data", "merge", str(file))[2] == (
        "petui: no events added, 1 known already; 2 lines that are no event left out\n"
    )


def test_compacting() -> None:
    """Files of the last day wait unless they are asked for."""
    assert run("data", "compact")[2] == "petui: there is no log yet\n"
    for number in range(3):
        log = ReviewLog(log_dir())
        log.append(SettingEvent(name="theme", value=str(number)))
        log.close()
    before = read_events(log_dir()).events
    waiting = "petui: nothing to join; the log has 3 files; those of the last day wait, unless with --now\n"
    assert run("data", "compact") == (0, "", waiting)
    assert run("data", "compact", "--now") == (0, "", "petui: 3 files became one; the log has 1 file\n")
    assert read_events(log_dir()).events == before


@pytest.mark.parametrize("arguments", [["cards", "list"], ["cards", "export"], ["data", "export"]], ids=" ".join)
def test_a_closed_pipe_ends_quietly(arguments: list[str]) -> None:
    """Who reads the first line only gets no traceback."""
    reviewed("a/b")
    done = subprocess.run(
        f"{sys.executable} -m petui {' '.join(arguments)} | head -c 1",
        shell=True,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert b"Traceback" not in done.stderr
