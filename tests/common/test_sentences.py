"""A sentence ends once."""

import pytest

from common.sentences import end_sentence


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("The comet", "The comet."),
        ("Who stole the bell?", "Who stole the bell?"),
        ("[[Who stole the bell?]]", "[[Who stole the bell?]]"),
        ("[[The mill]]", "[[The mill]]."),
        ("[[The mill]] (they came)", "[[The mill]] (they came)."),
    ],
)
def test_a_stop_is_added_where_none_is(text, ended):
    assert end_sentence(text) == ended
