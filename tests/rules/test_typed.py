"""Numbers as they are typed: what is none names nothing, and nothing breaks."""

import pytest

from common.parsing import parse_id


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("57", 57), ("007", 7), ("9" * 18, 10**18 - 1), (12, 12)])
def test_a_whole_number_is_read(text: object, number: int) -> None:
    assert parse_id(text) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.0", " 1", "1_0", "²", "١", "9" * 19, "0x1", "one", None, "1\n"])
def test_everything_else_is_no_number(text: object) -> None:
    assert parse_id(text) is None
