"""`petui new`: templates that hold up, one entry more in a course.yaml and nothing else, all of it or nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from petui.core.errors import ContentError
from petui.lessons.course import read_course
from petui.lessons.courseedit import Said, _said, with_deck, with_lesson
from petui.lessons.coursefile import course_file_of
from petui.lessons.faults import FaultList, illegal_id
from petui.lessons.lint import lint_paths
from petui.lessons.model import Choice, Question
from petui.lessons.play import Player
from petui.lessons.source import clean_source
from petui.plain import newcontent
from petui.plain.newcontent import legal_name, make_new
from petui.plain.output import Chunk, replace_file
from petui.review.drawing import draw_stage
from tests.running import petui_here

NAMES = ("demo", "first-steps", "1", "no", "a" * 64, "-".join("b" * 32))


def tree(root: Path) -> dict[str, bytes | None]:
    """Every file and folder below a folder, with what the files hold."""
    return {
        str(path.relative_to(root)): path.read_bytes() if path.is_file() else None for path in sorted(root.rglob("*"))
    }


# ---- templates ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", newcontent.KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_a_template_has_no_fault_and_no_warning(kind: str, name: str, tmp_path: Path) -> None:
    """Whatever it is called, in a fresh folder and beside another one."""
    make_new(kind, name, tmp_path)
    root = tmp_path / name if kind == "course" else tmp_path
    assert lint_paths([root]) == ()
    for other in ("lesson", "deck"):
        make_new(other, f"another-{other}", root)
    assert lint_paths([root]) == ()


def test_everything_made_in_one_course_goes_together(tmp_path: Path) -> None:
    """Names that are cut to the same length give no id twice."""
    long = "c" * 60
    make_new("course", "whole", tmp_path)
    for number in range(3):
        make_new("lesson", f"{long}-{number}", tmp_path / "whole")
        make_new("deck", f"{long}-{number}d", tmp_path / "whole")
    assert lint_paths([tmp_path / "whole"]) == ()


@pytest.mark.parametrize("seed", range(5))
def test_a_new_lesson_can_be_played_to_its_end(seed: int, tmp_path: Path) -> None:
    """Right answers close its questions, and its wrong number is told by its misconception."""
    make_new("lesson", "demo", tmp_path)
    course = read_course(tmp_path).course
    assert course is not None
    lesson = course.lessons[0]
    player = Player(lesson, course.mistakes_by_id, seed=seed)
    kinds = set()
    while True:
        while (gate := player.gate) is not None:
            kinds.add(gate.kind if isinstance(gate, Question) else type(gate).__name__)
            if isinstance(gate, Question):
                if gate.wrongs:
                    half = player.gate_stage(gate).draw["n"] ** 2 / 2
                    assert player.answer(str(half)).misconceptions == (gate.wrongs[0].misconception,)
                player.answer(str(player.answer_of(gate)))
            else:
                assert isinstance(gate, Choice)
                right = next(at for at, option in enumerate(gate.options) if option.true)
                player.answer(str(player.order_of(gate).index(right) + 1))
        if not player.forward():
            break
    assert player.finished
    assert kinds == {"predict", "check", "Choice"}
    assert {step.show for step in lesson.steps} >= {"waves"}
    assert lesson.cards


def test_a_new_deck_has_a_card_of_each_kind_that_is_asked(tmp_path: Path) -> None:
    """And `petui quiz` asks all of them."""
    assert petui_here("new", "deck", "words", "--to", str(tmp_path)).returncode == 0
    course = read_course(tmp_path).course
    assert course is not None
    assert {card.kind for card in course.decks[0].cards} == {"basic", "cloze", "numeric", "choice"}
    asked = petui_here(
        "quiz", "words", "--content", str(tmp_path), "--plain", "--all", lines=b"x\ns\n1\n" * 12
    ).stdout.decode()
    assert "of 4 cards done" in asked
    drawn = next(card for card in course.decks[0].cards if card.vary)
    assert len({draw_stage(drawn, Random(seed), {}).draw["n"] for seed in range(20)}) > 2


def test_the_commands_of_the_manual_work_in_a_fresh_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made is printed, and the next command with it; then it is linted and learnt."""
    monkeypatch.chdir(tmp_path)
    made = petui_here("new", "lesson", "demo")
    assert made.stdout.decode().splitlines() == ["course.yaml", "lessons/demo.md"]
    assert made.stderr.decode().splitlines()[-1] == "petui: next, petui preview lessons/demo.md --answers"
    assert petui_here("lint", ".").returncode == 0
    assert "Step 1 of 4" in petui_here("learn", "demo", "--content", ".", "--plain").stdout.decode()
    course = petui_here("new", "course", "big")
    assert course.stderr.decode().splitlines() == ["petui: next, petui learn first-steps --content big"]
    assert "Step 1 of 4" in petui_here("learn", "first-steps", "--content", "big", "--plain").stdout.decode()


