"""Anki's own importer takes what is exported, and finds in it what was written."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from petui.core.lab import Lab
from petui.lessons.collection import FiledCard, collect_cards
from petui.lessons.deckfile import parse_deck
from petui.lessons.model import Course, Deck
from petui.lessons.place import Place
from petui.lessons.prosemodel import Paragraph, Prose, Text
from petui.lessons.roles import Values
from petui.review.anki import anki_text
from petui.review.instances import Instance, instances_of
from tests.shipped import shipped_courses

if TYPE_CHECKING:
    from anki.collection import Collection

HARD = r"""#flashcards/ai-ml

`<b>` & "quotes" :: "It" said 'a' & b < c > d

What is $a < b$ and $\omega_i$? :: $x \& y$ and `\(no maths\)`

Literal \\(x\\) and a [sound:x.mp3] and [latex]y[/latex] :: [$]z[/$] and \\[w\\]

\# first :: \#separator:comma

Lines
?
- one
- two `code	tab`
```python
a = b < c  # {{c1::no}}
	x
```
$$\frac{1}{2}$$
| a | b |
|---|---|
| 1 | 2 |

the base is ==10000==, the width ==512==

Größe 👩‍🔬 سؤال ::: ελληνικά
"""


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    """An empty collection of Anki's."""
    pytest.importorskip("anki", reason="the group `anki` is not installed")
    from anki.collection import Collection

    opened = Collection(str(tmp_path / "collection.anki2"))
    yield opened
    opened.close()


def course_of(text: str) -> Course:
    """A course of one deck."""
    deck, faults = parse_deck(text, "hard.md")
    assert deck is not None and not [fault for fault in faults if not fault.is_warning]
    return Course("test", "A :: title", "en", "", (), (), decks=(deck,))


def exported(*courses: Course, seed: int = 0) -> str:
    """The text for Anki of all their cards."""
    found = instances_of(collect_cards(courses), courses, seed)
    assert not found.refused
    return anki_text(found.cards)


def imported(collection: Collection, text: str, place: Path) -> Any:
    """What Anki says of importing the text, with what it proposes itself."""
    from anki.collection import ImportCsvRequest

    file = place / "deck.txt"
    file.write_text(text, encoding="utf-8", newline="\n")
    metadata = collection.get_csv_metadata(path=str(file), delimiter=None)
    return collection.import_csv(ImportCsvRequest(path=str(file), metadata=metadata)).log


def notes(collection: Collection) -> dict[str, Any]:
    """The notes by guid."""
    return {note.guid: note for note in map(collection.get_note, collection.find_notes(""))}


def rows(text: str) -> dict[str, list[str]]:
    """The fields of an export by their first: its own reading, where no field is quoted."""
    lines = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    return {row[0]: row for row in lines}


def test_anki_finds_every_shipped_card(collection: Collection, tmp_path: Path) -> None:
    """As many notes as cards, each of the type Basic, in its deck, with its fields and tags as they were written."""
    courses = shipped_courses()
    text = exported(*courses)
    log = imported(collection, text, tmp_path)
    cards = collect_cards(courses)
    assert len(cards) >= 120
    assert (log.found_notes, len(log.new)) == (len(cards), len(cards))
    found = notes(collection)
    assert set(found) == {filed.key for filed in cards}
    assert {note.note_type()["name"] for note in found.values()} == {"Basic"}
    titles = {course.id: course.title for course in courses}
    for filed in cards:
        note = found[filed.key]
        (card,) = note.cards()
        assert collection.decks.name(card.did).startswith(f"petui::{titles[filed.course]}::")
        assert set(note.tags) >= {f"petui::{filed.course}::{number}" for number in filed.card.covers}
    written = {key: row for key, row in rows(text).items() if '"' not in "".join(row)}
    assert len(written) > len(cards) / 2
    for key, (_, _, front, back, tags) in written.items():
        assert found[key].fields == [front, back]
        assert Counter(found[key].tags) == Counter(tags.split())


