"""Names of languages."""

from __future__ import annotations

from petui.lessons.languages import language_name


def test_a_language_is_called_as_people_know_it() -> None:
    """A tag that has no name here is shown as it is."""
    assert language_name("hi-Latn") == "Hinglish"
    assert language_name("tlh-Piqd") == "tlh-Piqd"
