"""Options that the engines offer, in words for a page."""

from config.templatetags.fatekeeper import cards_in_words, labelled, option_label


def test_two_ways_of_one_advantage_are_told_apart() -> None:
    assert option_label({"advantage": "wild-swing", "amount": 2}) == "Wild swing 2"
    assert option_label({"advantage": "counter", "cards": ["KD", "2C"]}) == "Counter KD, 2C"
    assert option_label({"advantage": "zeal"}) == "Zeal"
    assert option_label({"advantage": "disarm"}) == "Disarm"
    assert option_label({"advantage": "disarm", "take": True}) == "Disarm and take the weapon"
    assert option_label({"id": "x", "name": "Guards", "weapon": {"name": "Club"}}) == "Guards (Club)"


def test_a_tooltip_names_cards_in_words_and_leaves_other_words_alone() -> None:
    assert cards_in_words("The bride plays TC and AH.") == "The bride plays ten of clubs and ace of hearts."
    assert cards_in_words("Form A-TC, and JACK") == "Form A-TC, and JACK"


def test_a_refusal_begins_with_the_label_of_a_field_and_not_with_its_name():
    assert labelled("hp: choose a number from 0 to 3.") == "Hit points: choose a number from 0 to 3."
    assert labelled("participants: name at least one.") == "Participants: name at least one."
    assert labelled("Mara: it is not your turn.") == "Mara: it is not your turn."
