"""Berserk: twice Body, offensive advantages only, a card fewer in defence, coming to oneself (GOB-24, GOB-80)."""

from typing import Any

import pytest

from rules import play
from rules.engine.cards import CODE
from rules.games.game_of_bastards import tables
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.participants import UNARMED, fated, foe, traits
from tests.rules.game_of_bastards.table import Table


def scene(*more: Any, on: bool = True, rank: int = 3, **her: Any) -> Table:
    """Ana, Body 2, in her action and berserk."""
    ana = fated(
        "ana",
        "berserk",
        *more,
        rank=rank,
        **{"traits": {"body": 2, "spirit": 2, "mind": 2, "luck": 2}, "wildcards": 1, **her},
    )
    table = Table(ana, foe("bo", traits=traits(9, 9, 1, 9)), hands={"ana": "KS KH 2D 2H", "bo": "4S 4H 9D"})
    table.draw("ana")
    if on:
        table.do("use", "ana", advantage="berserk")
    return table


def test_a_wildcard_in_ones_own_turn_and_no_action_gob_80() -> None:
    table = scene()
    table.because("GOB-80")
    assert (table.wildcards("ana"), table.phase, table.turn) == (0, "declare", ["ana"])
    assert table["ana"]["effects"] != []


def test_physical_damage_adds_twice_body_instead_of_once_gob_80() -> None:
    table = scene()
    table.clash("ana", "bo", "KS", "4S")
    assert table.pool("bo") == 45 - (13 + 2 - 4 - 1 + 4)


def test_the_total_adds_body_once_gob_80() -> None:
    table = scene()
    table.clash("ana", "bo", "2D", "4S")
    assert table.pool("bo") == 45, "four against five"


def test_other_kinds_of_damage_are_as_before_gob_80() -> None:
    table = scene()
    table.clash("ana", "bo", "KS", "4S", kind="social")
    assert table.pool("bo", "sp") == 45 - (15 - 13)


def test_without_body_in_the_damage_a_berserk_one_adds_it_twice_all_the_same_gob_46_gob_80() -> None:
    """The option takes the plain Body out; what Berserk adds is its own."""
    ana = fated("ana", "berserk", wildcards=1, traits=traits(2))
    table = Table(ana, foe("bo", traits=traits(9)), hands={"ana": "KS", "bo": "4S"}, body_adds_to_damage=False)
    table.draw("ana")
    table.do("use", "ana", advantage="berserk")
    table.clash("ana", "bo", "KS", "4S")
    assert table.pool("bo") == 45 - 14


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_one_card_fewer_in_defence_at_least_one_gob_80(rank: int) -> None:
    table = scene(rank=rank)
    table.do("pass", "ana")
    table.attack("bo", "ana", "4S")
    table.defend("ana", "2D")
    if rank < 3:
        assert table.phase != "betting"
        return
    table.refuse("bet", "ana", cards="2H KS")
    table.do("bet", "ana", cards="2H")
    assert table.phase != "betting"


def test_the_attack_has_all_its_cards_gob_80() -> None:
    table = scene(rank=3)
    table.attack("ana", "bo", "KS")
    table.defend("bo", "4S")
    table.do("bet", "ana", cards="2D 2H")
    assert table.phase != "betting"


@pytest.mark.parametrize(
    "key", ["dodge", "serendipity", "iron-wall", "karmic-shuffle", "all-out-defense", "soul-of-steel"]
)
def test_no_defensive_advantage_may_be_used_gob_80(key: str) -> None:
    table = scene(key, wildcards=9)
    table.refuse("use", "ana", advantage=key)
    if key in ("dodge", "serendipity"):
        table.do("pass", "ana")
        table.attack("bo", "ana", "4S")
        table.refuse("defend", "ana", card="2D", use=[{"advantage": key}])


@pytest.mark.parametrize(("key", "fields"), [("defensive-stance", {"cards": 1}), ("study", {"target": "bo"})])
def test_nor_a_stance_or_a_study_gob_80(key: str, fields: dict[str, Any]) -> None:
    scene(key).refuse("use", "ana", advantage=key, **fields)


@pytest.mark.parametrize(
    ("key", "fields"), [("savage", {}), ("zeal", {}), ("fortune", {}), ("wild-swing", {"amount": 1})]
)
def test_offensive_advantages_may_be_used_gob_80(key: str, fields: dict[str, Any]) -> None:
    table = scene(key)
    table.attack("ana", "bo", "KS", use=[{"advantage": key, **fields}])


def test_mind_over_matter_and_careful_are_defensive_gob_80() -> None:
    table = scene("mind-over-matter", "careful", traits={"body": 20, "spirit": 2, "mind": 2, "luck": 2})
    table.do("pass", "ana")
    table.clash("bo", "ana", "4S", "2D")
    assert table.phase == "draw", "nothing is asked"
    table.skip("ana")
    before = table.size("ana")
    table.clash("bo", "ana", "4H", "KS")
    assert table.size("ana") == before - 1


@pytest.mark.parametrize("on", [True, False])
def test_advantages_neither_for_attack_nor_always_active_rest_gob_80_gob_83_gob_89(on: bool) -> None:
    table = scene("cunning-linguist", on=on)
    table.attack("ana", "bo", "2D", kind="social", skill="Influence")
    assert table.pending["sides"][0]["left"] == (0 if on else 1)
    table = scene("brawler", on=on)
    table.clash("ana", "bo", "KS", "4S")
    assert table.pool("bo") == 45 - (13 + 2 - 4 - 1 + (4 if on else 2 + 3))


