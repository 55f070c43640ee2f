"""Turns, answers, newcomers and the Dealer's orders: what is refused says what would work instead."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.people import KNIFE, SWORD, extras, follower, swordfighter
from tests.rules.game_of_bastards.setups import SYSTEM, everything
from tests.rules.game_of_bastards.table import Table

ANA = "AC KS QS JS TS"
BO = "2C KD QD JD TD"
STRIKE = {"target": "bo", "kind": "physical", "skill": "Combat (Sword)", "weapon": "Sword", "card": "KS"}


def table(ana: dict[str, Any] | None = None, bo: dict[str, Any] | None = None, draws: str = "3S 3H 4S 4H") -> Table:
    """Ana acts first; nobody has drawn."""
    return Table.dealt(
        [swordfighter("ana", **(ana or {})), swordfighter("bo", **{"side": "foes", **(bo or {})})], [ANA, BO], draws
    )


def test_initiative_is_chosen_once_by_everybody_before_anything_else_gob_40() -> None:
    state = play.start(SYSTEM, everything(), seed=1)
    for command in ({"type": "draw", "actor": "ana"}, {"type": "dramatic", "actor": "ana", "action": "distance"}):
        with pytest.raises(play.Refused) as caught:
            play.act(SYSTEM, state, command)
        assert (caught.value.code, caught.value.rule) == ("phase.initiative", "GOB-40")
    assert table().refused("initiative", "ana", card="KS") == ("initiative.settled", "GOB-40")


def test_a_turn_has_its_steps_gob_41() -> None:
    fight = table()
    assert fight.refused("pass", "ana") == ("phase.wrong", "GOB-41")
    assert fight.refused("attack", "ana", **STRIKE)[0] == "phase.wrong"
    assert fight.refused("draw", "bo") == ("turn.not-yours", "GOB-41")
    fight.do("draw", "ana")
    assert fight.refused("draw", "ana")[0] == "phase.wrong"
    assert fight.refused("mulligan", "ana")[0] == "phase.wrong"
    assert fight.refused("discard", "ana", cards=["KS", "QS"]) == ("discard.count", "GOB-41")
    fight.do("discard", "ana", cards=["TS"])
    assert fight.refused("discard", "ana", cards=["JS"]) == ("discard.twice", "GOB-41")
    assert fight.refused("call", "ana") == ("pending.nothing", "GOB-44")
    assert fight.refused("defend", "ana") == ("pending.nothing", "GOB-43")
    assert fight.refused("redirect", "ana", use=True) == ("pending.nothing", "GOB-70")
    assert fight.refused("desperation", "ana", trait="luck") == ("pending.nothing", "GOB-48")
    assert fight.refused("sleep", "ana")[0] == "command.unknown"
    assert fight.refused("pass", "nobody")[0] == "participant.unknown"


def test_a_mulligan_takes_the_action_that_is_still_there_gob_30() -> None:
    fight = table({"advantages": [{"key": "all-out-defense"}]})
    fight.do("use", "ana", advantage="all-out-defense")
    assert fight.refused("mulligan", "ana") == ("action.spent", "GOB-30")
    two = table()
    two.do("mulligan", "ana")
    assert two.turn == ["bo"]
    assert len(two.hand("ana")) == 5
    assert sorted(two.discard) == ["JS", "KS", "QS", "TS"]


def test_a_play_waits_for_its_answers_and_its_words_gob_43_gob_44() -> None:
    fight = table()
    fight.do("draw", "ana")
    fight.do("attack", "ana", **STRIKE)
    assert fight.refused("pass", "ana") == ("pending.defense", "GOB-43")
    assert fight.refused("defend", "ana")[0] == "turn.not-yours"
    assert fight.refused("rest", "gm")[0] == "pending.defense"
    assert [offer["type"] for offer in play.offers(SYSTEM, fight.state, "gm")] == ["end"]
    fight.do("defend", "bo", card="KD", skill="Combat (Sword)")
    assert fight.turn == ["bo"], "the affected side speaks first"
    assert fight.refused("call", "ana") == ("turn.not-yours", "GOB-44")
    assert fight.refused("defend", "bo")[0] == "pending.betting"
    assert fight.refused("bet", "bo", cards=["QD", "JD"]) == ("card.limit", "GOB-44")
    assert fight.refused("bet", "bo", cards=[]) == ("card.limit", "GOB-44")
    assert fight.refused("bet-wildcard", "bo") == ("wildcard.none", "GOB-06")
    fight.do("call", "bo")
    fight.do("bet", "ana", cards=["QS"])
    assert fight.turn == ["bo"], "who called may bet again after the other has played"
    fight.do("bet", "bo", cards=["QD"])
    assert fight.phase == "draw", "nobody can play more, so the reveal follows at once"
    assert fight.event("result")["margin"] == (13 + 12 + 2) - (13 + 12 + 1)


@pytest.mark.parametrize(
    ("changes", "code", "rule"),
    [
        ({"target": "ana"}, "target.self", "GOB-43"),
        ({"target": None}, "target.one", "GOB-43"),
        ({"targets": ["bo"]}, "target.one", "GOB-43"),
        ({"target": None, "targets": []}, "target.none", "GOB-43"),
        ({"target": None, "targets": ["bo", "bo"]}, "target.twice", "GOB-43"),
        ({"target": "nobody"}, "participant.unknown", None),
        ({"skill": "Influence"}, "skill.weapon", "GOB-51"),
        ({"skill": None}, "skill.missing", "GOB-43"),
        ({"weapon": "Axe"}, "weapon.missing", "GOB-51"),
        ({"weapons": ["Sword"]}, "weapon.both", "GOB-51"),
        ({"weapon": None, "weapons": ["Sword", "Sword"]}, "weapon.missing", "GOB-51"),
        ({"card": "KD"}, "card.not-held", "GOB-43"),
        ({"trait": "luck"}, "trait.physical", "GOB-46"),
        ({"use": [{"advantage": "dodge"}]}, "advantage.missing", "GOB-69"),
        ({"use": [{"advantage": "flying"}]}, "advantage.unknown", None),
    ],
)
def test_an_attack_that_cannot_be_is_refused(changes: dict[str, Any], code: str, rule: str | None) -> None:
    fight = table()
    fight.do("draw", "ana")
    assert fight.refused("attack", "ana", **{**STRIKE, **changes}) == (code, rule)


def test_a_desperate_one_uses_spirit_or_luck_alone_gob_48() -> None:
    fight = table({"pools": {"lp": 0}}, {"pools": {"lp": 0}})
    fight.do("draw", "ana")
    assert fight.refused("attack", "ana", **STRIKE, trait="body") == ("trait.desperate", "GOB-48")
    fight.do("attack", "ana", **STRIKE, trait="luck")
    assert fight.refused("defend", "bo", card="KD", trait="mind") == ("trait.desperate", "GOB-48")
    fight.do("defend", "bo", card="KD")
    assert fight.event("defense")["trait"] == "spirit"


def test_who_gives_up_is_out_and_ends_or_leaves_the_play_gob_49_gob_43() -> None:
    fight = Table.dealt(
        [swordfighter("ana"), swordfighter("bo", side="foes"), swordfighter("cy", side="foes")],
        [ANA, BO, "3C 4C 5C 6C 7C"],
        "3S",
    )
    fight.do("draw", "ana")
    fight.do("attack", "ana", **{**STRIKE, "target": None, "targets": ["cy", "bo"]})
    fight.do("defend", "cy", card="4C")
    fight.do("concede", "cy")
    assert fight["cy"]["out"] == "conceded"
    assert "4C" in fight.discard
    assert fight.pending["targets"] == ["bo"]
    assert fight.refused("concede", "cy") == ("actor.out", "GOB-49")
    assert fight.refused("spend-wildcard", "cy") == ("actor.out", "GOB-49")
    fight.do("concede", "ana")
    assert fight.refused("use", "cy", advantage="dodge") == ("actor.out", "GOB-49")
    assert fight.pending is None
    assert fight.view()["proposed_outcome"] == "foes"
    fight.do("concede", "bo")
    assert fight.turn == []
    assert play.actors(SYSTEM, fight.state) == ["gm"]
    assert fight.view()["proposed_outcome"] == "none"
    assert fight.refused("draw", "bo")[0] == "actor.out"


def test_a_counter_comes_to_nothing_when_its_target_gives_up_gob_60() -> None:
    people = [
        swordfighter("ana", pools={"bp": 3}),
        swordfighter("bo", "counter", side="foes"),
        swordfighter("cy", "counter", side="foes"),
    ]
    fight = Table.dealt(people, ["AC TS QS JS 9S", BO, "3C AD AH AS 7C"], "3S 3H")
    fight.do("draw", "ana")
    fight.do("attack", "ana", **{**STRIKE, "target": None, "targets": ["bo", "cy"], "card": "9S"})
    for who, card, aside in (("bo", "KD", "QD"), ("cy", "AD", "AH")):
        use = [{"advantage": "counter", "cards": [aside]}]
        fight.do("defend", who, card=card, skill="Combat (Sword)", use=use)
    fight.settle()
    assert fight.pending["actor"] == "bo"
    fight.do("concede", "ana")
    assert {"QD", "AH"} <= set(fight.discard)
    assert fight.turn == ["bo"]


def test_a_disarm_of_bare_hands_drops_nothing_gob_82() -> None:
    fight = table({"advantages": [{"key": "disarm"}]}, {"weapons": []})
    fight.do("draw", "ana")
    fight.exchange("ana", "bo", "KS", "TD", use=[{"advantage": "disarm"}])
    assert fight.view()["ground"] == []
    assert fight.pool("bo") == 10


def test_dramatic_actions_have_their_people_fields_and_costs_gob_98() -> None:
    mob = Table.dealt([extras("mob", wildcards=1), swordfighter("ana")], ["2S 3S 4S 5S", "3C KS QS JS TS"])
    assert mob.refused("dramatic", "mob", action="distance", wildcards=1) == ("dramatic.fated", "GOB-98")
    fight = table({"wildcards": 3})
    weapon = {"name": "Axe", "damage": 3, "skill": "Combat (Axe)"}
    for fields, code in (
        ({"action": "distance"}, "dramatic.field"),
        ({"action": "distance", "wildcards": 1, "name": "x"}, "dramatic.field"),
        ({"action": "distance", "wildcards": 4}, "wildcard.none"),
        ({"action": "reinforce", "id": "x", "name": "X", "weapon": weapon}, "weapon.damage"),
        ({"action": "reinforce", "id": "bo", "name": "X"}, "participant.twice"),
        ({"action": "reinforce", "id": "gm", "name": "X"}, "id.reserved"),
        ({"action": "involve", "participants": [{"id": "x", "name": "X"}]}, "dramatic.two"),
        ({"action": "appearance", "participant": follower("fay", 3)}, "dramatic.fated"),
    ):
        assert fight.refused("dramatic", "ana", **fields)[0] == code
    fight.do("dramatic", "ana", action="reinforce", id="x", name="X")
    seen = fight["x"]
    assert (seen["members"], seen["side"], seen["controller"], seen["hand_size"]) == (5, "players", "ana", 4)
    fight.do("dramatic", "ana", action="appearance", participant=swordfighter("cat", side="foes", controller="gm"))
    assert (fight["cat"]["side"], fight["cat"]["controller"]) == ("players", "ana")
    fight.do("draw", "ana")
    fight.do("attack", "ana", **STRIKE)
    fight.do("defend", "bo")
    fight.settle()
    late = table({"wildcards": 1})
    for who in ("ana", "bo"):
        late.do("draw", who)
        late.do("pass", who)
    assert late.refused("dramatic", "ana", action="distance", wildcards=1) == ("distance.late", "GOB-98")


def test_distance_keeps_melee_away_and_nothing_else_gob_98() -> None:
    bow = {"name": "Bow", "damage": 1, "skill": "Combat (Bow)", "ranged": True}
    fight = table({"wildcards": 1}, {"weapons": [SWORD, bow]})
    fight.do("dramatic", "ana", action="distance", wildcards=1)
    fight.do("draw", "ana")
    fight.do("pass", "ana")
    fight.do("draw", "bo")
    near = {**STRIKE, "target": "ana", "card": "KD"}
    assert fight.refused("attack", "bo", **near) == ("target.distance", "GOB-98")
    reach = {
        offer["fixed"].get("weapon") for offer in play.offers(SYSTEM, fight.state, "bo") if offer["type"] == "attack"
    }
    assert "Sword" not in reach
    fight.do("attack", "bo", **{**near, "weapon": "Bow", "skill": "Combat (Bow)"})


def test_the_dealers_orders_gob_11_gob_48_gob_49_gob_53_gob_97() -> None:
    fight = Table.dealt(
        [swordfighter("ana"), follower("fay", 3), extras("mob", controller="ana")],
        [ANA, "2C 3C 4C", "3D 5C 6C 7C"],
        "3S",
    )
    for target, pool in (("ana", "power"), ("fay", "bp"), ("mob", "power")):
        fields = {"target": target, "pool": pool, "amount": 0, "reason": "a try"}
        assert fight.refused("adjust", "gm", **fields)[0] == "pool.unknown"
    reason = {"reason": "a fall", "pool": "bp", "target": "ana"}
    for amount in (1, -11):
        assert fight.refused("adjust", "gm", amount=amount, **reason) == ("pool.range", "GOB-11")
    fight.do("adjust", "gm", amount=-10, **reason)
    assert fight.pending["kind"] == "desperation"
    assert fight.refused("rest", "gm")[0] == "pending.choice"
    fight.do("desperation", "ana", trait="spirit")
    fight.do("rest", "gm", target="ana", percent=15)
    assert fight.pool("ana") == 2
    fight.do("adjust", "gm", amount=-2, **reason)
    fight.do("desperation", "ana", trait="luck")
    fight.do("adjust", "gm", target="ana", pool="sp", amount=-10, reason="grief")
    assert fight["ana"]["out"] == "beaten"
    fight.do("rest", "gm")
    assert fight.pool("ana", "sp") == 10
    assert fight.refused("assign", "gm", target="mob", controller="fay") == ("controller.unknown", "GOB-97")
    fight.do("leave", "gm", target="ana")
    assert fight["mob"]["controller"] == "gm"
    fight.do("join", "gm", participant=swordfighter("ana"))
    assert fight["ana"]["initiative"] is not None
    assert fight.turn == ["fay"], "who comes back acts from the next round"
    assert fight.refused("join", "gm", participant=swordfighter("ana"))[0] == "participant.twice"


def test_an_encounter_has_forty_at_most() -> None:
    people = [extras(f"m{n}", 1, 1) for n in range(40)]
    state = play.start(SYSTEM, {"participants": people}, seed=1)
    with pytest.raises(play.Refused, match="40"):
        play.act(SYSTEM, state, {"type": "join", "actor": "gm", "participant": swordfighter("ana")})
    with pytest.raises(play.Refused):
        play.start(SYSTEM, {"participants": [*people, swordfighter("ana")]}, seed=1)


def test_what_a_game_master_is_told_before_it_begins_gob_01_gob_49() -> None:
    assert play.warnings(SYSTEM, everything()) == []
    many = [swordfighter(f"p{n}", side=f"s{n}") for n in range(12)]
    told = play.warnings(SYSTEM, {"participants": many, "options": {"decks": 1}})
    assert [event["rules"] for event in told] == [["GOB-01", "GOB-40"]]
    spent = swordfighter("ana", pools={"bp": 0, "sp": 0})
    told = play.warnings(SYSTEM, {"participants": [spent, swordfighter("bo", side="foes")]})
    assert [event["rules"] for event in told] == [["GOB-49"], ["GOB-49"]]


def test_odds_from_the_aggressors_seat_and_of_hands_that_one_controls() -> None:
    fight = Table.dealt([swordfighter("ana"), swordfighter("bo", side="foes", controller="ana")], [ANA, BO], "3S 3H")
    fight.do("draw", "ana")
    sure = play.odds(SYSTEM, fight.state, "ana", {"type": "attack", "actor": "ana", **STRIKE})
    assert sure is not None
    assert sure["chance"] == 1.0, "13 and 2 beat the king's 13 and 1"
    two = table()
    two.do("draw", "ana")
    two.do("attack", "ana", **{**STRIKE, "card": "QS"})
    two.do("defend", "bo", card="TD", skill="Combat (Sword)")
    two.do("call", "bo")
    told = play.odds(SYSTEM, two.state, "ana", {"type": "bet", "actor": "ana", "cards": ["KS"]})
    assert told is not None
    assert told["chance"] == 1.0
    weak = play.odds(SYSTEM, two.state, "ana", {"type": "call", "actor": "ana"})
    assert weak is not None
    assert 0 < weak["chance"] < 1
    several = {**STRIKE, "target": None, "targets": ["bo", "cy"]}
    three = Table.dealt(
        [swordfighter("ana"), swordfighter("bo", side="foes"), swordfighter("cy", side="foes")],
        [ANA, BO, "3C 4C 5C 6C 7C"],
    )
    three.do("draw", "ana")
    told = play.odds(SYSTEM, three.state, "ana", {"type": "attack", "actor": "ana", **several})
    assert told is not None
    assert told["exact"] is False


def test_two_of_one_name_may_be_wielded_when_both_are_in_the_list_gob_51() -> None:
    fight = table({"weapons": [KNIFE, KNIFE], "skills": {"Combat (Knife)": 4}})
    fight.do("draw", "ana")
    pair = {**STRIKE, "weapon": None, "weapons": ["Knife", "Knife"], "skill": "Combat (Knife)"}
    fight.do("attack", "ana", **pair)
    assert fight["ana"]["wielded"] == ["Knife", "Knife"]
