"""The lesson format as tables: which blocks there are, where they may sit, which keys they take.

The parser, lint, the JSON Schema and the format reference all read these tables, and those of
`petui.lessons.documents` for what is YAML; nothing else names a block or a key.
"""

from __future__ import annotations

from enum import Enum

from petui.records import dataclass

SCHEMA_VERSION = 1
MIN_MINUTES = 0.5
MAX_MINUTES = 600.0


class KeyKind(Enum):
    """How the value of a key is read."""

    TEXT = "one line of text"
    PROSE = "one line of prose with maths and roles"
    EXPRESSION = "an expression"
    TOLERANCE = "`1%` (relative) or `0.005` (absolute)"
    DIGITS = "a whole number of significant digits"
    SETTINGS = "`name=expression` pairs, separated by spaces"
    VIEW = "a view of the plot pane"
    PANE = "table or plot"
    CELL = "`POS,SLOT`, two expressions"
    RULE = "`EXPRESSION => misconception-id`"
    VARY = "`name in LOW..HIGH`, `name in LOW..HIGH step N` or `name in A, B, C`"
    FADE = "none, last or all"
    VERDICT = "wrong or half"
    SLIP = "the name of a built-in slip"
    FLAG = "yes or no"
    IDS = "names separated by commas"
    CARD_KIND = "basic, reversed, cloze, numeric or choice"
    LESSON = "`LESSON` or `LESSON#STEP`"
    FIGURES = "decimals separated by `|`"
    EXPRESSIONS = "expressions separated by `|`"
    LABELS = "texts separated by `|`"
    TAGS = "tags separated by commas, as in flashcards/ai-ml"
    LISTING = "the name of a listing"
    # These are for YAML only.
    VERSION = f"{SCHEMA_VERSION}"
    ID = "an id of lower-case letters, digits and single hyphens"
    LANGUAGE = "a language tag, as in en or pt-BR"
    MINUTES = f"a number from {MIN_MINUTES:g} to {MAX_MINUTES:g}"
    NUMBER = "a number"
    ABOVE_ZERO = "a number above 0"
    RANGE = "`[LOW, HIGH]`, the lower end first"
    MARKDOWN = "Markdown text, of any number of lines"
    ID_LIST = "a list of ids"
    TEXT_LIST = "a list of texts, each on one line"
    CLOZES = "a list of bold, curly"
    TEXTS_BY_NAME = "a mapping of names to texts"
    ENTRIES = "a list of mappings"
    SOME_ENTRIES = "a list of mappings, at least one"
    ENTRIES_BY_NAME = "a mapping of names to mappings"


