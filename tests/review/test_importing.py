"""Importing notes of Obsidian: what is taken, what is told, what is never touched."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from petui.core.errors import ContentError
from petui.lessons.course import load_course
from petui.lessons.deckfile import parse_deck
from petui.lessons.model import Card, OldSchedule
from petui.review.events import ReviewEvent, SuspendEvent
from petui.review.importing import Import, import_notes, legal_id
from petui.review.schedule import Schedule
from petui.review.starting import starts

NOTE = """\
---
aliases: [One, "Two"]
tags:
  - flashcards/ai
created: 2024-01-01
---
# A note

What is $\\omega$? :: a rate ^omega
<!--SR:!2026-09-02,4,270-->

front ::: back

| a::b | c |

The base is ==10000==.
"""


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with two notes of cards, one of none, and what is no note of it."""
    root = tmp_path / "vault"
    for folder in ("sub", ".obsidian", ".trash"):
        (root / folder).mkdir(parents=True)
    (root / "Wave notes.md").write_text(NOTE, encoding="utf-8")
    (root / "sub" / "more.MD").write_text("#flashcards\n\nQ :: A\n")
    (root / "plain.md").write_text("x :: y\n\n`#flashcards` is the tag; [a](#flashcards)\n")
    (root / "text.txt").write_text("#flashcards\nx :: y\n")
    for hidden in (".obsidian", ".trash"):
        (root / hidden / "old.md").write_text("#flashcards\n\nold :: card\n")
    return root


def put(*files: Path, root: Path) -> Import:
    """Import into a course `own`."""
    return import_notes(files, root, "own", "Own cards")


def cards(root: Path) -> dict[str, list[str]]:
    """The fronts of each deck of a course that is without faults."""
    course, faults = load_course(root)
    assert course is not None and not [fault for fault in faults if not fault.is_warning]
    assert course.id == "own"
    return {deck.id: [card.front_source for card in deck.cards] for deck in course.decks}


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file with its content and its time."""
    return {
        str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_a_vault_becomes_a_course(vault: Path, tmp_path: Path) -> None:
    """Its notes with the tag, hidden folders and other files left out; the vault stays as it is."""
    before = snapshot(vault)
    root = tmp_path / "own"
    done = put(vault, root=root)
    assert [(note.source.name, note.deck, len(note.cards)) for note in done.notes] == [
        ("Wave notes.md", "wave-notes", 4),
        ("more.MD", "more", 1),
    ]
    assert cards(root) == {"wave-notes": ["What is $\\omega$?", "front", "back", "The base is […]."], "more": ["Q"]}
    assert snapshot(vault) == before
    course = load_course(root)[0]
    assert course is not None
    assert (course.title, course.decks[0].tags, course.decks[0].title) == ("Own cards", ("flashcards/ai",), "A note")


def test_how_the_plugin_was_set_is_kept(vault: Path, tmp_path: Path) -> None:
    """A note that says what hides text, and what ends an answer, is read so from the course as well."""
    note = tmp_path / "set.md"
    note.write_text("---\nclozes: [bold, curly]\nend: '+++'\n---\nQ\n?\nA\n\nB\n+++\n\nThe base is **10000** here.\n")
    put(note, root=tmp_path / "own")
    course, faults = load_course(tmp_path / "own")
    assert course is not None and not [fault for fault in faults if not fault.is_warning]
    sides = [(card.kind, card.back_source) for deck in course.decks for card in deck.cards]
    assert sides[0] == ("basic", "A\n\nB")
    assert [kind for kind, _ in sides] == ["basic", "cloze"]


def test_links_lead_nowhere(vault: Path, tmp_path: Path) -> None:
    """Neither out of the vault nor round in it; a note that is named is read wherever it lies."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "out.md").write_text("#flashcards\n\nout :: side\n")
    (vault / "linked").symlink_to(outside)
    (vault / "round").symlink_to(vault)
    (vault / "note.md").symlink_to(outside / "out.md")
    assert "note" not in cards_of(put(vault, root=tmp_path / "own"))
    assert cards_of(put(vault / "note.md", root=tmp_path / "own")) == ["note"]