# ---- one entry more -------------------------------------------------------------------------------------------------

HEAD = "schema: 1\nid: x # an id\ntitle: 'X: y'\nlanguage: en\n"
ids = st.from_regex(r"[a-z]{1,6}(-[a-z0-9]{1,4})?", fullmatch=True)


@st.composite
def lists(draw: st.DrawFn, names: list[str], indent: str) -> str:
    """A list of these names in one of YAML's styles, as it stands behind its key."""
    note = st.sampled_from(["", " # a note", "  #, [tricky]"])
    style = draw(st.sampled_from(["flow", "rows", "block"])) if names else "flow"
    if style == "flow":
        gap = draw(st.sampled_from([", ", ",", " , "]))
        inner = gap.join(draw(st.sampled_from([name, f"'{name}'", f'"{name}"'])) for name in names)
        return f" [{inner}]{draw(note)}\n"
    if style == "rows":
        last = draw(st.sampled_from(["", ","]))
        ends = [","] * (len(names) - 1) + [last]
        rows = "".join(f"{indent}  {name}{end}{draw(note)}\n" for name, end in zip(names, ends, strict=True))
        return f" [\n{rows}{indent}]\n"
    inset = draw(st.sampled_from(["", "  ", "    "]))
    return "\n" + "".join(f"{indent}{inset}- {name}{draw(note)}\n" for name in names)


@st.composite
def course_files(draw: st.DrawFn) -> str:
    """A course.yaml as people write it."""
    names = draw(st.lists(ids, max_size=6, unique=True))
    cut = draw(st.integers(0, len(names)))
    pieces = []
    if draw(st.booleans()):
        parts = ""
        for part in (names[:cut], names[cut:]):
            lessons = f"    lessons:{draw(lists(part, '    '))}"
            title = f"title: P{len(part)} # a part\n"
            parts += draw(st.sampled_from([f"  - {title}{lessons}", f"  -\n    {title}{lessons}"]))
        pieces.append(f"# lessons\nparts:\n{parts}")
    if draw(st.booleans()):
        decks = [f"decks/{name}.md" for name in draw(st.lists(ids, max_size=4, unique=True))]
        pieces.append(f"decks:{draw(lists(decks, ''))}# behind the decks\n")
    if draw(st.booleans()):
        pieces.append("misconceptions: m.md\n")
    text = HEAD + "\n".join(draw(st.permutations(pieces)))
    if draw(st.booleans()):
        text = text.rstrip("\n")
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return ("\ufeff" if draw(st.booleans()) else "") + text


def said(text: str) -> dict[str, Said]:
    """What a course.yaml says."""
    return _said(text, "")


def only_put_in(before: str, after: str) -> bool:
    """Whether all signs of a text are in another, in their order: nothing was changed, and nothing taken away."""
    signs = iter(after)
    return all(sign in signs for sign in before)


@given(course_files())
@example(HEAD + "parts: []\n")
@example(HEAD + "parts: [{title: A, lessons: []}]\ndecks: []")
@example(HEAD + "decks: [\n# none yet\n]\n")
def test_one_entry_more_and_nothing_else(text: str) -> None:
    """For every style: what is said is as before with the entry; every comment and every line end stays."""
    for edit, name in ((with_lesson, "a-new-one"), (with_deck, "decks/a-new-one.yaml")):
        after = edit(text, name)
        before_said, after_said = said(text), said(after)
        changed = "parts" if edit is with_lesson else "decks"
        assert {key: value for key, value in after_said.items() if key != changed} == {
            key: value for key, value in before_said.items() if key != changed
        }
        assert str(after_said[changed]).count(f"'{name}'") == 1
        assert len(re.findall(name, after)) == 1
        assert re.findall(r"#[^\r\n]*", after) == re.findall(r"#[^\r\n]*", text)
        assert set(re.findall(r"\r\n|\n", after)) == set(re.findall(r"\r\n|\n", text))
        assert only_put_in(text, after)
        assert len(after) - len(text) < 100
        faults = FaultList()
        read = course_file_of(clean_source(after, "course.yaml"), "course.yaml", faults)
        assert not faults.sorted()
        assert name in dict(read.lessons if edit is with_lesson else read.decks)


