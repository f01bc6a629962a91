"""The README says what is true."""

from __future__ import annotations

import doctest
import re
import textwrap
from pathlib import Path

import pytest

from petui.cli import root
from petui.tui.keytable import keys_in
from tests.documents import shown_commands
from tests.running import petui_here

_README = Path(__file__).parent.parent / "README.md"


def test_the_key_table_is_the_declared_one() -> None:
    """Between its marks the README has what `petui keys --format markdown` prints."""
    text = _README.read_text(encoding="utf-8")
    found = re.search(r"<!-- keys -->\n(.*?)\n<!-- /keys -->", text, re.DOTALL)
    assert found is not None
    assert found[1].strip() == keys_in("markdown", ascii=False).strip()


def test_continuous_integration_finds_its_test_command() -> None:
    """Exactly one line sets up and tests, in the form that .ci/run reads."""
    lines = re.findall(r"^ *python3 -m venv .* -m pytest.*$", _README.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(lines) == 1


def test_the_checked_table_is_as_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its program runs, and `petui check` prints of its table what stands below."""
    text = _README.read_text(encoding="utf-8").partition("## Check your own table")[2]
    blocks = [textwrap.dedent(each) for each in re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE)]
    program, shown = blocks[0], blocks[1]
    monkeypatch.chdir(tmp_path)
    exec(compile(program, "README", "exec"), {})
    command, _, output = shown.strip("\n").partition("\n")
    assert command == "$ petui check mine.npy"
    assert root.main(command.split()[2:], prog_name="petui", standalone_mode=False) == 1
    assert capsys.readouterr().out == f"{output}\n"


def test_the_python_examples_are_true() -> None:
    """Each `>>>` gives what stands below it."""
    text = _README.read_text(encoding="utf-8")
    found = doctest.DocTestParser().get_doctest(text, {}, "README", str(_README), 0)
    assert "identify(" in "".join(each.source for each in found.examples)
    told: list[str] = []
    assert doctest.DocTestRunner(verbose=False).run(found, out=told.append).failed == 0, "".join(told)


def test_the_quiz_in_a_pipe_is_answered_as_it_is_asked() -> None:
    """What its example types is right, then shown."""
    commands = shown_commands(_README.read_text(encoding="utf-8"))
    (shown,) = [each for each in commands if each.words[:1] == ("quiz",) and each.typed]
    said = petui_here(*shown.words, lines=shown.typed.encode()).stdout.decode()
    verdicts = [line for line in said.splitlines() if line.startswith(("Right", "Wrong", "Noted"))]
    assert [line.partition(":")[0].rstrip(".") for line in verdicts] == ["Right", "Noted"]
    assert "Session over: 2 answers" in said


def test_the_certified_digits_are_those_that_are_printed() -> None:
    """Its example is the command's output."""
    text = _README.read_text(encoding="utf-8")
    command = "petui table --digits 30 --pos 9223372036854775807 --d-model 4"
    printed = petui_here(*command.split()[1:]).stdout.decode()
    assert f"    $ {command}\n{textwrap.indent(printed, '    ')}" in text
