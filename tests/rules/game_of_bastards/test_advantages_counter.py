"""Counter: cards laid aside in a defence strike back when it holds (GOB-60)."""

from itertools import combinations
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.participants import BOW, KNIFE, SWORD, fated, foe, swordfighter, traits
from tests.rules.game_of_bastards.table import DUEL_HANDS, SWORD_ATTACK, Table, duel, opponent

COUNTER = {"key": "counter", "weapon": "Sword"}
SKILLS = {"Combat (Sword)": 3}


def scene(
    rank: int = 3,
    *,
    her: dict[str, Any] | None = None,
    him: dict[str, Any] | None = None,
    aim: dict[str, Any] | None = None,
    card: str = "9C",
) -> Table:
    """Bo, with a knife, attacks Ana, who wields a sword and may counter."""
    ana = fated(
        "ana",
        COUNTER,
        **{
            "traits": traits(2, 2, 2, 2),
            "weapons": [SWORD, KNIFE],
            "skills": {"Combat (Sword)": rank, "Combat (Knife)": rank},
            **(her or {}),
        },
    )
    bo = foe(
        "bo", **{"traits": traits(5, 4, 1, 4), "weapons": [KNIFE, BOW], "skills": {"Combat (Knife)": 1}, **(him or {})}
    )
    table = Table(bo, ana, hands={"bo": f"{card} 8C 7S", "ana": "KS QD JH TD"})
    table.attack("bo", "ana", card, **{"weapon": "Knife", "skill": "Combat (Knife)", **(aim or {})})
    return table


def counter(table: Table, cards: str, card: str = "KS", **more: Any) -> None:
    table.do("defend", "ana", **named(cards, card, **more))


def named(cards: Any, card: str | None = "KS", **more: Any) -> dict[str, Any]:
    laid = cards.split() if isinstance(cards, str) else cards
    return {"card": card, "skill": "Combat (Sword)", "use": [{"advantage": "counter", "cards": laid}], **more}


def test_a_defence_that_holds_strikes_back_at_once_gob_60() -> None:
    table = scene()
    counter(table, "QD JH")
    table.because("GOB-60")
    assert (table.phase, table.turn) == ("defend", ["bo"]), "three cards: the limit; the counter is answered as usual"
    assert table.pending["actor"] == "ana"
    table.defend("bo", "8C", skill="Combat (Knife)")
    table.settle()
    assert table.pool("bo") == 25 - (12 + 11 + 2 - 8 - 1 + 2 + 2), "a whole attack with the sword: Body and 2"
    assert table.pools("ana") == (10, 10, 10, 10)
    assert {"KS", "QD", "JH", "9C", "8C"} <= set(table.discard)
    assert (table.phase, table.turn) == ("draw", ["ana"]), "then the next in order"


def offered(table: Table) -> list[list[str]]:
    answer = next(offer for offer in play.offers(GAME, table.state, "ana") if offer["type"] == "defend")
    uses = answer["choices"].get("use", {"from": []})["from"]
    return [use["cards"] for use in uses if use["advantage"] == "counter"]


def test_a_counter_is_offered_although_a_row_names_a_cost_that_nobody_pays_gob_60() -> None:
    table = scene(her={"advantages": [{**COUNTER, "figures": {"cost": 50, "wildcards": 2}}]})
    assert offered(table) == offered(scene())
    counter(table, "QD JH")
    assert table.pools("ana") == (10, 10, 10, 10)


def test_every_set_of_cards_that_a_counter_can_lay_aside_is_offered_gob_60() -> None:
    """As many as the limit leaves besides the defence's own card: with rank 3 up to two, with rank 1 none."""
    table = scene()
    hand = table.hand("ana")
    assert len(hand) == 4
    assert offered(table) == [*[[card] for card in hand], *map(list, combinations(hand, 2))]
    assert offered(scene(rank=1)) == []
    assert offered(scene(rank=4))[-1] == hand[1:]


def test_a_counter_is_offered_with_a_weapon_that_would_be_drawn_for_it_gob_60_gob_51() -> None:
    table = scene(her={"weapons": [KNIFE, SWORD]})
    assert table["ana"]["wielded"] == ["Knife"]
    assert ["QD"] in offered(table)
    counter(table, "QD", weapon="Sword")


def test_a_counter_that_fails_does_nothing_gob_60() -> None:
    table = scene(him={"traits": traits(4, 4, 9, 4)})
    counter(table, "TD")
    table.settle()
    table.defend("bo", "8C", skill="Combat (Knife)")
    table.settle()
    assert table.pool("bo") == 20