@given(course_files())
def test_entries_can_be_added_again_and_again(text: str) -> None:
    """The order is that in which they came."""
    for number in range(3):
        text = with_lesson(with_deck(text, f"decks/d{number}.yaml"), f"new-{number}")
    faults = FaultList()
    read = course_file_of(clean_source(text, "course.yaml"), "course.yaml", faults)
    assert [name for name, _ in read.lessons][-3:] == ["new-0", "new-1", "new-2"]
    assert [name for name, _ in read.decks][-3:] == ["decks/d0.yaml", "decks/d1.yaml", "decks/d2.yaml"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "just words\n",
        "- a\n",
        "{schema: 1, id: x, title: X, language: en}\n",
        HEAD + "decks:\nparts:\n",
        HEAD + "parts: none\ndecks: none\n",
        HEAD + "parts:\n  - title: A\ndecks: &here [a.md]\nmore: *here\n",
        HEAD + "parts: [\n",
        HEAD + "...\n",
        HEAD + "---\nid: y\n",
        HEAD + "id: y\n",
        HEAD + "title\x07: y\n",
        HEAD + "misconceptions: |\n  a\n  b",
    ],
)
def test_what_cannot_be_added_to_safely_is_refused(text: str) -> None:
    """And what to write by hand is said."""
    for edit, name in ((with_lesson, "new-one"), (with_deck, "decks/new-one.yaml")):
        try:
            after = edit(text, name)
        except ContentError as refusal:
            assert name in str(refusal)
            assert "by hand" in str(refusal)
        else:
            key = "parts" if edit is with_lesson else "decks"
            assert {**said(after), key: None} == {**said(text), key: None}


NO_WAY = "the way course.yaml is written does not let petui add to it"


@pytest.mark.parametrize("text", ['{"schema": 1, "id": "x", "title": "X", "language": "en"}\n', HEAD + "...\n"])
def test_a_sound_file_is_not_blamed_for_what_adding_would_make_of_it(text: str) -> None:
    """It has no fault at a line that it has not; what to write by hand is said."""
    for edit, name in ((with_lesson, "new-one"), (with_deck, "decks/new-one.yaml")):
        with pytest.raises(ContentError) as refusal:
            edit(text, name)
        assert str(refusal.value).startswith(f"course.yaml: {NO_WAY}; add `{name}` to")
        assert str(refusal.value).endswith("by hand")


@pytest.mark.parametrize(
    ("text", "lesson", "deck"),
    [
        ("parts:\ndecks:\n", "parts: [{title: Lessons, lessons: [new]}]\ndecks:\n", "parts:\ndecks: [d.md]\n"),
        (
            "parts:\n- title: A\n  lessons: # none\ndecks:   # none\n",
            "parts:\n- title: A\n  lessons: [new] # none\ndecks:   # none\n",
            "parts:\n- title: A\n  lessons: # none\ndecks: [d.md]   # none\n",
        ),
        (
            "parts:\n  - title: Ä\n    lessons: []\t# none yet\ndecks: []\t# none\n",
            "parts:\n  - title: Ä\n    lessons: [new]\t# none yet\ndecks: []\t# none\n",
            "parts:\n  - title: Ä\n    lessons: []\t# none yet\ndecks: [d.md]\t# none\n",
        ),
        (
            "parts:\n  - title: A\n    lessons: [a]\t# b\ndecks:\n- a.md\t# b\n",
            "parts:\n  - title: A\n    lessons: [a, new]\t# b\ndecks:\n- a.md\t# b\n",
            "parts:\n  - title: A\n    lessons: [a]\t# b\ndecks:\n- a.md\t# b\n- d.md\n",
        ),
    ],
)
def test_what_lint_reads_and_what_holds_nothing_is_added_to(text: str, lesson: str, deck: str) -> None:
    """A key without a value, and a tab before a comment."""
    assert with_lesson(HEAD + text, "new") == HEAD + lesson
    assert with_deck(HEAD + text, "d.md") == HEAD + deck


