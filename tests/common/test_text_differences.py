"""Differences of texts: every part is in them once, and no text takes long."""

import random
import time

import pytest

from common.text_differences import find_changes
from common.text_merge import merge_texts


def apply(old, new):
    """The new text, put together from the old one and the changes."""
    made, rest = [], []
    for change in find_changes(old, new):
        made += old[change.old_start : change.old_end] if change.equal else new[change.new_start : change.new_end]
        rest += old[change.old_start : change.old_end]
    assert rest == old
    return made


@pytest.mark.parametrize("seed", range(40))
def test_the_changes_lead_from_the_old_text_to_the_new_one(seed):
    drawn = random.Random(seed)
    old, new = ([drawn.choice("abc") for _ in range(drawn.randint(0, 12))] for _ in range(2))
    assert apply(old, new) == new


def test_a_change_in_the_middle_is_found():
    old, new = list("aabcdd"), list("aabxcdd")
    assert [change for change in find_changes(old, new) if not change.equal] == [(False, 3, 3, 3, 4)]


@pytest.mark.parametrize(
    ("old", "new"),
    [(["a", "b"] * 16_000, ["b", "a", "a"] * 10_000), (["a"] * 32_000, ["a"] * 31_999 + ["b"]), (["a"] * 9, [])],
)
def test_no_text_takes_long(old, new):
    begun = time.process_time()
    assert apply(old, new) == new
    merge_texts("\n\n".join(old), "\n\n".join(new), "\n\n".join([*old, "more"]))
    assert time.process_time() - begun < 3
