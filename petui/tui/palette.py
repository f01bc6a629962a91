"""The command palette's entries, from the one declaration of the commands."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from textual import events, work
from textual.await_complete import AwaitComplete
from textual.command import CommandInput, CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.css.query import NoMatches
from textual.message import Message
from textual.widgets import Button, Input, LoadingIndicator, OptionList

from petui.plain.charset import shown
from petui.tui.commands import Command
from petui.tui.keynames import shown_keys
from petui.tui.tininess import Tininess

# From so many rows on, the palette leaves some of the screen above it to be seen, with fewer it has no borders; see
# petui.tcss.
_HIGH = 24
_LOW = 12
_ROWS_ABOVE = 3
_INPUT_ROWS = 4


def rank(command: Command, query: str, found: float) -> float:
    """How well a command is what was typed: by its title, then by words of its help, then by letters in their order.

    Args:
        command: The command.
        query: What was typed.
        found: How well its letters are found in title and help, 0 for not at all; only their order counts.

    Returns:
        0 for not at all, up to 1 for its whole title.
    """
    typed, title = query.strip().lower(), command.title.lower()
    if not found or not typed:
        return 0.0
    kinds = (title.startswith(typed), f" {typed}" in title, typed in title, typed in command.help.lower())
    kind = next((len(kinds) - at for at, holds in enumerate(kinds) if holds), 0)
    # Of titles the one that was typed the most of.
    part = len(typed) / len(title) if kind > 1 else found / (1 + found)
    return (kind + part) / (len(kinds) + 1)


class CommandProvider(Provider):
    """Offers every command of the screen below by its title and help."""

    @property
    def _commands(self) -> tuple[Command, ...]:
        found: tuple[Command, ...] = getattr(self.screen, "commands", ())
        return tuple(command for command in found if not command.counts and command.id != "palette")

    @property
    def _ascii(self) -> bool:
        return bool(getattr(self.screen, "ascii", False))

    def _run(self, command: Command) -> None:
        action = getattr(self.screen, command.action)
        if self.screen.is_mounted:
            action()
        else:
            # It has just been gone to: behind its mounting, in its own queue.
            self.screen.call_later(action)

    async def discover(self) -> Hits:
        """All commands, before anything is typed."""
        for command in self._commands:
            yield DiscoveryHit(
                self._text(command), partial(self._run, command), help=shown(command.help, ascii=self._ascii)
            )

    async def search(self, query: str) -> Hits:
        """Commands whose title or help matches, titles first."""
        matcher = self.matcher(query.strip())
        for command in self._commands:
            found = matcher.match(f"{command.title} {command.help}")
            score = rank(command, query, found)
            if score > 0:
                yield Hit(
                    score, self._text(command), partial(self._run, command), help=shown(command.help, ascii=self._ascii)
                )

    def _text(self, command: Command) -> Content:
        # Content, never markup: some keys are brackets, and a user's settings may name any.
        return Content(f"{command.title} ({shown_keys(command, ascii=self._ascii)})")


# Textual's own gathering, without the worker around it.
_gather: Callable[[CommandPalette, str], Awaitable[None]] = inspect.unwrap(CommandPalette._gather_commands)


class Palette(CommandPalette):
    """Textual's palette; a page key while its list is being rebuilt does nothing, nor does any once it has gone."""

    # Here and not in petui.tcss: the first screen does not wait for what only the palette needs.
    DEFAULT_CSS = """
    Palette > Vertical { margin-top: 0; }
    Palette.-high > Vertical { margin-top: 3; }
    Palette.-low #--input, Palette.-low #--results, Palette.-low CommandInput { border: none; }
    Palette.-low SearchIcon, Palette.-low CommandInput { margin-top: 0; height: 1; }
    Palette.-tiny #--container { display: none; }
    /* Text cannot be wrapped into no columns, and a terminal may have one. */
    Palette CommandList { min-width: 8; }
    """

    def __init__(self) -> None:
        """A palette of the commands of the screen below."""
        super().__init__()
        self._tininess = Tininess(self)

    def _on_mount(self, event: events.Mount) -> None:
        # Textual 8.2.8 looks for the screen below among those shown, where another may have been gone to meanwhile.
        if not self.is_active:
            event.prevent_default()
            for stack in self.app._screen_stacks.values():
                if self in stack:
                    stack.remove(self)
            self.remove()
            return
        # Neither the cursor nor the sign that it searches moves by the clock: that would write all the while.
        self.query_one(CommandInput).cursor_blink = False
        self.query_one(LoadingIndicator).auto_refresh = None

    def on_resize(self, event: events.Resize) -> None:
        """Keep within the screen; gone while that has room for a word only."""
        width, height = event.size
        self.set_class(height >= _HIGH, "-high")
        self.set_class(height < _LOW, "-low")
        self._tininess.fit(width, height)
        above = 1 if height < _LOW else _INPUT_ROWS + (_ROWS_ABOVE if height >= _HIGH else 0)
        self.query_one(CommandList).styles.max_height = max(1, height - above)

    def _action_command_list(self, action: str) -> None:
        # Textual 8.2.8 looks a line up in an index that is being made anew.
        with suppress(KeyError, IndexError):
            super()._action_command_list(action)

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Go, once: Textual 8.2.8 takes the upper screen away for each key and click, whichever screen that is."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    async def _on_message(self, message: Message) -> None:
        # Textual 8.2.8 runs the chosen command for each Enter in one burst.
        if self.is_active or not isinstance(message, Input.Submitted | Button.Pressed | OptionList.OptionSelected):
            await super()._on_message(message)

    @work(exclusive=True, group=CommandPalette._GATHER_COMMANDS_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        # It begins a moment later: the list may be gone by then.
        with suppress(NoMatches):
            await _gather(self, search_value)