@pytest.mark.parametrize("kind", ["lesson", "deck"])
def test_a_course_with_empty_keys_gets_its_first_entries(kind: str, tmp_path: Path) -> None:
    """By the command, with no fault left but that of the other key."""
    (tmp_path / "course.yaml").write_text(HEAD + ("parts:\n" if kind == "lesson" else "decks:\n"))
    assert petui_here("new", kind, "first", "--to", str(tmp_path)).returncode == 0
    assert lint_paths([tmp_path]) == ()


# ---- all or nothing -------------------------------------------------------------------------------------------------


@given(st.text(max_size=80))
@example("Ünïcode Näme")
@example("a" * 63 + " b")
def test_a_name_is_legal_or_leads_to_one_that_is(name: str) -> None:
    """What is legal stays as it is."""
    near = legal_name(name)
    assert not near or not illegal_id(near)
    if not illegal_id(name):
        assert near == name


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Größe", "groesse"),
        ("Gro\u0308ße", "groesse"),
        ("ÄRGER_über", "aerger-ueber"),
        ("Ångström", "aangstroem"),
        ("Øre & Æble", "ore-aeble"),
        ("naïve café", "naive-cafe"),
        ("łódź", "lodz"),
        ("第1課", "1"),
    ],
)
def test_letters_are_spelt_out_not_dropped(name: str, near: str) -> None:
    """As they are where they cannot be written, composed or not."""
    assert legal_name(name) == near


