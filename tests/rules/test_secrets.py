"""Secret blocks in texts: what a reader who is no GM is told of them, and that no text takes long to read."""

import time

import pytest

from common.secret_blocks import has_secret, visible_text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("before\n:::secret\nhidden\n:::\nafter", "before\n\nafter"),
        ("before\n\n:::secret\nhidden\n:::\n\nafter", "before\n\nafter"),
        ("before \n \n\n:::secret\nhidden\n:::\n\n\n  after", "before \n\n  after"),
        ("before\n> :::: Secret\nhidden", "before"),
        ("before :::secret hidden ::: \nafter", "before\n\nafter"),
        ("before :::secret hidden\nhidden too\n:::\nafter", "before\n\nafter"),
        ("one :::secret hidden :::secret deeper ::: :::\nafter", "one\n\nafter"),
        ("one :::secret hidden :::secret deeper :::\nstill hidden\n:::\nafter", "one\n\nafter"),
        (":::secretary\nis a word", ":::secretary\nis a word"),
        ("a list:::\nof colons :::", "a list:::\nof colons :::"),
    ],
)
def test_a_secret_is_left_out_of_what_others_read(text, left):
    assert visible_text(text, is_gm=False) == left
    assert visible_text(text, is_gm=True) == text
    assert has_secret(text) == (left != text)


@pytest.mark.parametrize(
    "text",
    [
        ":" * 65_536 + "x",
        ":::secret " * 6_500,
        ":::secret " + "::: " * 16_000,
        "> " * 30_000 + "x",
        ":::" + " " * 65_000 + "x",
        ":::\n" * 16_000,
        ":::secret\n" * 6_500,
    ],
)
def test_no_text_takes_long_to_read(text):
    times = []
    for _try in range(3):  # the garbage of other tests may be collected meanwhile
        begun = time.process_time()
        visible_text(text, is_gm=False)
        has_secret(text)
        times.append(time.process_time() - begun)
    assert min(times) < 1
