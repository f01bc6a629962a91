"""Every command of the tutor, declared once: bindings, footer, palette, help, README and `petui keys` read this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from petui.core.errors import ConfigError
from petui.records import dataclass

# The screens in the order of their keys, each with its name for people.
SCREENS: Mapping[str, str] = MappingProxyType(
    {"learn": "Learn", "lab": "Lab", "quiz": "Quiz", "map": "Map", "progress": "Progress"}
)
_ALL = frozenset(SCREENS)
_LEARN = frozenset({"learn"})
_LAB = frozenset({"lab"})
_PANES = _LEARN | _LAB
_QUIZ = frozenset({"quiz"})
_ASKING = frozenset({"learn", "quiz"})
_MAP = frozenset({"map"})
_READING = frozenset({"quiz", "progress"})
# The Learn screen of who writes the lesson; it has the commands of Learn, and these.
PREVIEW = "preview"
_PREVIEW = frozenset({PREVIEW})


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    Attributes:
        id: Its name, by which keys are rebound; the action is `command_` + id with underscores.
        keys: Its keys, the first one shown; Textual's names.
        title: Two or three words.
        help: A sentence.
        footer: Its word in the footer, empty to leave it out.
        screens: The screens that have it, names of SCREENS.
        counts: Whether its keys stand for 1, 2, 3 … in order; the action is given the number.
    """

    id: str
    keys: tuple[str, ...]
    title: str
    help: str
    footer: str = ""
    screens: frozenset[str] = _ALL
    counts: bool = False

    @property
    def action(self) -> str:
        """The name of its action."""
        return "command_" + self.id.replace("-", "_")