@pytest.mark.parametrize("kind", newcontent.KINDS)
def test_of_two_at_once_the_later_is_told_of_the_file(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever step the earlier one comes between; what that one made stays."""
    real = os.path.lexists
    met: list[object] = []

    def meanwhile(path: str | Path) -> bool:
        found = real(path)
        if not met and not found and "same" in str(path):
            met.append(path)
            make_new(kind, "same", tmp_path)
        return found

    monkeypatch.setattr(os.path, "lexists", meanwhile)
    assert "there is a file already; choose another name" in refused(kind, "same", "--to", str(tmp_path))
    assert met
    monkeypatch.undo()
    assert lint_paths([tmp_path / "same" if kind == "course" else tmp_path]) == ()


def refused(*arguments: str) -> str:
    """The one line that a command is refused with."""
    done = petui_here("new", *arguments)
    lines = done.stderr.decode().splitlines()
    assert done.returncode == 2
    assert done.stdout == b""
    assert len(lines) == 1
    return lines[0]


@pytest.mark.parametrize("kind", newcontent.KINDS)
@pytest.mark.parametrize("name", ["Demo", "../up", "a/b", "", ".", "a--b", "x" * 65, "a.md", "nul\0"])
def test_an_illegal_name_makes_nothing(kind: str, name: str, tmp_path: Path) -> None:
    """The nearest legal one is named."""
    line = refused(kind, name, "--to", str(tmp_path))
    assert f"`{legal_name(name) or 'first-steps'}`" in line
    assert tree(tmp_path) == {}


def test_nothing_is_ever_overwritten_and_no_id_taken_twice(tmp_path: Path) -> None:
    """Files, broken links, and ids of lessons, decks and cards, whatever file they stand in."""
    make_new("course", "c", tmp_path)
    root = tmp_path / "c"
    make_new("deck", "words", root)
    (root / "lessons" / "linked.md").symlink_to(root / "nowhere")
    before = tree(root)
    for kind, name in (
        ("lesson", "first-steps"),
        ("lesson", "words"),
        ("lesson", "words-basic"),
        ("lesson", "linked"),
        ("deck", "first-steps"),
        ("deck", "words"),
        ("deck", "c"),
        ("deck", "first-steps-card"),
    ):
        assert refused(kind, name, "--to", str(root))
        assert tree(root) == before, (kind, name)
    assert "already" in refused("course", "c", "--to", str(tmp_path))
    assert tree(root) == before


def test_a_lesson_that_is_listed_already_only_gets_its_file(tmp_path: Path) -> None:
    """Who lists it first needs no entry."""
    make_new("lesson", "demo", tmp_path)
    head = tmp_path / "course.yaml"
    head.write_text(head.read_text().replace("[demo]", "[demo, planned]"))
    before = head.read_bytes()
    made = make_new("lesson", "planned", tmp_path)
    assert made.changed is None
    assert head.read_bytes() == before
    assert lint_paths([tmp_path]) == ()


@pytest.mark.parametrize("deep", range(6))
def test_the_course_is_found_in_the_folders_above(deep: int, tmp_path: Path) -> None:
    """At most three up; farther off, a course of its own is made."""
    make_new("course", "c", tmp_path)
    folder = tmp_path.joinpath("c", *"vwxyz"[:deep])
    folder.mkdir(exist_ok=True, parents=True)
    made = make_new("lesson", "demo", folder)
    assert made.around == (deep > 3)
    assert made.course == (folder if deep > 3 else tmp_path / "c")
    assert "demo" in (made.course / "course.yaml").read_text()


def test_links_out_of_the_course_are_not_followed(tmp_path: Path) -> None:
    """Neither for a new file nor for the course.yaml."""
    outside, root = tmp_path / "outside", tmp_path / "c"
    outside.mkdir()
    make_new("course", "c", tmp_path)
    (root / "decks" / "c.md").rename(root / "c.md")
    (root / "decks").rmdir()
    (root / "decks").symlink_to(outside)
    before = tree(root)
    assert "leads out of the course" in refused("deck", "words", "--to", str(root))
    (root / "decks").unlink()
    (root / "course.yaml").rename(outside / "course.yaml")
    (root / "course.yaml").symlink_to(outside / "course.yaml")
    assert "out of the course" in refused("lesson", "words", "--to", str(root))
    assert "words" not in (outside / "course.yaml").read_text()
    assert tree(root).keys() == before.keys() - {"decks"}


@pytest.mark.parametrize("kind", newcontent.KINDS)
def test_a_disk_that_fails_leaves_nothing_half_made(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever write it is that fails."""
    (tmp_path / "course.yaml").write_text(HEAD + "decks: [d.md]\n")
    (tmp_path / "d.md").write_text("a question :: an answer\n")
    before = tree(tmp_path)
    real = os.fsync
    for fails_at in range(1, 5):
        count = 0

        def fsync(handle: int, fails_at: int = fails_at) -> None:
            nonlocal count
            count += 1
            if count == fails_at:
                raise OSError(28, "No space left on device")
            real(handle)

        monkeypatch.setattr(os, "fsync", fsync)
        line = "" if count >= fails_at else petui_here("new", kind, "demo", "--to", str(tmp_path)).stderr.decode()
        if count < fails_at:
            return
        assert "No space left" in line
        assert tree(tmp_path) == before
    assert kind == "course"


def test_a_course_file_that_changes_meanwhile_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its author's editor has saved it between reading and writing."""
    make_new("lesson", "demo", tmp_path)
    head = tmp_path / "course.yaml"

    def save_first(chunks: Iterable[Chunk], file: Path, *, unless_changed: bytes) -> None:
        head.write_text(head.read_text() + "# saved\n")
        replace_file(chunks, file, unless_changed=unless_changed)

    monkeypatch.setattr("petui.plain.newcontent.replace_file", save_first)
    assert "changed meanwhile" in refused("lesson", "other", "--to", str(tmp_path))
    assert head.read_text().endswith("# saved\n")
    assert sorted(tree(tmp_path)) == ["course.yaml", "lessons", "lessons/demo.md"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_told_in_one_line(tmp_path: Path) -> None:
    """And nothing is made."""
    tmp_path.chmod(0o555)
    try:
        assert "Permission denied" in refused("lesson", "demo", "--to", str(tmp_path))
        assert tree(tmp_path) == {}
    finally:
        tmp_path.chmod(0o755)


def test_a_course_that_cannot_be_read_is_not_added_to(tmp_path: Path) -> None:
    """The first fault is named with its place."""
    (tmp_path / "course.yaml").write_text("id: [\n")
    assert "course.yaml:" in refused("lesson", "demo", "--to", str(tmp_path))
    assert sorted(tree(tmp_path)) == ["course.yaml"]
