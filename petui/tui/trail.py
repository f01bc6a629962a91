"""The screens that the learner has come through."""

from __future__ import annotations


class Trail:
    """The way from the first screen to this one; no screen is on it twice."""

    def __init__(self, first: str) -> None:
        """At the first screen."""
        self._screens = [first]

    @property
    def here(self) -> str:
        """The screen that is shown."""
        return self._screens[-1]

    def go(self, screen: str) -> None:
        """On to another screen, or back to one that lies on the way."""
        if screen in self._screens:
            del self._screens[self._screens.index(screen) + 1 :]
        else:
            self._screens.append(screen)

    def back(self) -> str | None:
        """Back to the screen before; None at the first."""
        if len(self._screens) == 1:
            return None
        self._screens.pop()
        return self.here
