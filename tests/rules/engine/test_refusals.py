"""The two texts of a refusal: with the path of a field for programs, and as a sentence for people."""

import pytest

from rules.engine import commands
from rules.play import Refused


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("hp: Mara Quell has no hit points left.", "Mara Quell has no hit points left."),
        ('step.trait: "Cook" is not on the sheet.', '"Cook" is not on the sheet.'),
        ("people[2].name: Bo is taken.", "Bo is taken."),
        ("bonus: must be 0 to 5", "bonus: must be 0 to 5"),
        ("It is not your turn: wait for Bo.", "It is not your turn: wait for Bo."),
        ("Cards: Bo has none.", "Cards: Bo has none."),
    ],
)
def test_a_page_shows_a_complete_sentence_without_the_path(message, sentence):
    refused = Refused("some.code", message)
    assert refused.sentence == sentence
    assert refused.message == str(refused) == message


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ({"actor": "gm"}, "type: is missing; the offers"),
        ({"type": None}, "type: is missing; the offers"),
        ({"type": "fly"}, 'type: "fly" is not a command here; the offers'),
    ],
)
def test_a_command_without_a_type_is_told_that_it_is_missing(command, message):
    with pytest.raises(Refused, match=message) as refused:
        commands.parse_command(command, {}, frozenset(), "here")
    assert refused.value.code == "command.unknown"
