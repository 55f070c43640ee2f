"""The rules that an attack, a defence and a damage name: those that decided trait, limit and points."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.people import KNIFE, SWORD, UNARMED, fated, foe, traits
from tests.rules.game_of_bastards.table import Table

GRAPPLE = "Combat (Grapple)"
SWORDS = {"weapons": [SWORD, SWORD], "skills": {"Combat (Sword)": 4}}
BOTH = {"weapons": ["Sword", "Sword"], "skill": "Combat (Sword)"}


def event(events: list[dict[str, Any]], kind: str) -> set[str]:
    return set(next(event for event in events if event["type"] == kind)["rules"])


def ready(ana: dict[str, Any], bo: dict[str, Any]) -> Table:
    table = Table(ana, bo, hands={"ana": "KS 5H 4H", "bo": "4S 7H"})
    table.draw("ana")
    return table


@pytest.mark.parametrize(
    ("ana", "attack", "rules"),
    [
        (fated("ana", **SWORDS), BOTH, {"GOB-51"}),
        (fated("ana", "ambidextrous", **SWORDS), BOTH, {"GOB-51", "GOB-73"}),
        (fated("ana", "cunning-linguist"), {"kind": "social", "skill": "Guts"}, {"GOB-83"}),
        (fated("ana", "criminal"), {"kind": "social", "skill": "Influence"}, {"GOB-84"}),
        (fated("ana", "hearty"), {"skill": "Athletics"}, {"GOB-85"}),
        (fated("ana"), {"skill": "Athletics"}, set()),
    ],
)
def test_an_attack_names_what_changed_its_limit_gob_51_gob_54_gob_73_gob_83_gob_84_gob_85(
    ana: dict[str, Any], attack: dict[str, Any], rules: set[str]
) -> None:
    told = event(ready(ana, foe("bo")).attack("ana", "bo", "KS", **attack), "attack")
    assert told == {"GOB-41", "GOB-43", "GOB-46"} | rules


def test_an_attack_in_a_defensive_stance_names_it_gob_62() -> None:
    table = ready(fated("ana", "defensive-stance", skills={UNARMED: 3}, traits=traits(2)), foe("bo"))
    table.do("use", "ana", advantage="defensive-stance", cards=1)
    assert "GOB-62" in event(table.attack("ana", "bo", "KS", skill=UNARMED), "attack")


@pytest.mark.parametrize(
    ("bo", "before", "defence", "rules"),
    [
        (foe("bo"), None, {}, set()),
        (foe("bo", "dodge"), None, {"use": [{"advantage": "dodge"}]}, {"GOB-69"}),
        (foe("bo", "serendipity"), None, {"use": [{"advantage": "serendipity"}]}, {"GOB-63"}),
        (foe("bo", "all-out-defense"), "all-out-defense", {}, {"GOB-61"}),
        (foe("bo", "karmic-shuffle", wildcards=1), "karmic-shuffle", {}, {"GOB-65"}),
        (foe("bo", pools={"lp": 0}), None, {}, {"GOB-48"}),
        (foe("bo", "karmic-shuffle", wildcards=1, pools={"bp": 0}), "karmic-shuffle", {}, {"GOB-65"}),
        (foe("bo", **SWORDS), None, BOTH, {"GOB-51"}),
        (foe("bo", {"key": "florentine", "weapon": "Sword"}, **SWORDS), None, BOTH, {"GOB-51", "GOB-74"}),
        (foe("bo", "hearty"), None, {"skill": "Dexterity"}, {"GOB-85"}),
    ],
)
def test_a_defence_names_what_decided_its_trait_and_limit_gob_46_gob_48_gob_51_gob_61_gob_63_gob_65_gob_69(
    bo: dict[str, Any], before: str | None, defence: dict[str, Any], rules: set[str]
) -> None:
    table = ready(fated("ana"), bo)
    if before:
        table.do("use", "bo", advantage=before)
    table.attack("ana", "bo", "KS", skill=UNARMED)
    assert event(table.defend("bo", "4S", **defence), "defense") == {"GOB-43", "GOB-46"} | rules


def test_a_defence_against_fortune_or_with_study_names_it_gob_67_gob_76() -> None:
    table = ready(fated("ana", "fortune"), foe("bo", "study", traits=traits(9)))
    table.attack("ana", "bo", "KS", skill=UNARMED, use=[{"advantage": "fortune"}])
    assert "GOB-76" in event(table.defend("bo", "4S"), "defense")
    table.settle()
    table.draw("bo")
    table.do("use", "bo", advantage="study", target="ana")
    table.draw("ana")
    table.attack("ana", "bo", table.hand("ana")[0], skill=UNARMED)
    assert "GOB-67" in event(table.defend("bo", None), "defense")


@pytest.mark.parametrize(
    ("ana", "attack", "rules"),
    [
        (fated("ana"), {"skill": UNARMED}, set()),
        (fated("ana", weapons=[KNIFE]), {"weapon": "Knife", "skill": "Combat (Knife)"}, {"GOB-99"}),
        (fated("ana", **SWORDS), BOTH, {"GOB-51", "GOB-99"}),
        (fated("ana", "brawler", skills={UNARMED: 2}), {"skill": UNARMED}, {"GOB-89"}),
        (fated("ana", "grappler", skills={GRAPPLE: 2}), {"skill": GRAPPLE}, {"GOB-90"}),
    ],
)
def test_a_damage_names_what_was_added_gob_46_gob_51_gob_89_gob_90_gob_99(
    ana: dict[str, Any], attack: dict[str, Any], rules: set[str]
) -> None:
    table = ready(ana, foe("bo", traits=traits(9)))
    events = table.attack("ana", "bo", "KS", **attack)
    events += table.defend("bo", "4S")
    while table.phase == "betting":
        events += table.do("call", table.turn[0])
    assert event(events, "damage") == {"GOB-46", "GOB-47"} | rules


def test_the_damage_of_a_berserk_attacker_names_it_gob_80() -> None:
    table = ready(fated("ana", "berserk", wildcards=1), foe("bo", traits=traits(9)))
    table.do("use", "ana", advantage="berserk")
    events = table.attack("ana", "bo", "KS", skill=UNARMED)
    events += table.defend("bo", "4S")
    while table.phase == "betting":
        events += table.do("call", table.turn[0])
    assert "GOB-80" in event(events, "damage")
