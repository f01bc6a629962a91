"""Work that takes long, beside the event loop: keys are taken meanwhile, and what follows comes back as a message."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from sys import getswitchinterval, setswitchinterval
from threading import Event, Lock, Thread

from textual.message import Message
from textual.message_pump import MessagePump

# How long a thread computes before another one that waits has its turn; a key takes several turns.
_TURN = 0.0005
_USUAL_TURN = getswitchinterval()
# Seconds that are waited for work: so short a while nobody takes for a program that hangs.
PATIENCE = 0.2


class Finished(Message, bubble=False):
    """Work is done.

    Attributes:
        then: What follows.
        error: What ended the work instead, if anything did.
    """

    def __init__(self, then: Callable[[], None], error: BaseException | None) -> None:
        """For the one that asked for the work."""
        super().__init__()
        self.then = then
        self.error = error

    def go_on(self) -> None:
        """Do what follows; what went wrong in the work goes wrong here."""
        if self.error is not None:
            raise self.error
        self.then()


class Background:
    """Threads that only compute; whoever leaves does not wait for them."""

    def __init__(self) -> None:
        """None yet."""
        self._threads: list[Thread] = []

    def run(
        self, work: Callable[[], object], then: Callable[[], None], asker: MessagePump, *, patience: float | None = None
    ) -> bool:
        """Do work in a thread, then what follows on the event loop.

        Args:
            work: What takes long; it touches nothing that is shown.
            then: What follows it.
            asker: Gets the message Finished where work took longer than `patience`.
            patience: Seconds to wait for the work; PATIENCE by default.

        Returns:
            Whether all is done already.
        """
        job = _Job(work, then, asker)
        thread = Thread(target=job.run, name="petui-background", daemon=True)
        self._threads = [each for each in self._threads if each.is_alive()] + [thread]
        thread.start()
        return job.is_done_within(PATIENCE if patience is None else patience)

    def join(self) -> None:
        """Wait until no work is left."""
        for thread in self._threads:
            thread.join()


class _Job:
    """A piece of work; of its end is told who waits for it, or else a message."""

    def __init__(self, work: Callable[[], object], then: Callable[[], None], asker: MessagePump) -> None:
        self._work = work
        self._then = then
        self._asker = asker
        self._done = Event()
        self._deciding = Lock()
        self._awaited = True
        self._error: BaseException | None = None

    def run(self) -> None:
        """In the thread."""
        setswitchinterval(_TURN)
        try:
            self._work()
        except BaseException as error:
            # On the event loop it goes wrong as it would have there.
            self._error = error
        finally:
            setswitchinterval(_USUAL_TURN)
        with self._deciding:
            self._done.set()
            awaited = self._awaited
        if not awaited:
            # A loop that has been closed is nobody's any more.
            with suppress(RuntimeError):
                self._asker.post_message(Finished(self._then, self._error))

    def is_done_within(self, seconds: float) -> bool:
        """Wait on the event loop, and go on where the work ends in time."""
        self._done.wait(seconds)
        with self._deciding:
            self._awaited = self._done.is_set()
        if self._awaited:
            Finished(self._then, self._error).go_on()
        return self._awaited