COMMANDS: tuple[Command, ...] = (
    Command(
        "next",
        ("space", "n"),
        "Next step",
        "Go to the next step: a question waits for its answer first, and text below the pane is shown first.",
        "next",
        _LEARN,
    ),
    Command("on", ("space", "n"), "Next card", "Turn the card, then go to the next one.", "on", _QUIZ),
    Command("back", ("p",), "Step before", "Go to the step before.", "back", _LEARN),
    Command(
        "answer",
        ("enter", "i"),
        "Answer",
        "Go to the answer line; Enter sends, Esc leaves it. "
        "In a quiz ' !' at its end says that you are sure, ' ?' that you guess.",
        "answer",
        _ASKING,
    ),
    Command(
        "pick",
        tuple("123456789"),
        "Pick an option",
        "Choose an option; where several hold, Enter sends.",
        "pick",
        _LEARN,
        counts=True,
    ),
    Command(
        "grade",
        tuple("1234"),
        "Grade, or pick",
        "Grade your recall: 1 Again, 2 Hard, 3 Good, 4 Easy; before the answer, pick an option.",
        "grade",
        _QUIZ,
        counts=True,
    ),
    Command("hint", ("h",), "Hint", "Show a hint for the question, one per attempt.", "hint", _ASKING),
    Command("skip", ("s",), "Skip", "Pass the question and see its answer.", "skip", _LEARN),
    Command(
        "show",
        ("s",),
        "Show the answer",
        "See the answer; where it is typed or picked, that counts as Again.",
        "show",
        _QUIZ,
    ),
    Command(
        "undo",
        ("u",),
        "Undo",
        "Take back what was done last, an answer or a suspension, and ask its card again.",
        "undo",
        _QUIZ,
    ),
    Command(
        "suspend", ("x",), "Suspend", "Ask this card no more; `petui cards unsuspend` brings it back.", "suspend", _QUIZ
    ),
    Command("where", ("e",), "Where it stands", "Say in which file and line the card stands.", "where", _QUIZ),
    Command(
        "lesson",
        ("o",),
        "Open its lesson",
        "Open the lesson step that teaches the card, with the Lab at the card's numbers.",
        "lesson",
        _QUIZ,
    ),
    Command("why", ("w",), "Why this step?", "Open or close the reasons of the step.", "why", _LEARN),
    Command("code", ("c",), "NumPy code", "Show or hide the NumPy behind the step.", "code", _LEARN),
    Command(
        "reset",
        ("0",),
        "Reset the step",
        "Put the step's own values back and draw its questions anew.",
        "reset",
        _LEARN,
    ),
    Command(
        "test-out",
        ("T",),
        "Test out",
        "Answer a few questions instead of the lesson; if all are right at the first try, it counts as done.",
        "test out",
        _LEARN,
    ),
    Command(
        "retelling",
        ("r",),
        "Retelling",
        "Tell the lesson in another language where it has one, and back; the choice is remembered.",
        "retelling",
        _LEARN,
    ),
    Command(
        "lab-reset",
        ("0",),
        "Reset the Lab",
        "Take the lesson's numbers again; what is pinned stays.",
        "reset",
        _LAB,
    ),
    Command(
        "answers",
        ("a",),
        "Answers",
        "Show or hide the answer of each question, and all behind it.",
        "answers",
        _PREVIEW,
    ),
    Command("faults", ("e",), "Faults", "List every fault of the lesson, with its line.", "faults", _PREVIEW),
    Command("up", ("up",), "Position before", "Move the cell one position up.", screens=_PANES),
    Command("down", ("down",), "Position after", "Move the cell one position down.", screens=_PANES),
    Command("left", ("left",), "Slot before", "Move the cell one slot to the left.", screens=_PANES),
    Command("right", ("right",), "Slot after", "Move the cell one slot to the right.", screens=_PANES),
    Command("pos-less", ("left_square_bracket",), "Position − 1", "Make the position smaller by one.", "pos", _PANES),
    Command("pos-more", ("right_square_bracket",), "Position + 1", "Make the position larger by one.", screens=_PANES),
    Command(
        "d-model-less",
        ("left_curly_bracket",),
        "Halve d_model",
        "Halve the width of the encoding.",
        "d_model",
        _PANES,
    ),
    Command(
        "d-model-more", ("right_curly_bracket",), "Double d_model", "Double the width of the encoding.", screens=_PANES
    ),
    Command("offset-less", ("less_than_sign",), "Offset − 1", "Make the offset k smaller by one.", screens=_PANES),
    Command("offset-more", ("greater_than_sign",), "Offset + 1", "Make the offset k larger by one.", screens=_PANES),
    Command("base-more", ("b",), "Base × 10", "Make the base ten times as large.", "base", _LAB),
    Command("base-less", ("B",), "Base ÷ 10", "Make the base a tenth.", screens=_LAB),
    Command("length-less", ("left_parenthesis",), "Halve the length", "Halve the sequence.", screens=_LAB),
    Command("length-more", ("right_parenthesis",), "Double the length", "Double the sequence.", screens=_LAB),
    Command(
        "format",
        ("f",),
        "Next number format",
        "Round the values to the next number format: float64, float32, float16, bfloat16; also `:dtype NAME`.",
        "format",
        _LAB,
    ),
    Command(
        "convention",
        ("g",),
        "Next convention",
        "Lay the encoding out as the next program or paper does; also `:convention NAME`, without a name a list.",
        "convention",
        _LAB,
    ),
    Command("convention-before", ("G",), "Convention before", "Go to the convention before.", screens=_LAB),
    Command("line-up", ("up",), "Line up", "Scroll the text up by a line.", screens=_READING),
    Command("line-down", ("down",), "Line down", "Scroll the text down by a line.", screens=_READING),
    Command("open", ("enter",), "Open the lesson", "Open the lesson where you left it.", "open", _MAP),
    Command("lesson-up", ("up",), "Lesson above", "Go to the lesson above.", screens=_MAP),
    Command("lesson-down", ("down",), "Lesson below", "Go to the lesson below.", screens=_MAP),
    Command(
        "needed",
        ("left", "left_square_bracket"),
        "What it needs",
        "Go along a line to a lesson that this one needs, the last of them.",
        "needs",
        _MAP,
    ),
    Command(
        "following",
        ("right", "right_square_bracket"),
        "What it leads to",
        "Go along a line to a lesson that needs this one, the first of them, or back to where you came from.",
        "leads to",
        _MAP,
    ),
    Command(
        "recommended",
        ("n",),
        "Next lesson",
        "Go to the lesson to learn next: the first one that is not done while all that it needs is.",
        "next",
        _MAP,
    ),
    Command("page-up", ("pageup",), "Text up", "Scroll the text up.", screens=_ALL - _LAB),
    Command("page-down", ("pagedown",), "Text down", "Scroll the text down.", screens=_ALL - _LAB),
    Command("rows-up", ("pageup",), "Rows up", "Move the cell up by a page of the table.", screens=_LAB),
    Command("rows-down", ("pagedown",), "Rows down", "Move the cell down by a page of the table.", screens=_LAB),
    Command("pane", ("tab",), "Next pane", "Show the next pane, or go to it.", "pane", _PANES),
    Command(
        "zoom",
        ("z",),
        "Zoom",
        "Give the whole screen to the pane gone to with Tab, else to the one with the picture; and back.",
        screens=_PANES,
    ),
    Command(
        "view",
        ("v",),
        "Next view",
        "Show the next plot; also `:view NAME`, without a name a list of them.",
        "view",
        _PANES,
    ),
    Command("view-before", ("V",), "View before", "Show the plot before.", screens=_PANES),
    Command(
        "mode",
        ("M",),
        "Next table mode",
        "Show the table as values, shades, angles, embedding + PE, or errors of the number format.",
        "table",
        _PANES,
    ),
    Command(
        "pin",
        ("m",),
        "Pin",
        "Keep these numbers, to compare table and plot with them as you go on; and let them go again.",
        "pin",
        _PANES,
    ),
    Command(
        "copy",
        ("y",),
        "Copy",
        "Copy the worked cell to the clipboard; again its whole row, and again the command that shows the pane.",
        "copy",
        _PANES,
    ),
    Command(
        "line",
        ("colon",),
        "Command line",
        "Type `d_model 512`, `pos 3`, `quiz DECK`, `quiz --mistakes`, `theme dark` …",
        "command",
    ),
    Command("symbol", ("question_mark",), "Explain a symbol", "Say what a symbol means: ω, λ, pos, i, k …"),
    Command("find", ("slash",), "Find", "Search the lessons and go to what is found."),
    Command("lessons", ("L",), "Lessons", "List the lessons and open one.", "lessons"),
    Command(
        "quiz-lesson",
        ("Q",),
        "Quiz this lesson",
        "Be asked the cards of this lesson.",
        "quiz lesson",
        _LEARN | _MAP,
    ),
    Command("learn", ("f2",), "Learn", "Go to the lesson; also `:learn`.", "learn"),
    Command("lab", ("f3",), "Lab", "Go to the Lab: table and plots to play with freely; also `:lab`.", "lab"),
    Command("quiz", ("f4",), "Quiz", "Go to the quiz, on all cards that are due; also `:quiz`.", "quiz"),
    Command("map", ("f5",), "Map", "Go to the map of the lessons, and which needs which; also `:map`.", "map"),
    Command(
        "progress", ("f6",), "Progress", "Go to what you have learnt and what is due; also `:progress`.", "progress"
    ),
    Command("theme", ("t",), "Next theme", "Change the colours; the choice is remembered."),
    Command("palette", ("P", "ctrl+p"), "Command palette", "Find any command by its name."),
    Command("redraw", ("R", "ctrl+l"), "Redraw", "Paint the screen anew."),
    Command(
        "shell", ("Z", "ctrl+z"), "To the shell", "Stop petui and give the terminal back; `fg` there goes on here."
    ),
    Command("help", ("f1", "H"), "Help", "Show these keys.", "help"),
    Command(
        "quit",
        ("q", "ctrl+q"),
        "Quit",
        "Leave; the next start resumes here. From the lesson of a card, go back to the quiz.",
        "quit",
        _LEARN,
    ),
    Command(
        "leave",
        ("q", "ctrl+q"),
        "Leave",
        "Go back to the screen before; from the first one, quit.",
        "leave",
        _READING | _MAP | _LAB,
    ),
)


