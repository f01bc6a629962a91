"""What `petui new` begins a course, a lesson or a deck with: files that run at once and say how they are written.

Comments stand where the format has them, in YAML; a lesson's own text says the rest while it runs.
"""

from __future__ import annotations

from petui.lessons.faults import MAX_ID

_SHORTENED = MAX_ID - 16
_NO_TEXT = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))

_COURSE = """\
# A course: which lessons and decks belong to it, and in which order.
# `petui lint` in this folder checks it; `petui --content .` opens it.

# The version of the format.
schema: 1
# Learners' progress goes by ids: choose this one once, and keep it.
id: {id}
title: {title}
language: en
"""

_PARTS = """
# Lessons in the order in which they are learnt; `radians` is the file lessons/radians.md.
parts:
  - title: First steps
    lessons: [{lesson}]
"""

_MISTAKES_KEY = """
# What learners commonly get wrong; `:wrong:` lines of lessons and cards name them by their ids.
misconceptions: misconceptions.md
"""

_DECKS = """
# Cards for `petui quiz`: *.md or *.yaml files. A deck that is not listed here is not asked.
decks: [decks/{deck}]
"""

_LESSON = """\
---
# This header says what the lesson is; its steps follow below it.
# While you write:  petui preview lessons/{id}.md --answers
# When you are done:  petui lint lessons/{id}.md
schema: 1
# The file's name without its ending; learners' progress goes by it.
id: {id}
title: {title}
minutes: 5
# Lessons that are to be known before this one:
# requires: [another-lesson]
# Numbers that the learner may change with the keys, with their first value and their range:
params:
  pos: {{default: 3, range: [0, 99]}}
---

::::{{step}} a-step-with-a-plot
:set: d_model=8 pos=3
:show: waves
:cell: 3,2

This is a **step**: as much as fits one page. It begins with four colons and `{{step}}`,
then come its id and its fields. `:set:` gives the numbers that it starts from, `:show:` the
plot, `:cell:` where the cursor stands.

Numbers are never typed, they are computed: position {{val}}`pos`, slot 2, holds
{{val}}`pe(pos, 2) @4`. In the file this is `` {{val}}`pe(pos, 2) @4` ``. Press an arrow key or `]`:
the text follows.

:::{{why}} Where does this text come from?
A `why` block opens with the key w. Put there what not everybody needs to read.
:::
::::

::::{{step}} a-guess-and-a-check
:set: d_model=8 pos=3

A question holds the step until it is answered. To **predict** is to commit to a number
before the lesson shows it:

:::{{predict}} how-large-is-the-square
:vary: n in 3..9
:answer: n**2
:tol: 0.1
:hint: The answer is an expression in the file, `:answer: n**2`; `:vary:` drew n.

A square has sides of {{val}}`n`. How large is its area?
:::

:::{{check}} how-long-is-the-side
:vary: n in 3..9
:answer: n
:tol: 1%
:wrong: n**2/2 => {mistake}
:hint: Which number times itself makes {{val}}`n**2`?
:hint: Type {{val}}`n**2/2` too, to see what a `:wrong:` line does: it names a misconception.

And the other way round: the area is {{val}}`n**2`. How long is a side?
:::
::::

::::{{step}} a-choice
:set: d_model=8 pos=3

:::{{choice}} what-reloads
:hint: The program that shows you this page while you write it.

You have changed this file and saved it. What shows the change at once?

- [x] `petui preview`

  It stays at the step that you are looking at, and keeps your numbers.
- [ ] `petui lint`

  It reports every fault of the file, with its line, and shows nothing.
- [ ] nothing, petui has to be started again

  `petui learn` does, but there is something better for authors.
:::

The reason of an option is its second paragraph, four blanks in or two.
::::

::::{{step}} what-you-now-have
:set: d_model=8 pos=3
:show: heat

At the end say what is left:

- steps, with their numbers and a plot;
- questions that hold the step, whose numbers are drawn and whose answers are computed;
- a card in this file, which `petui quiz {id}` asks.

:::{{note}} What next
`petui help format` lists every block and every key. Copy this file, or write over it.
:::
::::
{own_mistake}
:::{{card}} {card}
:teaches: {id}#a-guess-and-a-check

Which line of a question names the misconception that gives a wrong number?
?
`:wrong: EXPRESSION => MISCONCEPTION`. Who types that number is told what is behind it.
:::
"""

_MISTAKE = """
:::{{mistake}} {id}
:claims: The root of a number is half of it.
:verdict: wrong
:shows: sqrt(36)

"Undo the square: divide by two."

It feels right because for {{val}}`4` it is so: its root is {{val}}`sqrt(4)`, and so is its half.

The root is the number that gives it when multiplied by **itself**. The root of {{val}}`36` is
{{val}}`sqrt(36)`, its half {{val}}`36/2`.

Ask "what times itself?", and try it.
:::
"""