def cards_of(done: Import) -> list[str]:
    """The decks of an import."""
    return [note.deck for note in done.notes if note.cards]


def test_every_difference_has_its_line_in_the_note(vault: Path, tmp_path: Path) -> None:
    """The copy has a front matter of its own and yet the same lines."""
    done = put(vault / "Wave notes.md", root=tmp_path / "own")
    (note,) = done.notes
    assert [(fault.code, fault.place.line, Path(fault.place.file).name) for fault in note.faults] == [
        ("W01", 14, "Wave notes.md")
    ]
    lines = NOTE.split("\n")
    assert [
        lines[card.place.line - 1].startswith(start)
        for card, start in zip(note.cards, ("What", "front", "front", "The"), strict=True)
    ]
    copy = (tmp_path / "own" / "decks" / "wave-notes.md").read_text(encoding="utf-8").split("\n")
    assert copy[6:] == lines[6:] and len(copy) == len(lines)


def test_importing_again_replaces(vault: Path, tmp_path: Path) -> None:
    """The same ids for what is still asked; a note that left the folder or lost its tag takes its deck along."""
    root = tmp_path / "own"
    first = put(vault, root=root)
    assert put(vault, root=root) == first
    note = vault / "Wave notes.md"
    note.write_text(NOTE.replace("a rate", "the rate of turning") + "\nnew :: card\n", encoding="utf-8")
    again = put(vault, root=root)
    ids = [card.id for card in first.notes[0].cards]
    assert [card.id for card in again.notes[0].cards][: len(ids)] == ids
    assert again.notes[0].cards[0].back_source == "the rate of turning"
    (vault / "sub" / "more.MD").write_text("Q :: A\n")
    assert put(vault, root=root).removed == ("more",)
    note.unlink()
    assert put(vault, root=root).removed == ("wave-notes",)
    assert not list((root / "decks").iterdir()) and not (root / "course.yaml").exists()


def test_a_note_that_moved_keeps_its_history(vault: Path, tmp_path: Path) -> None:
    """Its old copy goes, so that its ids belong to the new one."""
    root = tmp_path / "own"
    before = put(vault / "sub" / "more.MD", root=root).cards
    (vault / "sub" / "more.MD").rename(vault / "renamed.md")
    done = put(vault / "renamed.md", root=root)
    assert (done.cards[0].id, done.removed) == (before[0].id, ("more",))
    assert cards(root) == {"renamed": ["Q"]}


def test_files_are_added_one_by_one(vault: Path, tmp_path: Path) -> None:
    """Equal names get decks of their own, and each keeps its own at the next import."""
    root = tmp_path / "own"
    (vault / "more.md").write_text("R :: S\n")
    (vault / "a").mkdir()
    (vault / "a" / "MORE.md").write_text("T :: U\n")
    for _ in range(2):
        for file in (vault / "sub" / "more.MD", vault / "more.md", vault / "a" / "MORE.md"):
            put(file, root=root)
    assert cards(root) == {"more": ["Q"], "vault-more": ["R"], "a-more": ["T"]}