def test_a_second_import_updates(collection: Collection, tmp_path: Path) -> None:
    """The same file adds nothing; a mended back replaces the old one, and the card keeps its place and schedule."""
    before = "Q1 :: A1 ^one\n\nQ2 :: A2 ^two\n"
    imported(collection, exported(course_of(before)), tmp_path)
    again = imported(collection, exported(course_of(before)), tmp_path)
    assert (len(again.new), len(again.updated), len(again.duplicate)) == (0, 0, 2)
    (card,) = notes(collection)["test/one"].cards()
    card.due, card.ivl, card.type, card.queue = 7, 30, 2, 2
    collection.update_card(card)
    mended = imported(collection, exported(course_of(before.replace("A1", "**A1**, mended"))), tmp_path)
    assert (len(mended.new), len(mended.updated)) == (0, 1)
    note = notes(collection)["test/one"]
    assert note.fields == ["Q1", "<b>A1</b>, mended"]
    assert (note.cards()[0].id, note.cards()[0].ivl) == (card.id, 30)
    assert len(collection.find_notes("")) == 2


def test_an_earlier_choice_does_not_keep_it_from_updating(collection: Collection, tmp_path: Path) -> None:
    """Anki proposes for a file what was chosen for the last one, unless the file says what it wants."""
    from anki.collection import ImportCsvRequest

    file = tmp_path / "other.txt"
    file.write_text("#separator:tab\nfront\tback\n", encoding="utf-8")
    metadata = collection.get_csv_metadata(path=str(file), delimiter=None)
    metadata.dupe_resolution = metadata.PRESERVE
    collection.import_csv(ImportCsvRequest(path=str(file), metadata=metadata))
    for back in ("old", "new"):
        imported(collection, exported(course_of(f"Q :: {back} ^one\n")), tmp_path)
    assert notes(collection)["test/one"].fields == ["Q", "new"]


def test_hard_text_arrives_as_it_was_meant(collection: Collection, tmp_path: Path) -> None:
    """Signs of HTML, quotes, formulas, tabs, a number sign in front, and what Anki would act on."""
    course = course_of(HARD)
    log = imported(collection, exported(course), tmp_path)
    found = [notes(collection)[filed.key].fields for filed in collect_cards([course])]
    assert len(log.new) == len(found) == 9
    assert found[0] == ['<code>&lt;b&gt;</code> &amp; "quotes"', "\"It\" said 'a' &amp; b &lt; c &gt; d"]
    assert found[1][0] == r"What is \(a &lt; b\) and \(\omega_i\)?"
    assert found[1][1] == r"\(x \&amp; y\) and <code>\<span></span>(no maths\<span></span>)</code>"
    assert found[2][0].startswith(r"Literal \<span></span>(x\<span></span>) and a &#91;sound:x.mp3] and &#91;latex]y")
    assert found[3] == ["# first", "#separator:comma"]
    assert found[4][1] == (
        "<ul><li>one</li><li>two <code>code tab</code></li></ul>"
        "<pre><code>a = b &lt; c  # {{c1::no}}<br>    x</code></pre>"
        r"<p>\[\frac{1}{2}\]</p>"
        "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
    )
    assert found[5] == ["the base is […], the width 512", "the base is 10000, the width 512"]
    assert found[7] == ["Größe 👩‍🔬 سؤال", "ελληνικά"]
    assert collection.decks.id_for_name("petui::A : title::hard")
    assert not collection.media.check().missing


def test_anki_renders_no_sound_and_no_formula_from_words(collection: Collection, tmp_path: Path) -> None:
    """What it makes of a card shows the words."""
    course = course_of(HARD)
    imported(collection, exported(course), tmp_path)
    for filed in collect_cards([course]):
        (card,) = notes(collection)[filed.key].cards()
        shown = card.render_output()
        assert not shown.question_av_tags and not shown.answer_av_tags
        assert "[anki:" not in shown.answer_text and "<img" not in shown.answer_text


# ---- without Anki ----------------------------------------------------------------------------------------------------


