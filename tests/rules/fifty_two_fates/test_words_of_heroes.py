"""What the ready-made heroes and the questions say of the classes is what the rules say."""

from rules import play
from tests.rules.fifty_two_fates.table import GAME

SUMMARIES = {hero["key"]: hero["summary"] for hero in play.ready_made_heroes(GAME)}


def reasons(fight: str) -> str:
    """What a player reads of the character that this answer leads to."""
    answers = {question["key"]: question["answers"][0]["key"] for question in play.creation_questions(GAME)}
    return str(play.hero_from_answers(GAME, {**answers, "fight": fight})["why"])


def test_a_warrior_has_two_cards_in_physical_fights_only_f52_23() -> None:
    for words in (SUMMARIES["guard"], reasons("strong")):
        assert "two cards in every physical attack and defence" in words.lower()


def test_no_spell_is_said_to_burn_as_destruct_does_no_damage_f52_83() -> None:
    for words in (SUMMARIES["scholar-mage"], reasons("magic")):
        assert "burn" not in words
        assert "weaken" in words
