"""The YAML of the format as tables: course.yaml, the front matters, decks, and the mappings within them."""

from __future__ import annotations

from petui.lessons.schema import BLOCKS, Key, KeyKind
from petui.records import dataclass


@dataclass(frozen=True, slots=True)
class Document:
    """One kind of YAML mapping that a file is, or begins with.

    Attributes:
        name: What it is called on the command line.
        title: What it is.
        keys: The keys it takes.
    """

    name: str
    title: str
    keys: tuple[Key, ...]


_SCHEMA = Key("schema", KeyKind.VERSION, "the version of the format", required=True)
_ID = Key("id", KeyKind.ID, "what progress is kept by; choose it once", required=True)
_TITLE = Key("title", KeyKind.TEXT, "what learners see", required=True)
_LANGUAGE = Key("language", KeyKind.LANGUAGE, "the language it is told in", required=True)
_TAGS = Key("tags", KeyKind.TAGS, "deck tags of its cards")

PART = (
    Key("title", KeyKind.TEXT, "the part's heading", required=True),
    Key("lessons", KeyKind.ID_LIST, "its lessons in order; `radians` is lessons/radians.md", required=True),
)

COURSE = Document(
    "course",
    "course.yaml of a course for petui",
    (
        _SCHEMA,
        _ID,
        _TITLE,
        _LANGUAGE,
        Key("parts", KeyKind.ENTRIES, "its lessons, in parts", required=True, unless="decks", entries=PART),
        Key("decks", KeyKind.TEXT_LIST, "paths of its decks; one that is not listed is not asked"),
        Key("misconceptions", KeyKind.TEXT, "the path of the file of its misconceptions"),
        Key("inventory", KeyKind.TEXTS_BY_NAME, "what it is to teach, by numbers such as F1, for `--coverage`"),
        Key(
            "aliases",
            KeyKind.TEXTS_BY_NAME,
            "ids that were renamed, as in {old-lesson: new-lesson, a-lesson#old-step: a-lesson#new-step, "
            "card old-card: new-card}",
        ),
        Key("formerly", KeyKind.ID_LIST, "ids that the course had before"),
    ),
)

PARAM = (
    Key("default", KeyKind.NUMBER, "its value at first", required=True),
    Key("range", KeyKind.RANGE, "how far it may go", required=True),
    Key("step", KeyKind.ABOVE_ZERO, "by how much a key moves it; 1 unless told"),
)

LESSON = Document(
    "lesson",
    "front matter of a lesson for petui",
    (
        _SCHEMA,
        Key("id", KeyKind.ID, "the file's name without .md; progress is kept by it", required=True),
        _TITLE,
        Key("minutes", KeyKind.MINUTES, "how long it takes", required=True),
        Key("requires", KeyKind.ID_LIST, "lessons to be known before"),
        Key("covers", KeyKind.TEXT_LIST, "inventory numbers that it teaches"),
        Key(
            "params",
            KeyKind.ENTRIES_BY_NAME,
            "numbers that its expressions use; those of the Lab the learner may change",
            entries=PARAM,
        ),
        Key("testout", KeyKind.ID_LIST, "questions that one who knows the lesson may answer instead"),
    ),
)

RETELLING = Document(
    "retelling",
    "front matter of a lesson told in another way, for petui",
    (
        _SCHEMA,
        Key("lesson", KeyKind.ID, "the lesson that it tells; the file's name without .md", required=True),
        Key("language", KeyKind.LANGUAGE, "the folder's name, as in hi-Latn", required=True),
        _TITLE,
    ),
)

OPTION = (
    Key("text", KeyKind.MARKDOWN, "what can be chosen", required=True),
    Key("right", KeyKind.FLAG, "whether it is true", required=True),
    Key("reason", KeyKind.MARKDOWN, "why it is, or is not"),
)
CHOICE_KEYS = ("multiple", "shuffle")
# A card of a YAML deck takes what a card block takes, what a choice in it takes, and its sides.
YAML_CARD = (
    Key("id", KeyKind.ID, "what its history is kept by; choose it once", required=True),
    Key("front", KeyKind.MARKDOWN, "what is asked", required=True),
    Key("back", KeyKind.MARKDOWN, "what is answered, or told after it"),
    Key("options", KeyKind.SOME_ENTRIES, "what can be chosen, for a choice", entries=OPTION),
    *(key for key in BLOCKS["choice"].keys if key.name in CHOICE_KEYS),
    *BLOCKS["card"].keys,
)

DECK = Document(
    "deck",
    "deck of cards for petui",
    (
        _SCHEMA,
        Key("id", KeyKind.ID, "what `petui quiz` calls it; the file's name unless told"),
        Key("title", KeyKind.TEXT, "what learners see; the id unless told"),
        _TAGS,
        Key("cards", KeyKind.SOME_ENTRIES, "its cards", required=True, entries=YAML_CARD),
    ),
)

NOTES = Document(
    "notes",
    "front matter of a Markdown deck or a file of misconceptions, which may have none",
    (
        Key("schema", KeyKind.VERSION, "the version of the format"),
        Key("id", KeyKind.ID, "what `petui quiz` calls it; the file's name unless told"),
        Key("title", KeyKind.TEXT, "what learners see; the first heading unless told"),
        _TAGS,
        Key("clozes", KeyKind.CLOZES, "what hides text besides `==…==`"),
        Key("end", KeyKind.TEXT, "the line that ends an answer; an empty one unless told"),
    ),
)

DOCUMENTS: dict[str, Document] = {document.name: document for document in (COURSE, LESSON, RETELLING, DECK, NOTES)}