def test_the_file_begins_with_its_headers() -> None:
    """Without a byte order mark, by which the first would not be known, and every line one card."""
    text = exported(course_of(HARD))
    lines = text.splitlines()
    assert lines[:2] == ["#separator:tab", "#html:true"]
    cards = [line for line in lines if not re.match("#[a-z ]+:", line)]
    assert len(cards) == 9 and lines[-9:] == cards
    assert all(line.count("\t") == 4 for line in cards)


def test_numbers_are_drawn_by_the_seed_and_the_card_alone() -> None:
    """The same seed gives the same file, and a card the same numbers whatever is exported beside it."""
    courses = shipped_courses()
    cards = [filed for filed in collect_cards(courses) if filed.card.vary]
    every = {one.filed.key: one for one in instances_of(cards, courses, 0).cards}
    some = instances_of(cards[::3], courses, 0).cards
    assert anki_text(some) == anki_text(instances_of(cards[::3], courses, 0).cards)
    assert anki_text(some) != anki_text(instances_of(cards[::3], courses, 1).cards)
    assert all(every[one.filed.key] == one for one in some)


def test_a_parametric_card_has_its_numbers_and_its_answer() -> None:
    """Nothing of an expression is left, and the answer belongs to the numbers of the front."""
    fields = ":vary: n in 5..20\n:answer: n - 1\n:tol: 0.1\n:unit: tokens\n"
    block = f":::{{card}} last\n{fields}\nOf {{val}}`n`?\n?\nOne less.\n:::\n"
    row = rows(exported(course_of(block)))["test/last"]
    drawn = int(re.fullmatch(r"Of (\d+)\?", row[2])[1])  # type: ignore[index]
    assert row[3] == f"<p><b>{drawn - 1} tokens</b></p><p>One less.</p>"


def test_a_choice_has_options_in_front_and_reasons_behind() -> None:
    """The right one first, by the number that it has in front."""
    block = (
        "::::{card} pick\n:kind: choice\n\n:::{choice} pick-options\nWhich?\n\n- [x] this\n\n  It is.\n"
        "- [ ] that\n\n  It is not.\n:::\n?\nThis one.\n::::\n"
    )
    _, _, front, back, _ = rows(exported(course_of(block)))["test/pick"]
    options = re.findall("<li>(.*?)</li>", front)
    assert front.startswith("<p>Which?</p><ol>") and sorted(options) == ["that", "this"]
    at = options.index("this")
    assert back.startswith(f"<p><b>{at + 1}) this</b></p>") and back.endswith("<p>This one.</p>")
    reasons = re.findall("<li>(.*?)</li>", back)
    assert reasons[at] == "<i>Right.</i> It is." and reasons[1 - at] == "<i>Wrong.</i> It is not."


def test_a_card_without_a_front_is_not_passed_over() -> None:
    """Anki skips a note whose first field is empty."""
    place = Place("x.md")
    back: Prose = (Paragraph((Text("back"),), place),)
    (filed,) = [one for one in collect_cards([course_of("Q :: A ^one\n")])]
    instance = Instance(FiledCard("test", "hard", filed.card), "T", "D", (), back, Values(Lab()))
    assert rows(anki_text([instance]))["test/one"][2] == "(one)"


def test_titles_make_no_levels_of_decks() -> None:
    """Two colons in a title would divide the deck's name."""
    deck = Deck("d", "a::b :: c", "d.md", course_of("Q :: A ^one\n").decks[0].cards)
    text = exported(Course("test", "::", "en", "", (), (), decks=(deck,)))
    assert rows(text)["test/one"][1] == "petui::-::a:b : c"
    assert html.unescape(text) == text


def test_signs_that_terminals_differ_on_are_kept() -> None:
    """Joined emoji, tones of skin, flags and soft hyphens, in text, code and formulas, as they were written."""
    signs = "👩\u200d🔬 co\u00adop 👍🏽 🇩🇪"
    (row,) = rows(exported(course_of(f"{signs} `{signs}` :: $\\text{{{signs}}}$\n"))).values()
    assert row[2] == f"{signs} <code>{signs}</code>"
    assert signs in row[3]