def test_a_question_of_two_notes_is_asked_once(vault: Path, tmp_path: Path) -> None:
    """The second one is told, and nothing else of its note is lost."""
    (vault / "zz.md").write_text("#flashcards\n\nq :: another\n\nother :: card ^omega\n")
    done = put(vault, root=tmp_path / "own")
    note = done.notes[-1]
    assert [(fault.code, fault.place.line) for fault in note.faults] == [("W02", 3), ("W02", 5)]
    assert [card.front_source for card in note.cards] == ["other"]
    assert note.cards[0].id != "omega"
    assert cards(tmp_path / "own")["zz"] == ["other"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"#flashcards\n" + b"a :: b\n" * 200_000, "bytes, more than"),
        (b"#flashcards\n\nQ :: " + b"word " * 1_000 + b"\n", "more than 4000 characters"),
        (None, "cannot be read"),
    ],
    ids=["large", "long", "missing"],
)
def test_what_cannot_be_read_is_told_and_the_rest_is_imported(
    vault: Path, tmp_path: Path, data: bytes | None, why: str
) -> None:
    """It has a line for itself."""
    bad = vault / "bad.md"
    if data is not None:
        bad.write_bytes(data)
    done = put(vault, bad, root=tmp_path / "own")
    (note,) = [note for note in done.notes if note.source == bad]
    assert not note.cards and (note.problem + " ".join(fault.message for fault in note.faults)).find(why) >= 0
    assert note.problem
    assert set(cards(tmp_path / "own")) == {"wave-notes", "more"}


def test_hostile_notes_do_no_harm(vault: Path, tmp_path: Path) -> None:
    """Binary, long lines, escapes, bidi controls, CR LF with a mark, an open front matter, an open fence."""
    notes = {
        "binary": b"#flashcards\n\nQ1 :: A\x00\xff\xfe\x1b[31m\n",
        "long": b"#flashcards\n\nQ2 :: A\n\n" + b"x" * 50_000 + b"\n\nQ3 :: A\n",
        "bidi": "#flashcards\n\nQ4\u202e :: A\n".encode(),
        "windows": b"\xef\xbb\xbf---\r\ntags: flashcards\r\n---\r\nQ5 :: A\r\n",
        "open": b"---\n#flashcards\n\nQ6 :: A\n",
        "fence": b"#flashcards\n\nQ7 :: A\n\n```\ncode\n",
        "broken": b"---\ntags: [flashcards\n---\n#flashcards\n\nQ8 :: A\n",
        "huge": b"#flashcards\n\n==10000;;number==\n\nQ9 :: A\n",
    }
    for name, data in notes.items():
        (vault / f"{name}.md").write_bytes(data)
    done = put(vault, root=tmp_path / "own")
    assert not [note for note in done.notes if note.problem]
    found = cards(tmp_path / "own")
    fronts = [front for name in notes for front in found[name]]
    assert [front for front in fronts if front.startswith("Q")] == [
        "Q1",
        "Q2",
        "Q3",
        "Q4␦",
        "Q5",
        "Q6",
        "Q7",
        "Q8",
        "Q9",
    ]
    for path in (tmp_path / "own" / "decks").iterdir():
        assert b"\x1b" not in path.read_bytes()


