"""Options that the engines offer, in words for a page."""

from config.templatetags.fatekeeper import option_label


def test_two_ways_of_one_advantage_are_told_apart() -> None:
    assert option_label({"advantage": "wild-swing", "amount": 2}) == "Wild swing 2"
    assert option_label({"advantage": "counter", "cards": ["KD", "2C"]}) == "Counter KD, 2C"
    assert option_label({"advantage": "zeal"}) == "Zeal"
    assert option_label({"id": "x", "name": "Guards", "weapon": {"name": "Club"}}) == "Guards (Club)"