def commands_of(screen: str, commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """Those of the commands that a screen has."""
    return tuple(command for command in commands if screen in command.screens)


def preview_commands(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """Those of the commands that the Learn screen has for who writes the lesson."""
    return tuple(command for command in commands if command.screens & {"learn", PREVIEW})


def shown_screens(command: Command) -> str:
    """Where the command is to be had: `everywhere`, or its screens by their names."""
    if command.screens == _ALL:
        return "everywhere"
    return ", ".join(name for screen, name in {**SCREENS, PREVIEW: "Preview"}.items() if screen in command.screens)


def rebound(keys: Mapping[str, str]) -> tuple[Command, ...]:
    """The commands with the user's keys by command id; several keys are separated by commas.

    Raises:
        ConfigError: If an id is unknown, or one key would serve two commands of a screen.
    """
    known = {command.id for command in COMMANDS}
    for name in keys:
        if name not in known:
            raise ConfigError(f"there is no command {name!r}", where="[keys]", mend="see `petui keys`")
    commands = tuple(
        replace(command, keys=tuple(key.strip() for key in keys[command.id].split(",")))
        if command.id in keys
        else command
        for command in COMMANDS
    )
    for screen in SCREENS:
        _refuse_shared_keys(commands_of(screen, commands))
    _refuse_shared_keys(preview_commands(commands))
    return commands


def _refuse_shared_keys(commands: tuple[Command, ...]) -> None:
    """Raise ConfigError where one key would serve two commands of a screen."""
    owners: dict[str, str] = {}
    for command in commands:
        for key in command.keys:
            if key in owners:
                raise ConfigError(
                    f"key {key!r} serves {owners[key]} and {command.id}", where="[keys]", mend="give one another key"
                )
            owners[key] = command.id