def test_nothing_but_an_imports_own_course_is_written_over(vault: Path, tmp_path: Path) -> None:
    """Neither another folder nor the notes."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").write_text("mine")
    before = snapshot(tmp_path)
    for root in (other, vault, vault / "Wave notes.md"):
        with pytest.raises(ContentError):
            put(vault / "Wave notes.md", root=root)
    with pytest.raises(ContentError, match="not legal"):
        import_notes([vault], tmp_path / "new", "Not Legal", "")
    assert snapshot(tmp_path) == before
    root = tmp_path / "own"
    put(vault, root=root)
    with pytest.raises(ContentError, match="among the copies"):
        put(root / "decks", root=root)


def test_a_course_within_the_vault_is_not_imported_again(vault: Path) -> None:
    """Its copies have the tag too."""
    root = vault / "petui"
    first = put(vault, root=root)
    assert put(vault, root=root) == first


def test_a_changed_title_stays(vault: Path, tmp_path: Path) -> None:
    """Title and language of course.yaml belong to the learner."""
    root = tmp_path / "own"
    put(vault, root=root)
    file = root / "course.yaml"
    file.write_text(file.read_text().replace('"Own cards"', "My waves").replace("und", "de"))
    put(vault, root=root)
    course = load_course(root)[0]
    assert course is not None and (course.title, course.language) == ("My waves", "de")


@pytest.mark.parametrize("text", ["", "[]", '{"decks": 1}', '{"decks": {"../x": 1}}', "{" * 100_000])
def test_a_broken_list_of_sources_is_refused(vault: Path, tmp_path: Path, text: str) -> None:
    """Nobody knows then what may be written over."""
    root = tmp_path / "own"
    put(vault, root=root)
    (root / "sources.json").write_text(text)
    with pytest.raises(ContentError, match="cannot be read"):
        put(vault, root=root)


def test_sources_lead_to_nothing_outside(vault: Path, tmp_path: Path) -> None:
    """A path out of the course in the list deletes nothing there."""
    root, mine = tmp_path / "own", tmp_path / "mine.md"
    mine.write_text("mine")
    put(vault, root=root)
    left = str(vault / "gone.md")
    decks = {"../mine.md": left, "decks/../../mine.md": left, "decks/more.md": left}
    (root / "sources.json").write_text(json.dumps({"schema": 1, "decks": decks}))
    put(vault / "sub", vault, root=root)
    assert mine.read_text() == "mine"


def test_a_place_that_cannot_be_written_is_told(vault: Path, tmp_path: Path) -> None:
    """In one sentence."""
    if os.geteuid() == 0:
        root = Path("/proc/petui-own")
    else:
        root = tmp_path / "closed" / "own"
        root.parent.mkdir()
        root.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    with pytest.raises(ContentError, match="cannot be written"):
        put(vault, root=root)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Über Wellen (2)", "uber-wellen-2"), ("a_b.c", "a-b-c"), ("سؤال", ""), ("Maß", "mass"), ("x" * 99, "x" * 64)],
)
def test_names_become_ids(text: str, expected: str) -> None:
    """Letters, digits and single hyphens."""
    assert legal_id(text) == expected


def test_a_note_without_latin_letters_has_a_deck(vault: Path, tmp_path: Path) -> None:
    """It is called deck."""
    (vault / "سؤال.md").write_text("#flashcards\n\nسؤال :: جواب\n", encoding="utf-8")
    assert "deck" in cards_of(put(vault, root=tmp_path / "own"))


# ---- schedules -------------------------------------------------------------------------------------------------------


def scheduled(text: str) -> tuple[Card, ...]:
    """The cards of a note."""
    deck = parse_deck(text, "note.md")[0]
    assert deck is not None
    return deck.cards


def test_old_schedules_begin_cards_that_were_never_asked() -> None:
    """Each sibling its own; a card with an event of its own is left alone, and the second time nothing is done."""
    found = scheduled(
        "A :: b ^one\n<!--SR:!2026-09-02,4,270-->\n\nC ::: d ^two\n<!--SR:!2026-09-03,10,250!2000-01-01,1,250-->\n\n"
        "E :: f ^three\n<!--SR:!2026-09-04,4,270-->\n\nG :: h ^four\n\nI :: j ^five\n<!--SR:!2026-09-05,4,270-->\n"
    )
    schedule = Schedule()
    events = (ReviewEvent(card="own/three", rating=1), SuspendEvent(card="own/five"))
    begun, refused = starts("own", found, events, schedule, "2026-09-01")
    assert refused == ()
    assert [(event.card, event.due) for event in begun] == [("own/one", "2026-09-02"), ("own/two", "2026-09-03")]
    assert [event.last for event in begun] == ["2026-08-29", "2026-08-24"]
    assert starts("own", found, (*events, *begun), schedule, "2026-09-01") == ((), ())
    assert schedule.started("own/one", begun[0]).due_day == "2026-09-02"


def test_a_schedule_that_makes_no_sense_is_told() -> None:
    """And its card begins as new."""
    (card,) = scheduled("A :: b ^one\n")
    from dataclasses import replace

    odd = replace(card, old=OldSchedule("2026-09-02", float("nan"), ease=250.0))
    begun, refused = starts("own", (odd,), (), Schedule(), "2026-09-01")
    assert begun == () and [one for one, _ in refused] == [odd]