_YAML_DECK = """\
# A deck: cards that `petui quiz {id}` asks again after days and weeks.
# A card is known by its id: mend its text as you like, and its history stays.
schema: 1
title: {title}
cards:
  # Question and answer; the learner grades the recall. Both sides are Markdown.
  - id: {card}-basic
    front: What does a card go by, so that its text may be mended without losing its history?
    back: By its **id**.

  # Hidden words: each `==…==` is asked; what stands behind `;;` is its hint.
  - id: {card}-cloze
    kind: cloze
    front: In a card, ==two;;how many== equals signs on each side hide what is to be recalled.
    back: Two on each side.

  # A number, drawn afresh each time. The answer is an expression, computed and never typed.
  - id: {card}-drawn
    vary: n in 3..9
    front: A square has sides of {{val}}`n`. How large is its area?
    answer: n**2
    # How far off a typed number may be: 1% of it, or a plain number such as 0.01.
    tol: 1%
    hint: Which number is {{val}}`n` times itself?
    back: It is {{val}}`n` times {{val}}`n`.

  # Options to choose from; each may have a reason, which is told with the verdict.
  - id: {card}-choice
    front: Which command finds the faults of a deck?
    options:
      - {{text: "`petui lint`", right: yes, reason: "It names file, line and column."}}
      - {{text: "`petui quiz`", right: no, reason: "It asks the cards that have none."}}
    back: And `petui cards list` lists them all.
"""

_MARKDOWN_DECK = """\
---
# A deck in Markdown, written as for Obsidian's Spaced Repetition plugin; `petui quiz {id}` asks it.
schema: 1
id: {id}
title: {title}
tags: [flashcards/{id}]
---

What separates question and answer on one line? :: Two colons, with blanks around them. ^{card}-line

What separates them when they are longer?
?
A line with nothing but a question mark. An empty line ends the answer. ^{card}-lines

What stands between ==two equals signs;;which signs?== is hidden. ^{card}-hidden

:::{{card}} {card}-drawn
:vary: n in 3..9
:answer: sqrt(n**2)
:tol: 1%
:wrong: n**2/2 => {mistake}
:hint: Which number times itself makes {{val}}`n**2`?

A square has the area {{val}}`n**2`. How long is its side?
?
The root of {{val}}`n**2`. In a card block the numbers are drawn afresh each time.
:::
"""


def title_of(name: str) -> str:
    """A title from an id: `first-steps` is `First steps`."""
    return name.replace("-", " ").capitalize()


def stem_of(name: str) -> str:
    """The beginning of further ids from an id, short enough to stay legal with an ending of 16 characters."""
    return name[:_SHORTENED].rstrip("-")


def course_text(course: str, *, lesson: str = "", deck: str = "", mistakes: bool = False) -> str:
    """A course.yaml that lists a lesson, a deck file of `decks/`, and a misconceptions file, as far as they are given.

    Args:
        course: The course's id.
        lesson: The lesson's id; empty for none.
        deck: The deck's file name; empty for none.
        mistakes: Whether there is a misconceptions.md.
    """
    text = _COURSE.format(id=course, title=_yaml_words(title_of(course)))
    text += _PARTS.format(lesson=lesson) if lesson else ""
    text += _MISTAKES_KEY if mistakes else ""
    return text + (_DECKS.format(deck=deck) if deck else "")


def _yaml_words(title: str) -> str:
    """A title as a YAML value: petui guesses nothing, but an editor may take `1` and `no` for something else."""
    return f"'{title}'" if title.lower() in _NO_TEXT or not title[0].isalpha() else title


def lesson_text(lesson: str, *, mistake: str, own_mistake: bool, card: str) -> str:
    """A lesson of four steps.

    Args:
        lesson: Its id.
        mistake: Id of the misconception that its check names.
        own_mistake: Whether that stands in the lesson itself, not in the course's file.
        card: Id of its card.
    """
    own = _MISTAKE.format(id=mistake) if own_mistake else ""
    return _LESSON.format(id=lesson, title=_yaml_words(title_of(lesson)), mistake=mistake, own_mistake=own, card=card)


def yaml_deck_text(deck: str, *, card: str) -> str:
    """A YAML deck of four cards, a basic, a cloze, a numeric and a choice; their ids begin with `card`."""
    return _YAML_DECK.format(id=deck, title=_yaml_words(title_of(deck)), card=card)


def markdown_deck_text(deck: str, *, mistake: str, card: str) -> str:
    """A Markdown deck; a card of it names a misconception, and the ids of all begin with `card`."""
    return _MARKDOWN_DECK.format(id=deck, title=_yaml_words(title_of(deck)), mistake=mistake, card=card)


def mistakes_text(mistake: str) -> str:
    """A misconceptions file with one of that id."""
    return f"# Misconceptions\n{_MISTAKE.format(id=mistake)}"