def test_a_defence_that_does_not_hold_loses_the_cards_gob_60() -> None:
    table = scene(card="AD", her={"traits": traits(20, 2, 1, 2)})
    counter(table, "QD JH", "TD")
    table.settle()
    assert table.pool("ana") == 100 - (14 + 5 - 10 - 1 + 5 + 1)
    assert {"QD", "JH", "TD", "AD"} <= set(table.discard)
    assert (table.phase, table.turn) == ("draw", ["ana"])


def test_until_its_reveal_others_see_only_how_many_gob_60() -> None:
    table = scene()
    counter(table, "QD JH")
    assert table.pending["face_down"] == 2
    for viewer in ("bo", "gm", "observer"):
        shown = str(table.view(viewer)) + str([event for event in table.events if event["visible_to"] == "all"])
        assert "QD" not in shown
        assert "JH" not in shown


def test_they_are_counted_among_the_face_down_cards_of_the_defence_gob_60() -> None:
    table = scene(rank=4)
    counter(table, "QD JH")
    assert (table.phase, table.pending["face_down"]) == ("betting", 4)
    assert table.view("bo")["pending"]["face_down"] == 4


@pytest.mark.parametrize(("rank", "most"), [(2, 1), (3, 2), (4, 3)])
def test_they_count_against_the_limit_and_ones_own_card_comes_on_top_gob_60(rank: int, most: int) -> None:
    cards = ["QD", "JH", "TD"]
    table = scene(rank=rank)
    if most < 3:
        table.refuse("defend", "ana", **named(cards[: most + 1]))
    table.do("defend", "ana", **named(cards[:most]))
    assert table.phase == "defend", "nobody can play more"


def test_with_a_limit_of_one_there_is_no_counter_gob_60() -> None:
    scene(rank=1).refuse("defend", "ana", **named("QD"))


def test_the_rest_of_the_limit_may_be_bet_in_the_defence_gob_60() -> None:
    table = scene(rank=3)
    counter(table, "QD")
    assert table.turn == ["ana"]
    table.refuse("bet", "ana", cards="JH TD")
    table.do("bet", "ana", cards="JH")
    assert table.phase == "defend"


@pytest.mark.parametrize("cards", [[], ["KS"], ["QD", "QD"], ["8C"], ["XX"], "QD", None, 7, [None], {}])
def test_at_least_one_card_of_ones_own_hand_is_laid_aside_gob_60(cards: Any) -> None:
    table = scene()
    fields = named("QD")
    fields["use"] = [{"advantage": "counter", "cards": cards}]
    table.refuse("defend", "ana", **fields)


def test_a_counter_needs_a_defence_of_its_own_card_gob_60() -> None:
    table = scene()
    assert table.refuse("defend", "ana", **named("QD", None)).code == "counter.card"


@pytest.mark.parametrize("aim", [{"weapon": "Bow", "skill": "Combat (Bow)"}])
def test_an_arrow_is_not_countered_gob_60(aim: dict[str, Any]) -> None:
    table = scene(aim=aim)
    assert table.refuse("defend", "ana", **named("QD")).code == "counter.melee"


@pytest.mark.parametrize("kind", ["social", "mental", "luck"])
def test_words_are_not_countered_gob_60(kind: str) -> None:
    table = scene(aim={"kind": kind, "weapon": None, "skill": "Influence"})
    table.refuse("defend", "ana", **named("QD"))


def test_the_chosen_weapon_must_be_wielded_gob_60() -> None:
    table = scene()
    table.refuse("defend", "ana", **{**named("QD"), "weapon": "Knife", "skill": "Combat (Knife)"})
    table.do("defend", "ana", **named("QD", weapon="Sword"))
    table = scene(her={"weapons": [KNIFE, SWORD]})
    table.refuse("defend", "ana", **{**named("QD"), "skill": "Combat (Knife)"})
    table.do("defend", "ana", **named("QD", weapon="Sword"))


def test_without_the_advantage_its_pool_or_the_weapon_it_is_refused_gob_16_gob_60() -> None:
    scene(her={"advantages": [{"key": "careful"}]}).refuse("defend", "ana", **named("QD"))
    assert scene(her={"pools": {"mp": 0}}).refuse("defend", "ana", **named("QD")).rule in ("GOB-16", "GOB-60")
    scene(her={"weapons": [KNIFE]}).refuse("defend", "ana", **named("QD"))


