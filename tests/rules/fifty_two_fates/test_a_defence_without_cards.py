"""With `only_useful_questions` a defender without cards is not asked: it counts as an answer without one (F52-22)."""

from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.table import GAME, Table, foe, hero, warrior

ATTACK = {"type": "attack", "actor": "ana", "target": "goblin", "weapon": "melee", "cards": ["9C"]}


class QuickTable(Table):
    """A table whose setup asks only useful questions."""

    def begin(self, setup: dict[str, Any]) -> None:
        super().begin({**setup, "only_useful_questions": True})


def begun(kind: type[Table], *, empty: bool) -> dict[str, Any]:
    """The state of Ana's turn; if `empty`, the Fate Dealer has played the last card."""
    state = kind(warrior("ana", 2), foe("goblin", max_hp=9), hands={"ana": "9C KD 2H 3H"}, fd="2S 5S 7S").state
    if empty:
        state["deck"]["discard"] += state["fd"]
        state["fd"] = ""
    return state


def test_usually_everyone_is_asked() -> None:
    state = play.act(GAME, begun(Table, empty=True), ATTACK)["state"]
    assert play.view(GAME, state, "gm")["phase"] == "defending"
    assert play.actors(GAME, state) == ["goblin", "gm"]


def test_a_defender_with_a_card_is_asked() -> None:
    state = play.act(GAME, begun(QuickTable, empty=False), ATTACK)["state"]
    assert play.view(GAME, state, "gm")["phase"] == "defending"


def test_a_defender_without_cards_is_not_asked_and_all_is_told_and_done_as_after_the_answer() -> None:
    at_once = play.act(GAME, begun(QuickTable, empty=True), ATTACK)
    asked = play.act(GAME, begun(Table, empty=True), ATTACK)
    answered = play.act(GAME, asked["state"], {"type": "defend", "actor": "goblin", "cards": []})
    assert [{**event, "n": 0} for event in at_once["events"]] == [
        {**event, "n": 0} for event in [*asked["events"], *answered["events"]]
    ]
    assert {**at_once["state"], "only_useful_questions": False} == {**answered["state"], "only_useful_questions": False}
    assert play.view(GAME, at_once["state"], "gm") == play.view(GAME, answered["state"], "gm")


def test_a_player_without_cards_is_not_asked_either() -> None:
    participants = (warrior("ana", 2), hero("ben"), foe("goblin", max_hp=9))
    state = QuickTable(*participants, hands={}, fd="QH 5S", order=("monsters", "players")).state
    ben = next(participant for participant in state["people"] if participant["id"] == "ben")
    state["deck"]["discard"] += ben["hand"]
    ben["hand"] = ""
    strike = {"type": "attack", "actor": "goblin", "target": "ben", "weapon": "melee", "cards": ["QH"]}
    done = play.act(GAME, state, strike)["state"]
    assert play.view(GAME, done, "gm")["phase"] != "defending"
    assert play.view(GAME, done, "gm")["participants"]["ben"]["hp"] < ben["hp"]


@pytest.mark.parametrize(("card", "chance"), [("5C", 0.0), ("QH", 1.0)])
@pytest.mark.parametrize("kind", [Table, QuickTable])
def test_the_odds_count_a_parry_of_a_player_without_cards_whether_asked_or_not_f52_74(
    kind: type[Table], card: str, chance: float
) -> None:
    table = kind(warrior("ben", 1, hp=1), warrior("ana", 1), foe("goblin"), hands={"ben": "9H"}, fd="5C QH")
    table.do("maneuver", "ben", maneuver="parry", cards="9H")
    table.do("pass", "ana")
    strike = {"type": "attack", "actor": "goblin", "target": "ben", "weapon": "melee", "cards": [card]}
    found = play.odds(GAME, table.state, "gm", strike)
    assert found == {"chance": chance, "exact": True, "of": f"{table['ben']['name']} cannot stop it"}
    table.attack("goblin", "ben", card)
    if table.phase == "defending":
        table.do("defend", "ben", cards=[])
    assert ("miss" in [event["type"] for event in table.events]) == (chance == 0.0)


@pytest.mark.parametrize("value", [1, "yes", []])
def test_the_setup_takes_a_truth_value(value: object) -> None:
    setup = {"participants": [warrior("ana", 2), foe("goblin")], "only_useful_questions": value}
    with pytest.raises(play.Refused):
        play.start(GAME, setup, seed=1)
