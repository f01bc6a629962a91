"""Work that takes long, beside the event loop: keys are taken meanwhile, and what follows comes back as a message."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from functools import partial
from sys import getswitchinterval, setswitchinterval
from threading import Lock, Thread
from typing import TypeVar

from textual.message import Message
from textual.message_pump import MessagePump

# How long a thread computes before another one that waits has its turn; a key takes several turns.
_TURN = 0.0005
_USUAL_TURN = getswitchinterval()
# Seconds that are waited for work: so short a while nobody takes for a program that hangs.
PATIENCE = 0.2
_Found = TypeVar("_Found")


def begin_beside(work: Callable[[], _Found], name: str) -> tuple[Future[_Found], Thread]:
    """Do work in a thread of that name; an executor's would be waited for when petui ends."""
    future: Future[_Found] = Future()
    # From now on whoever waits can leave off, but not call it off.
    future.set_running_or_notify_cancel()

    def do() -> None:
        try:
            found = work()
        except BaseException as error:
            # It goes wrong for who waits, as it would have there.
            future.set_exception(error)
        else:
            future.set_result(found)

    thread = Thread(target=do, name=name, daemon=True)
    thread.start()
    return future, thread


class Finished(Message, bubble=False):
    """Work is done, and what follows has its turn."""

    def __init__(self, work: Future[object], then: Callable[[], None]) -> None:
        """For the one that asked for the work."""
        super().__init__()
        self._work = work
        self._then = then

    def go_on(self) -> None:
        """Do what follows; what went wrong in the work goes wrong here."""
        self._work.result()
        self._then()


class Background:
    """Threads that only compute; whoever leaves does not wait for them."""

    def __init__(self) -> None:
        """None yet."""
        self._threads: list[Thread] = []
        self._counting = Lock()
        self._computing = 0

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
        future, thread = begin_beside(partial(self._do, work), "petui-background")
        self._threads = [each for each in self._threads if each.is_alive()] + [thread]
        finished = Finished(future, then)
        if wait([future], PATIENCE if patience is None else patience).done:
            finished.go_on()
            return True

        def tell(_: Future[object]) -> None:
            # A loop that has been closed is nobody's any more.
            with suppress(RuntimeError):
                asker.post_message(finished)

        future.add_done_callback(tell)
        return False

    def join(self) -> None:
        """Wait until no work is left."""
        for thread in self._threads:
            thread.join()

    def _do(self, work: Callable[[], object]) -> object:
        """Work; the event loop has its turn soon as long as any thread computes: turns are one for the process."""
        with self._counting:
            self._computing += 1
            setswitchinterval(_TURN)
        try:
            return work()
        finally:
            with self._counting:
                self._computing -= 1
                if not self._computing:
                    setswitchinterval(_USUAL_TURN)
