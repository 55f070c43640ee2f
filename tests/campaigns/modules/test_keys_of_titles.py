"""The key of a converted module is made from the title that was sent, and stays apart from those of other titles."""

import re

import pytest

from campaigns.modules.adapters import Draft

LONG = "Descent into the Depths of the Forgotten Temple of the Elder Gods, Part"


def key_of_title(title: str) -> str:
    draft = Draft.begin(title="Monsters")
    draft.set_title(title)
    key: str = draft.document["module"]["key"]
    return key


@pytest.mark.parametrize(
    ("first", "second"),
    [(f"{LONG} 1", f"{LONG} 2"), ("Karte 東", "Karte 西"), ("Rats б", "Rats в"), ("東", "西"), ("Maß", "Maſ")],
)
def test_titles_that_differ_where_a_key_has_nothing_have_different_keys(first, second):
    keys = [key_of_title(title) for title in (first, second, first)]
    assert keys[0] != keys[1]
    assert keys[0] == keys[2], "a part that is converted again replaces itself"
    for key in keys:
        assert len(key) <= 64
        assert re.fullmatch(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?", key)


def test_a_title_that_a_key_can_hold_is_its_key():
    assert key_of_title("Rats: Part 2") == "rats-part-2"
    assert key_of_title("Zehn Türme") == "zehn-turme"
    assert key_of_title("x" * 64) == "x" * 64
