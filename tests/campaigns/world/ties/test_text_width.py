"""Names in the drawing of ties are shortened by their width, not by their number of letters."""

import pytest

from campaigns.world.ties.text_width import shorten_to_width


@pytest.mark.parametrize("text", ["", "Mara", "a" * 28, "i" * 28, "e\u0301" * 28])
def test_a_text_that_fits_is_complete(text):
    assert shorten_to_width(text, 28) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a" * 29, "a" * 27 + "…"),
        ("W" * 28, "W" * 18 + "…"),
        ("ш" * 28, "ш" * 18 + "…"),
        ("龍" * 28, "龍" * 14 + "…"),
        ("a" * 26 + " " + "a" * 9, "a" * 26 + "…"),
    ],
)
def test_a_wider_text_ends_with_dots(text, shown):
    assert shorten_to_width(text, 28) == shown
