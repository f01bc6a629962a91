"""Writing results: whole files or none."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from petui.core.errors import PetuiError
from petui.plain.output import output_file, write_out


def broken() -> Iterator[str]:
    """Chunks that end in an error."""
    yield "half"
    raise OSError(28, "No space left on device")


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    """Text as UTF-8, bytes as they are, and nothing else left behind."""
    write_out(["ω\n", b"\x00\xff"], tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == "ω\n".encode() + b"\x00\xff"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    """The error is a sentence, and no part file stays."""
    target = tmp_path / "out"
    target.write_text("old")
    with pytest.raises(PetuiError, match="No space left"):
        write_out(broken(), target)
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_an_interrupt_leaves_the_old_file(tmp_path: Path) -> None:
    """Ctrl-C in the middle too."""

    def interrupted() -> Iterator[str]:
        yield "half"
        raise KeyboardInterrupt

    target = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        write_out(interrupted(), target)
    assert not list(tmp_path.iterdir())


def test_replacing_keeps_the_mode(tmp_path: Path) -> None:
    """A file that others may read stays so."""
    target = tmp_path / "out"
    target.write_text("old")
    target.chmod(0o640)
    write_out(["new"], target)
    assert target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_link_keeps_pointing(tmp_path: Path) -> None:
    """The file behind it is written."""
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_out(["new"], tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    """It is not replaced by a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_out(["through"], pipe)
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.parametrize("name", ["", "no/such/place", "x" * 300])
def test_what_cannot_be_written_is_said(tmp_path: Path, name: str) -> None:
    """A directory, a missing directory, an impossible name."""
    with pytest.raises(PetuiError) as caught:
        write_out(["new"], tmp_path / name)
    assert str(tmp_path) in caught.value.where
    assert not list(tmp_path.iterdir())


def test_a_pipe_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(PetuiError, match="is a pipe that nobody reads"):
        write_out(["through"], tmp_path / "pipe")


def test_no_name_is_no_file() -> None:
    """Nothing is written to the directory that an empty path stands for."""
    with pytest.raises(PetuiError, match="-o: names no file"):
        output_file("")
    assert output_file(None) is output_file("-") is None
    assert output_file("a.npy") == Path("a.npy")


_SIGNALLED = """
import os, signal, sys
from pathlib import Path
from petui.plain.output import write_out

def chunks():
    yield "half"
    assert len(os.listdir(sys.argv[1])) == 2
    os.kill(os.getpid(), int(sys.argv[2]))
    yield "whole"

signal.signal(signal.SIGHUP, signal.SIG_IGN if sys.argv[3] else signal.SIG_DFL)
write_out(chunks(), Path(sys.argv[1], "out"))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_old_file(tmp_path: Path, number: signal.Signals) -> None:
    """The process ends by it, and leaves nothing behind."""
    target = tmp_path / "out"
    target.write_text("old")
    command = [sys.executable, "-c", _SIGNALLED, str(tmp_path), str(int(number))]
    done = subprocess.run([*command, ""], stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (-number, b"")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert target.read_text() == "old"


def test_an_ignored_hangup_stays_ignored(tmp_path: Path) -> None:
    """After nohup the whole file is written."""
    target = tmp_path / "out"
    target.write_text("old")
    command = [sys.executable, "-c", _SIGNALLED, str(tmp_path), str(int(signal.SIGHUP)), "ignored"]
    subprocess.run(command, check=True)
    assert target.read_text() == "halfwhole"
