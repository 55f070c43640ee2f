"""A place that both sides changed is named as the page of the object names it."""

import pytest

from campaigns.modules import reading

ITEM = {"blocks": [{"key": "see", "kind": "read_aloud"}, {"key": "more", "kind": "gm", "title": "Afterwards"}]}


@pytest.mark.parametrize(
    ("pointer", "words"),
    [
        ("/title", "Title"),
        ("/blocks/see/md", "Read aloud"),
        ("/blocks/more/md", "Afterwards"),
        ("", "all"),
        ("/blocks/gone/md", "blocks / gone / md"),
        ("/aspects/1", "aspects / 1"),
    ],
)
def test_a_place_in_words(pointer, words):
    assert reading.where(pointer, ITEM) == words
    assert reading.where("/blocks/see/md", None) == "blocks / see / md"
