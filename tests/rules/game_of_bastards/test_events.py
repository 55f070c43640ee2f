"""Events: their shape, who sees them, and the rules that they name, which decided trait, limit and points."""

import json
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.hiding import heard
from tests.rules.game_of_bastards.participants import BOW, KNIFE, SWORD, UNARMED, extras, fated, foe, follower, traits
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


def test_an_attack_on_several_lists_their_names_gob_43() -> None:
    table = Table(fated("ana"), foe("bo"), foe("cy"), foe("di"), hands={"ana": "KS 5H"})
    told = table.attack("ana", ["bo", "cy", "di"], "KS")
    assert told[0]["text"] == "Ana attacks Bo, Cy and Di: one card face down."
    assert table.refuse("call", "ana").message == "Bo, Cy and Di must answer the attack first."
    table.defend("bo")
    assert table.refuse("call", "ana").message == "Cy and Di must answer the attack first."


def test_an_attack_in_a_defensive_stance_names_it_gob_62() -> None:
    table = ready(fated("ana", "defensive-stance", skills={UNARMED: 3}, traits=traits(2)), foe("bo"))
    table.do("use", "ana", advantage="defensive-stance", cards=1)
    assert "GOB-62" in event(table.attack("ana", "bo", "KS", skill=UNARMED), "attack")


@pytest.mark.parametrize(("card", "lessened"), [("9H", []), ("TH", ["Bo takes 1 point less."])])
def test_no_damage_is_not_reduced_gob_46_gob_88(card: str, lessened: list[str]) -> None:
    """A tie that the suits decide succeeds without any damage (GOB-03)."""
    table = Table(fated("ana"), foe("bo", "resolve"), hands={"ana": card, "bo": "9S"})
    table.attack("ana", "bo", card, kind="social")
    told = table.defend("bo", "9S")
    assert [told_event["text"] for told_event in told if told_event["type"] == "reduced"] == lessened
    assert "Bo takes no damage." in [told_event["text"] for told_event in told]


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


def scene(*advantages: Any, **more: Any) -> Table:
    return Table(
        fated("ana", *advantages, rank=2, weapons=[SWORD, BOW], skills={"Combat (Sword)": 2}, **more),
        foe(rank=2, traits=traits(4)),
        follower(),
        extras(),
        hands={"ana": "KS 4D", "bo": "9C 8D"},
    )


def test_every_event_has_its_type_sentence_rules_and_audience() -> None:
    table = scene("savage", wildcards=1)
    told = list(play.opening(GAME, table.state))
    told += table.do("draw", "ana")
    told += table.do("spend-wildcard", "ana")
    told += table.do("discard", "ana", cards="4D")
    told += table.do(
        "attack",
        "ana",
        target="bo",
        skill="Combat (Sword)",
        kind="physical",
        card="KS",
        weapon="Sword",
        use=[{"advantage": "savage"}],
        raises=1,
    )
    told += table.defend("bo", "9C")
    while table.phase == "betting":
        told += table.do("call", table.turn[0])
    told += table.do("pass", "ana")
    told += table.gm("adjust", target="bo", pool="sp", amount=-1, reason="A chill.")
    told += table.do("concede", "bo")
    told += table.gm("end", outcome="So it ends.")
    assert len(told) > 10
    for event in told:
        assert isinstance(event["type"], str)
        assert event["text"].strip() == event["text"] != ""
        assert event["text"][-1] in ".!?"
        assert event["rules"]
        assert all(rule.startswith("GOB-") and len(rule) == 6 for rule in event["rules"])
        assert event["visible_to"] == "all" or all(isinstance(who, str) for who in event["visible_to"])
        assert json.loads(json.dumps(event, allow_nan=False)) == event


def test_sentences_speak_of_people_by_name() -> None:
    table = Table({**fated("p1"), "name": "Mara of the Isles"}, {**foe("m1"), "name": "The Grey Wolf"})
    events = table.attack("p1", "m1", table.hand("p1")[0])
    told = " ".join(event["text"] for event in events)
    assert "Mara of the Isles" in told
    assert "Grey Wolf" in told


def test_a_drawn_card_is_told_to_its_owner_and_counted_to_others_gob_41() -> None:
    table = scene()
    table.do("draw", "ana")
    card = table.hand("ana")[-1]
    assert card in json.dumps(heard(table.events, "ana"))
    for viewer in ("bo", "gm", "observer", "fay"):
        mine = heard(table.events, viewer)
        assert mine, "the others hear that a card was drawn"
        assert card not in json.dumps(mine)


def test_every_command_tells_something_to_all() -> None:
    table = scene("dodge", wildcards=1)
    for kind, fields in (
        ("spend-wildcard", {}),
        ("draw", {}),
        ("use", {"advantage": "dodge"}),
        ("discard", {"cards": ["4D"]}),
        ("pass", {}),
    ):
        table.do(kind, "ana", **fields)
        assert heard(table.events, "observer"), kind


def test_raises_that_were_declared_are_named_as_met_or_missed_gob_23() -> None:
    for raises in (1, 40):
        table = Table(fated("ana"), foe(traits=traits(4)), hands={"ana": "KS", "bo": "9C"})
        table.attack("ana", "bo", "KS", raises=raises)
        table.defend("bo", "9C")
        table.settle()
        told = [event for event in table.events if "GOB-23" in event["rules"]]
        assert told, "the result names the declared raises"