def test_counter_is_defensive_gob_80() -> None:
    ana = fated(
        "ana",
        "berserk",
        {"key": "counter", "weapon": "Stick"},
        wildcards=1,
        skills={"Combat (Stick)": 5},
        weapons=[{"name": "Stick", "damage": 0, "skill": "Combat (Stick)"}],
    )
    table = Table(ana, foe(), hands={"ana": "KS KH", "bo": "4S"})
    table.draw("ana")
    table.do("use", "ana", advantage="berserk")
    table.do("pass", "ana")
    table.attack("bo", "ana", "4S")
    table.refuse("defend", "ana", card="KS", skill="Combat (Stick)", use=[{"advantage": "counter", "cards": ["KH"]}])


def test_it_is_not_declared_twice_gob_80() -> None:
    scene().refuse("use", "ana", advantage="berserk")


def test_it_lasts_over_the_rounds_gob_80() -> None:
    table = scene()
    table.skip("ana", "bo", "ana", "bo")
    table.clash("ana", "bo", "KS", "4S")
    assert table.pool("bo") == 45 - (10 + 4)


def test_coming_to_oneself_takes_the_action_and_a_meditation_draw_on_mind_gob_24_gob_80() -> None:
    """Meditation 20 wins against at most an ace; the cards of both sides go back into the draw pile."""
    table = scene(skills={"Meditation": 20}, traits={"body": 2, "spirit": 2, "mind": 20, "luck": 2})
    before = table.view()["draw_pile"]
    table.do("use", "ana", advantage="berserk", stop=True)
    table.because("GOB-80")
    assert (table.phase, table.turn) == ("draw", ["bo"])
    assert table.view()["draw_pile"] == before
    assert table["ana"]["effects"] == []
    table.skip("bo")
    table.clash("ana", "bo", "2D", "4S")
    assert table.pool("bo") == 45 - (2 + 2 - 4 - 1 + 2 if 2 + 2 > 5 else 0)


@pytest.mark.parametrize(("version", "added"), [(3, 20), (2, 1)])
def test_a_desperate_character_meditates_on_spirit_or_luck_gob_48_gob_80(version: int, added: int) -> None:
    """In an encounter that began in an older version it adds Mind, as it was played then."""
    desperate = {"traits": {"body": 2, "spirit": 20, "mind": 1, "luck": 2}, "pools": {"lp": 0}}
    table = scene(skills={"Meditation": 1}, **desperate)
    table.state = {**table.state, "version": version}
    command = {"type": "use", "actor": "ana", "advantage": "berserk", "stop": True}
    told = play.odds(GAME, table.state, "ana", command)
    assert told is not None
    assert (told["chance"] == 1.0) is (version == 3)
    table.do("use", "ana", advantage="berserk", stop=True)
    event = next(event for event in table.events if event["type"] == "fate-draw")
    assert event["total"] == added + tables.VALUE[CODE[event["played"][0]]]
    assert len(event["dealer_hand"]) == max(1, 6 - added)
    assert "GOB-48" in event["rules"]


def test_a_lost_draw_keeps_it_up_and_costs_the_action_all_the_same_gob_80() -> None:
    """One card, Mind 1, against five: somewhere among these tables the draw is lost."""
    kept = []
    for seed in range(12):
        ana = fated("ana", "berserk", wildcards=1)
        table = Table.of(ana, foe(), deck="AC 2D 2H 2S 3D 2C 4D 4H 4S 5D", seed=seed)
        table.do("initiative", "ana", card="AC")
        table.do("initiative", "bo", card="2C")
        table.draw("ana")
        if table.wildcards("ana") > 1:
            continue
        table.do("use", "ana", advantage="berserk")
        effects = table["ana"]["effects"]
        table.do("use", "ana", advantage="berserk", stop=True)
        assert table.turn == ["bo"]
        assert table["ana"]["effects"] in ([], effects)
        kept.append(table["ana"]["effects"] == effects)
        if set(kept) == {True, False}:
            break
    assert True in kept


def test_there_is_nothing_to_stop_in_one_who_is_calm_gob_80() -> None:
    scene(on=False).refuse("use", "ana", advantage="berserk", stop=True)


@pytest.mark.parametrize("stop", [1, "true", [], {}])
def test_stop_is_yes_or_no_gob_80(stop: Any) -> None:
    scene().refuse("use", "ana", advantage="berserk", stop=stop)


def test_stopping_waits_for_ones_own_turn_gob_80() -> None:
    table = scene()
    table.do("pass", "ana")
    table.refuse("use", "ana", advantage="berserk", stop=True)
    table.skip("bo")


def test_the_second_attack_of_the_savage_is_berserk_too_gob_72_gob_80() -> None:
    table = scene("savage", skills={UNARMED: 1})
    table.clash("ana", "bo", "KS", "4S", use=[{"advantage": "savage"}])
    table.clash("ana", "bo", "KH", "4H")
    assert table.pool("bo") == 45 - 2 * 14


@pytest.mark.parametrize(
    ("pools", "luck", "trait"), [({}, 2, "Mind"), ({"bp": 0}, 2, "Spirit"), ({"bp": 0}, 3, "Luck")]
)
def test_the_offer_to_calm_down_names_the_trait_that_counts_gob_48_gob_80(
    pools: dict[str, int], luck: int, trait: str
) -> None:
    her = traits(2, 2, 2, luck)
    table = scene(traits=her, pools=pools)
    offers = [offer for offer in play.offers(GAME, table.state, "ana") if offer["fixed"].get("stop")]
    assert [offer["help"] for offer in offers] == [f"A Meditation fate draw on {trait}; you stay berserk if it fails."]