@dataclass(frozen=True, slots=True)
class Key:
    """One `:name: value` line of a block, or one `name: value` entry of a YAML mapping.

    Attributes:
        name: The key's name.
        kind: How its value is read.
        required: Whether the block needs it.
        many: Whether it may stand more than once; in YAML it then takes a list too.
        says: What it is for.
        unless: A key beside which it is not required.
        entries: The keys of the mappings in it.
    """

    name: str
    kind: KeyKind
    says: str
    required: bool = False
    many: bool = False
    unless: str = ""
    entries: tuple[Key, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """One kind of fenced block.

    Attributes:
        name: The name in its opener, `{name}`.
        parents: Blocks it may sit in; "top" is the file itself, "deck" and "misconceptions" the files of those kinds.
        takes_id: Whether an id must follow the name.
        keys: The keys it takes.
        body: What its body is.
    """

    name: str
    parents: frozenset[str]
    takes_id: bool
    keys: tuple[Key, ...]
    body: str

    def key(self, name: str) -> Key | None:
        """The key of that name, if the block takes it."""
        return next((key for key in self.keys if key.name == name), None)


_SET = Key("set", KeyKind.SETTINGS, "the Lab's values in this step")
_CARD_SET = Key("set", KeyKind.SETTINGS, "the Lab's values for its numbers")
_SHOW = Key("show", KeyKind.VIEW, "the plot to show")
_BELOW = Key("below", KeyKind.PANE, "the pane below the text where one has room: the plot, unless it is the heat map")
_CELL = Key("cell", KeyKind.CELL, "the cell to put the cursor on")
_ANSWER = Key("answer", KeyKind.EXPRESSION, "the right number, computed", required=True)
_TOL = Key("tol", KeyKind.TOLERANCE, "how far off a typed number may be")
_DIGITS = Key("digits", KeyKind.DIGITS, "significant digits that must be right; instead of tol")
_UNIT = Key("unit", KeyKind.TEXT, "shown after the answer line")
_HINT = Key("hint", KeyKind.PROSE, "given one at a time", many=True)
_WRONG = Key("wrong", KeyKind.RULE, "a wrong number and the misconception that gives it", many=True)
_VARY = Key("vary", KeyKind.VARY, "a value drawn afresh each time", many=True)
_TITLE = Key("title", KeyKind.TEXT, "its heading")
_QUESTION_KEYS = (_ANSWER, _TOL, _DIGITS, _UNIT, _HINT, _WRONG, _VARY)
_IN_STEP = frozenset({"step", "worked"})

BLOCKS: dict[str, Block] = {
    block.name: block
    for block in (
        Block("step", frozenset({"top"}), True, (_SET, _SHOW, _BELOW, _CELL, _VARY), "prose, maths, blocks"),
        Block(
            "worked",
            frozenset({"top"}),
            True,
            (
                Key("fade", KeyKind.FADE, "which of its checks are left blank", required=True),
                _SET,
                _SHOW,
                _BELOW,
                _CELL,
                _VARY,
            ),
            "prose, blocks; a check left unfaded is shown with its answer",
        ),
        Block("predict", _IN_STEP, True, _QUESTION_KEYS, "the question"),
        Block("check", _IN_STEP, True, _QUESTION_KEYS, "the question"),
        Block(
            "choice",
            frozenset({"step", "worked", "card"}),
            True,
            (
                _HINT,
                Key("multiple", KeyKind.FLAG, "more than one option may be true"),
                Key("shuffle", KeyKind.FLAG, "shown in a drawn order (yes unless told)"),
            ),
            "the question, then a list: `- [x]` true, `- [ ]` false, the reason as each item's second paragraph",
        ),
        Block(
            "point",
            frozenset({"step", "worked"}),
            True,
            (
                Key("grid", KeyKind.EXPRESSION, "a table with a slip: `table_degrees(FIRST, ROWS)`"),
                Key("shown", KeyKind.FIGURES, "instead of grid: a row of figures as published", many=True),
                Key("right", KeyKind.EXPRESSIONS, "what the figures of that row should be", many=True),
                Key("columns", KeyKind.LABELS, "what the columns are called"),
                Key("rows", KeyKind.LABELS, "what the rows are called"),
                Key("answer", KeyKind.CELL, "`row,col` of the first wrong cell, from 0", required=True),
                _HINT,
            ),
            "the question",
        ),
        Block("why", _IN_STEP, False, (_TITLE,), "prose, opened by a key"),
        Block("note", _IN_STEP, False, (_TITLE,), "prose"),
        Block(
            "code",
            _IN_STEP,
            False,
            (Key("run", KeyKind.LISTING, "one of the core's own named listings"),),
            "Python shown to the learner",
        ),
        Block(
            "math",
            _IN_STEP,
            False,
            (Key("alt", KeyKind.TEXT, "the formula as it is spoken", required=True),),
            "LaTeX",
        ),
        Block(
            "mistake",
            frozenset({"top", "misconceptions"}),
            True,
            (
                Key("claims", KeyKind.PROSE, "the mistaken claim, in a sentence", required=True),
                Key("verdict", KeyKind.VERDICT, "wrong or half right", required=True),
                Key("shows", KeyKind.EXPRESSION, "the number that refutes it"),
                Key("slip", KeyKind.SLIP, "the built-in slip that comes of it"),
                Key("covers", KeyKind.IDS, "inventory numbers"),
            ),
            "four paragraphs: the claim, why it feels right, what is wrong, the fix",
        ),
        Block(
            "card",
            frozenset({"top", "deck"}),
            True,
            (
                Key("covers", KeyKind.IDS, "inventory numbers"),
                Key("kind", KeyKind.CARD_KIND, "basic unless told, numeric where there is an answer"),
                Key("answer", KeyKind.EXPRESSION, "the right number of a numeric card"),
                _TOL,
                _DIGITS,
                _UNIT,
                _WRONG,
                _VARY,
                _CARD_SET,
                _HINT,
                Key("accept", KeyKind.TEXT, "a short text that is right when typed, for basic cards", many=True),
                Key("teaches", KeyKind.LESSON, "the place that teaches it"),
                Key("tags", KeyKind.TAGS, "its own deck tags, instead of the deck's"),
            ),
            "front, a line `?`, back",
        ),
    )
}

ROLES: dict[str, str] = {
    "val": "the value of an expression at the learner's Lab; `EXPRESSION @N` gives N decimals",
    "literal": "a figure quoted as it was published, never computed",
    "sym": "a symbol of the glossary",
    "cell": "`POS,SLOT`: a cell of the table and its value",
    "ref": "another lesson, `LESSON` or `LESSON#STEP`",
}

# The views that a step shows, a plot draws and a key turns to, in that order, by what people call them.
VIEW_TITLES: dict[str, str] = {
    "waves": "Waves",
    "heat": "Heat map",
    "similarity": "Similarity",
    "dials": "Dials",
    "circle": "Circle",
    "unique": "Uniqueness",
    "dtype": "Dtype error",
    "difference": "Difference",
    "sum": "Embedding + PE",
    "attention": "Attention",
    "counter": "Binary counter",
}
VIEWS = tuple(VIEW_TITLES)
# And what each shows.
VIEW_WORDS: dict[str, str] = {
    "waves": "the sine and cosine of each pair over the positions",
    "heat": "the table as shades",
    "similarity": "the dot product of two rows against their offset k",
    "dials": "a clock for each pair, and its turn by the offset",
    "circle": "the current slot's pair on the unit circle",
    "unique": "how far every row is from the current one, and which rows a dtype makes alike",
    "dtype": "the error of the dtype against the exact values, rounded once and computed in it",
    "difference": "the convention less the paper's, cell by cell",
    "sum": "embedding + PE of The cat sat, at d_model 4 with the lessons' numbers",
    "attention": "the slot's outputs for two orders of The cat sat, without and with PE; "
    "the offset picks the second order",
    "counter": "the bits of the positions beside the sines of the pairs",
}

# The core's own listings that a code block may name in `run`.
LISTINGS = ("encode",)

# The words that a key of such a kind takes; a slip is one of petui.core.formula.
WORDS: dict[KeyKind, tuple[str, ...]] = {
    KeyKind.VIEW: VIEWS,
    KeyKind.PANE: ("table", "plot"),
    KeyKind.FADE: ("none", "last", "all"),
    KeyKind.VERDICT: ("wrong", "half"),
    KeyKind.FLAG: ("yes", "no"),
    KeyKind.CARD_KIND: ("basic", "reversed", "cloze", "numeric", "choice"),
    KeyKind.LISTING: LISTINGS,
    # What may hide text besides `==…==`.
    KeyKind.CLOZES: ("bold", "curly"),
}

# Codes beginning with W are warnings: what they speak of can be used as it is.
CODES: dict[str, str] = {
    "E01": "the front matter or the file cannot be read",
    "E02": "unknown block, key or role",
    "E03": "a fence is unclosed or nested wrongly, or fields are not set off",
    "E04": "an id is duplicate, illegal or missing",
    "E05": "an expression cannot be read, or names something unknown",
    "E06": "an expression has no finite value somewhere on its range",
    "E07": "an answer cannot be graded: no tolerance, or a relative one at zero",
    "E08": "a choice or a point has no right answer",
    "E09": "a wrong-answer rule is within tolerance of the right answer, gives another rule's number at every draw, "
    "or names no known misconception",
    "E10": "a value does not fit its key",
    "E11": "the maths cannot be set",
    "E12": "a reference leads nowhere",
    "E13": "a step does not fit 76 columns by 18 rows",
    "E14": "a figure is typed by hand: a decimal with two or more places that nobody computes",
    "E15": "a display formula has no spoken form",
    "E16": "no lesson or no card covers a number of the inventory (with `--coverage`)",
    "E17": "a released id is gone: `course.lock` has it, the course does not, and no alias leads from it",
    "E18": "the file needs a newer petui: its `schema` is a later one",
    "W01": "a card is read otherwise than Obsidian's plugin would read it",
    "W02": "this looks like a card and is none",
    "W03": "text near a card is lost or may be meant otherwise",
    "W04": "no wrong answer and no built-in slip leads to a misconception",
    "W05": "a retold step is older than what it retells, by `course.lock`",
    "W06": "a lesson requires one that is left out, unlisted or in a circle",
    "W07": "a question has no hint, and no wrong answer is foreseen",
    "W08": "the cell that is worked out beside a question shows its answer",
    "W09": "many terminals lack a sign",
    "W10": "text may be meant otherwise: a lone `$` or `==`, unequal rows of a table, text below a choice",
    "W11": "a numeric card has no back: nothing tells why its number is right",
}

STEP_WIDTH = 76
STEP_HEIGHT = 18