def test_a_counter_is_not_countered_gob_60() -> None:
    him = {"advantages": [{"key": "counter", "weapon": "Knife"}], "skills": {"Combat (Knife)": 4}}
    table = scene(him=him)
    counter(table, "QD JH")
    table.settle()
    assert table.phase == "defend"
    use = [{"advantage": "counter", "cards": ["7S"]}]
    assert table.refuse("defend", "bo", card="8C", skill="Combat (Knife)", use=use).code == "counter.again"
    table.do("defend", "bo", card="8C", skill="Combat (Knife)")


def test_nothing_can_be_added_to_a_counter_but_its_defence_may_be_bet_on_gob_60() -> None:
    table = scene(rank=4, him={"skills": {"Combat (Knife)": 2}}, her={"wildcards": 2})
    counter(table, "QD JH")
    table.settle()
    table.defend("bo", "8C", skill="Combat (Knife)")
    assert (table.phase, table.turn) == ("betting", ["bo"])
    table.do("bet", "bo", cards="7S")
    assert table.phase == "draw", "Ana, though she has wildcards and cards, can add nothing"
    assert table.pool("bo") == 25 - (12 + 11 + 2 - 8 - 7 - 1 + 2 + 2)


def test_an_aggressor_that_gives_up_is_not_struck_back_gob_49_gob_60() -> None:
    table = scene(rank=4)
    counter(table, "QD")
    table.do("concede", "bo")
    assert (table.phase, table.turn, table.pending) == ("draw", ["ana"], None)
    assert {"KS", "QD", "9C"} <= set(table.discard)


def test_a_participant_who_gives_up_loses_its_counter_gob_49_gob_60() -> None:
    table = scene()
    counter(table, "QD JH")
    table.do("concede", "ana")
    assert (table.phase, table.turn, table.pending) == ("draw", ["bo"], None)
    assert {"QD", "JH"} <= set(table.discard)


def test_an_attacker_whose_pool_the_counter_empties_is_asked_gob_48_gob_60() -> None:
    table = scene(him={"traits": traits(2, 1, 1, 1)})
    counter(table, "QD JH")
    table.settle()
    table.do("defend", "bo", card=None)
    table.settle()
    assert (table.pool("bo"), table.phase, table.turn) == (0, "choice", ["bo"])
    table.do("desperation", "bo", trait="luck")
    assert (table.phase, table.turn) == ("draw", ["ana"])


@pytest.mark.parametrize(
    ("fields", "advantage", "code"),
    [
        ({"pools": {"mp": 0}}, {"cards": ["QD"]}, "advantage.pool-empty"),
        ({}, {"cards": ["QD", "JD"]}, "counter.cards"),
        ({}, {"cards": []}, "counter.cards"),
        ({}, {}, "counter.cards"),
        ({"skills": {}}, {"cards": ["QD"]}, "counter.cards"),
        ({"weapons": [KNIFE, SWORD]}, {"cards": ["QD"]}, "counter.weapon"),
        ({}, {"cards": ["2H"]}, "card.not-held"),
        ({}, {"cards": ["QD"], "amount": 1}, "advantage.field"),
    ],
)
def test_a_counter_needs_its_weapon_its_pool_and_room_gob_60(
    fields: dict[str, Any], advantage: dict[str, Any], code: str
) -> None:
    fight = duel(bo=opponent("counter", **fields))
    fight.draw("ana")
    fight.strike("ana", "bo", "KS")
    use = [{"advantage": "counter", **advantage}]
    assert fight.refused("defend", "bo", card="KD", skill="Combat (Sword)", use=use)[0] == code


def test_a_counter_comes_to_nothing_when_its_target_gives_up_gob_60() -> None:
    participants = [
        swordfighter("ana", pools={"bp": 3}),
        swordfighter("bo", "counter", side="foes"),
        swordfighter("cy", "counter", side="foes"),
    ]
    fight = Table.dealt(participants, ["AC TS QS JS 9S", DUEL_HANDS[1], "3C AD AH AS 7C"], "3S 3H")
    fight.do("draw", "ana")
    fight.do("attack", "ana", **SWORD_ATTACK, targets=["bo", "cy"], card="9S")
    for who, card, aside in (("bo", "KD", "QD"), ("cy", "AD", "AH")):
        use = [{"advantage": "counter", "cards": [aside]}]
        fight.do("defend", who, card=card, skill="Combat (Sword)", use=use)
    fight.settle()
    assert fight.pending["actor"] == "bo"
    fight.do("concede", "ana")
    assert {"QD", "AH"} <= set(fight.discard)
    assert fight.turn == ["bo"]
