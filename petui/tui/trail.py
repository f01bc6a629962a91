"""The screens that the learner has come through."""

from __future__ import annotations


class Trail:
    """The way from the first screen to this one.

    No screen is on it twice, but for one that was only visited from another, to go back there.
    """

    def __init__(self, first: str) -> None:
        """At the first screen."""
        self._screens = [first]
        self._visits = [False]

    @property
    def here(self) -> str:
        """The screen that is shown."""
        return self._screens[-1]

    @property
    def visiting(self) -> bool:
        """Whether this screen was visited from the one before."""
        return self._visits[-1]

    def go(self, screen: str) -> None:
        """On to another screen, or back to one that lies on the way."""
        if screen in self._screens:
            while self.here != screen:
                self._leave()
        else:
            self._enter(screen, visit=False)

    def visit(self, screen: str) -> None:
        """To another screen, be it on the way or not, to come back from there."""
        self._enter(screen, visit=True)

    def back(self) -> str | None:
        """Back to the screen before; None at the first."""
        if len(self._screens) == 1:
            return None
        self._leave()
        return self.here

    def _enter(self, screen: str, *, visit: bool) -> None:
        self._screens.append(screen)
        self._visits.append(visit)

    def _leave(self) -> None:
        self._screens.pop()
        self._visits.pop()
