"""Followers with one power pool, groups of extras with members (GOB-95, GOB-96)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.participants import BOW, SWORD, extras, fated, foe, follower, traits
from tests.rules.game_of_bastards.table import Table


def at_mob(
    card: str,
    reply: str | None,
    members: int = 4,
    rating: int = 2,
    kind: str = "physical",
    her: dict[str, Any] | None = None,
    **mob: Any,
) -> Table:
    hands = {"ana": card, **({"mob": reply} if reply else {})}
    table = Table(fated("ana", **(her or {})), extras(rating=rating, members=members, **mob), foe("bo"), hands=hands)
    table.attack("ana", "mob", card, kind=kind)
    table.do("defend", "mob", card=reply)
    table.settle()
    return table


def test_worked_example_3_fourteen_to_five_takes_four_of_four_gob_96() -> None:
    table = at_mob("KS", "5D")
    table.because("GOB-96")
    assert (table["mob"]["members"], table["mob"]["out"]) == (0, "gone")


@pytest.mark.parametrize(
    ("reply", "left"), [("KS", 5), ("QS", 4), ("JS", 4), ("TS", 3), ("9S", 3), ("8S", 2), ("4S", 0), ("5S", 1)]
)
def test_a_member_for_every_two_full_points_gob_96(reply: str, left: int) -> None:
    assert at_mob("KS", reply, members=5)["mob"]["members"] == left


def test_no_trait_is_added_to_their_total_gob_96() -> None:
    clever = {"traits": traits(1, 1, 3)}
    assert at_mob("KS", None, members=5, rating=5, kind="mental", her=clever)["mob"]["members"] == 0
    assert at_mob("3S", None, members=5, rating=5)["mob"]["members"] == 3


@pytest.mark.parametrize("kind", ["physical", "social", "mental", "luck"])
def test_every_kind_of_attack_takes_members_gob_96(kind: str) -> None:
    assert at_mob("KS", "TS", members=5, kind=kind)["mob"]["members"] == 3


def test_body_and_weapon_take_no_members_gob_96() -> None:
    table = Table(
        fated("ana", traits=traits(5), weapons=[{**SWORD, "damage": 20}], skills={"Combat (Sword)": 1}),
        extras(members=5),
        hands={"ana": "5S", "mob": "9D"},
    )
    table.attack("ana", "mob", "5S", weapon="Sword", skill="Combat (Sword)")
    table.do("defend", "mob", card="9D")
    table.settle()
    assert table["mob"]["members"] == 5, "ten against nine"


def test_an_attack_that_fails_takes_nobody_gob_96() -> None:
    assert at_mob("3S", "9D")["mob"]["members"] == 4


def test_members_lost_take_the_lowest_surplus_cards_gob_96() -> None:
    table = Table(fated("ana"), extras(members=5), hands={"ana": "KS", "mob": "TS 4D 3D KD"})
    table.attack("ana", "mob", "KS")
    table.do("defend", "mob", card="TS")
    table.settle()
    assert (table["mob"]["members"], table.hand("mob")) == (3, ["4D", "3D", "KD"])
    table = Table(fated("ana"), extras(members=5), hands={"ana": "KS", "mob": "8S 4D 3D KD"})
    table.attack("ana", "mob", "KS")
    table.do("defend", "mob", card="8S")
    table.settle()
    assert (table["mob"]["members"], table.hand("mob")) == (2, ["4D", "KD"])
    assert "3D" in table.discard


def test_an_ace_is_high_among_the_surplus_gob_02_gob_96() -> None:
    table = Table(fated("ana"), extras(members=5), hands={"ana": "KS", "mob": "6S AD 3D KD"})
    table.attack("ana", "mob", "KS")
    table.do("defend", "mob", card="6S")
    table.settle()
    assert (table["mob"]["members"], table.hand("mob")) == (1, ["AD"])


def test_step_one_draws_up_to_the_members_gob_96() -> None:
    table = Table(extras(members=4), fated("ana"), draws="9D TD")
    assert table.size("mob") == 3, "the initiative card does not count"
    table.do("draw", "mob")
    assert (table.size("mob"), table.hand("mob")[-1]) == (4, "9D")
    table.do("pass", "mob")
    table.skip("ana")
    if table.phase == "draw":
        before = table.view()["draw_pile"]
        table.do("draw", "mob")
        assert table.view()["draw_pile"] == before
    assert (table.size("mob"), table.phase) == (4, "declare"), "with a full hand nothing is drawn"


def test_their_cards_are_limited_by_their_rating_gob_96() -> None:
    table = Table(extras(rating=2, members=5), fated("ana"), hands={"mob": "KS 4D 5D"})
    table.draw("mob")
    table.do("attack", "mob", target="ana", kind="physical", card="KS")
    table.defend("ana", table.hand("ana")[0])
    table.refuse("bet", "mob", cards="4D 5D")
    table.do("bet", "mob", cards="4D")
    assert table.phase != "betting"


def test_their_total_is_cards_alone_and_their_weapons_add_to_the_damage_gob_96() -> None:
    for weapons, named, damage in (([], {}, 4), ([SWORD], {"weapon": "Sword"}, 6)):
        table = Table(
            extras(rating=5, members=5, weapons=weapons),
            fated("ana", traits=traits(4)),
            hands={"mob": "KS", "ana": "8D"},
        )
        table.draw("mob")
        table.do("attack", "mob", target="ana", kind="physical", card="KS", **named)
        table.defend("ana", "8D")
        table.settle()
        assert table.pool("ana") == 20 - damage, "thirteen against nine"


def test_their_weapons_add_nothing_to_other_kinds_gob_96() -> None:
    table = Table(
        extras(rating=1, weapons=[SWORD]), fated("ana", traits=traits(4, 4)), hands={"mob": "KS", "ana": "2D"}
    )
    table.draw("mob")
    table.do("attack", "mob", target="ana", kind="social", card="KS")
    table.defend("ana", "2D")
    table.settle()
    assert table.pool("ana", "sp") == 20 - 7


def test_extras_have_no_advantages_gob_96() -> None:
    table = Table(extras(wildcards=3), fated("ana"))
    for key in ("iron-wall", "dodge", "serendipity", "karmic-shuffle"):
        table.refuse("use", "mob", advantage=key)
    table.draw("mob")
    for key in ("all-out-defense", "berserk", "ass-pull"):
        table.refuse("use", "mob", advantage=key)


def test_a_group_that_is_gone_leaves_and_its_cards_too_gob_96() -> None:
    table = at_mob("AS", "2D")
    assert (table["mob"]["out"], table.size("mob"), table["mob"]["initiative"]) == ("gone", 0, None)
    assert table.turn == ["bo"]


def test_a_hand_of_one_member_is_its_initiative_card_gob_96() -> None:
    table = Table(extras(rating=5, members=1), fated("ana"), draws="KS")
    assert table.size("mob") == 0
    table.draw("mob")
    assert table.hand("mob") == ["KS"]


def test_a_follower_uses_its_rating_as_every_trait_gob_95() -> None:
    for kind, pool in (("physical", "bp"), ("social", "sp"), ("mental", "mp"), ("luck", "lp")):
        table = Table(follower(rating=3), fated("ana", traits=traits(4, 4, 4, 4)), hands={"fay": "KS", "ana": "4D"})
        table.clash("fay", "ana", "KS", "4D", kind=kind)
        assert table.pool("ana", pool) == 20 - (16 - 8 + (3 if kind == "physical" else 0))


@pytest.mark.parametrize("kind", ["physical", "social", "mental", "luck"])
def test_one_power_pool_takes_all_damage_gob_95(kind: str) -> None:
    table = Table(fated("ana"), follower(rating=4), hands={"ana": "KS", "fay": "5C"})
    table.clash("ana", "fay", "KS", "5C", kind=kind)
    assert table["fay"]["pools"] == {"power": [20 - (14 - 9) - (1 if kind == "physical" else 0), 20]}
    assert table["fay"]["out"] is None


def test_a_follower_is_knocked_out_when_its_pool_is_empty_gob_95() -> None:
    table = Table(fated("ana"), follower(rating=4, pools={"power": 6}), hands={"ana": "KS", "fay": "5C"})
    table.clash("ana", "fay", "KS", "5C")
    assert (table.pool("fay", "power"), table["fay"]["out"]) == (0, "knocked-out")


def test_a_follower_with_weapons_adds_their_damage_gob_95() -> None:
    table = Table(follower(rating=2, weapons=[BOW]), fated("ana", traits=traits(4)), hands={"fay": "KS", "ana": "4D"})
    table.clash("fay", "ana", "KS", "4D", weapon="Bow", skill="Combat (Bow)")
    assert table.pool("ana") == 20 - (15 - 5 + 2 + 3)


def test_extras_and_followers_have_no_desperation_to_choose_gob_95() -> None:
    table = Table(fated("ana"), follower(rating=1), extras(members=1))
    for name in ("fay", "mob"):
        table.refuse("desperation", name, trait="luck")


def test_a_group_may_spend_a_wildcard_too_gob_06() -> None:
    table = Table(extras(members=3, wildcards=1), fated("ana"))
    table.do("spend-wildcard", "mob")
    assert table.size("mob") == 3
