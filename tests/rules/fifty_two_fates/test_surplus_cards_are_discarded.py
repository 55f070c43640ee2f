"""Cards above the maximum hand: who discards, in which order, and what waits meanwhile (F52-30, F52-31)."""

import pytest

from rules import play
from tests.rules.fifty_two_fates.table import GAME, Table, foe, hero, warrior


def struck() -> Table:
    """Ana was hit with three cards in hand and must discard one."""
    table = Table(
        hero("ana"),
        hero("ben"),
        foe("goblin"),
        order=["monsters"],
        hands={"ana": "2C 3C 4C", "ben": "2D 3D 4D"},
        fd="9D",
    )
    table.attack("goblin", "ana", "9D")
    table.defend("ana")
    return table


def test_play_waits_for_the_holder_who_chooses_f52_31() -> None:
    table = struck()
    table.because("F52-31")
    assert table.pending == {"kind": "surplus", "actor": "ana", "count": 1}
    assert (table.phase, table.turn) == ("discarding", ["ana"])
    table.do("discard", "ana", cards="3C")
    assert (table.hand("ana"), table.discard[-1]) == ({"2C", "4C"}, "3C")
    assert (table.phase, set(table.turn)) == ("acting", {"ana", "ben"})


def test_only_exactly_the_surplus_of_ones_own_hand_is_discarded_f52_31() -> None:
    table = struck()
    for cards in ("", "2C 3C", "2D", "KS", "XX"):
        table.refuse("discard", "ana", cards=cards)
    table.refuse("discard", "ben", cards="2D")
    table.refuse("discard", "goblin", cards="2D")
    table.refuse("discard", "gm", cards="2C")
    table.refuse("discard", "ana")
    table.refuse("discard", "ana", cards="2C", target="ben")


def test_two_of_the_surplus_are_two_different_cards_f52_31() -> None:
    table = Table(hero("ana"), foe("goblin"), order=["monsters"], hands={"ana": "2C 3C 4C"}, fd="KD")
    table.attack("goblin", "ana", "KD")
    table.defend("ana")
    assert table.pending == {"kind": "surplus", "actor": "ana", "count": 2}
    table.refuse("discard", "ana", cards="2C 2C")
    table.do("discard", "ana", cards="4C 2C")
    assert table.hand("ana") == {"3C"}


def test_while_a_surplus_is_pending_only_its_answer_and_end_are_accepted_f52_31() -> None:
    table = struck()
    orders = {
        "afflict": {"target": "ben", "strength": 5, "name": "fire"},
        "release": {"target": "ana"},
        "incapacitate": {"target": "ben", "degree": "full"},
        "fall": {"target": "ben", "feet": 30},
        "set-range": {"a": "ana", "b": "ben", "range": "near"},
        "arm": {"target": "ana"},
        "adjust": {"target": "ana", "hp": 3, "reason": "mercy"},
        "leave": {"target": "ana"},
        "next-round": {},
        "join": {"participant": hero("cleo")},
    }
    for kind, fields in orders.items():
        table.no_gm(kind, **fields)
    table.refuse("pass", "ana")
    table.no_attack("ben", "goblin", "2D")
    assert {o["type"] for o in play.offers(GAME, table.state, "gm")} == {"end"}
    assert play.offers(GAME, table.state, "ben") == []
    table.gm("end", outcome="escape")
    assert table.phase == "over"


def test_cards_already_played_are_no_surplus_f52_31_f52_60() -> None:
    table = Table(hero("ana"), foe("goblin"), order=["monsters"], hands={"ana": "2C 3C 4C"}, fd="9D")
    table.attack("goblin", "ana", "9D")
    table.defend("ana", "2C")
    assert (table.hp("ana"), table.pending) == (2, None)


def test_at_zero_all_cards_go_without_a_choice_f52_31() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"), order=["monsters"], hands={"ana": "2C 3C 4C"}, fd="AD")
    table.attack("goblin", "ana", "AD")
    table.defend("ana")
    assert (table.hp("ana"), table.pending, table.hand("ana")) == (0, None, set())
    assert {"2C", "3C", "4C"} <= set(table.discard)


@pytest.mark.parametrize("feet", [30, 59])
def test_a_fall_asks_for_the_surplus_f52_28_f52_31(feet: int) -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"), hands={"ben": "2D 3D 4D"})
    table.gm("fall", target="ben", feet=feet)
    assert table.pending == {"kind": "surplus", "actor": "ben", "count": 1}
    table.do("discard", "ben", cards="2D")
    assert set(table.turn) == {"ana", "ben"}


def test_an_adjustment_downwards_asks_for_the_surplus_f52_31() -> None:
    table = Table(hero("ana", 3), foe("goblin"), hands={"ana": "2D 3D 4D 5D 6D"})
    table.gm("adjust", target="ana", hp=2, reason="hunger")
    assert table.pending == {"kind": "surplus", "actor": "ana", "count": 3}
    table.do("discard", "ana", cards="2D 3D 4D")
    assert table.turn == ["ana"]


def test_a_fumble_asks_the_attacker_for_its_surplus_f52_27_f52_31() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"), hands={"ana": "2D 3D 4D"}, fd="AC", draws="KH")
    table.attack("ana", "goblin", "2D")
    table.defend("goblin", "AC")
    assert (table.hp("ana"), table.pending) == (1, {"kind": "surplus", "actor": "ana", "count": 1})
    table.do("discard", "ana", cards="3D")
    assert (table.turn, table.played) == (["ben"], ["2D", "AC"])


def test_a_monster_hit_discards_nothing_f52_31() -> None:
    table = Table(hero("ana"), foe("goblin"), hands={"ana": "KD 3D 4D"}, fd="2C 3C 4C 5C")
    table.attack("ana", "goblin", "KD")
    table.defend("goblin")
    assert (table.hp("goblin"), table.pending, table.view()["fd_hand_size"]) == (1, None, 4)


def burning(*names: str) -> Table:
    """The end of a round at which these lose a point."""
    table = Table(
        hero("ana"),
        hero("ben"),
        hero("cleo"),
        foe("goblin"),
        fd="9S",
        hands={"ana": "2C 3C 4C", "ben": "2D 3D 4D", "cleo": "2H 3H 4H"},
        draws="KS QS JS",
    )
    for name in names:
        table.gm("afflict", target=name, strength=5, rounds=2, name="fire")
    table.finish_round()
    return table


def test_several_holders_discard_one_after_the_other_in_the_order_of_the_encounter_f52_31() -> None:
    table = burning("cleo", "ben", "ana")
    for name, card in (("ana", "2C"), ("ben", "2D"), ("cleo", "2H")):
        assert (table.round, table.phase, table.turn) == (1, "discarding", [name])
        assert table.pending == {"kind": "surplus", "actor": name, "count": 1}
        table.do("discard", name, cards=card)
    assert (table.round, table.phase, set(table.turn)) == (2, "acting", {"ana", "ben", "cleo"})
    assert table.discard[-3:] == ["2C", "2D", "2H"]


def test_all_the_damage_of_the_round_s_end_falls_before_the_questions_f52_50_f52_61() -> None:
    table = burning("ana", "goblin", "cleo")
    assert [table.hp(n) for n in ("ana", "ben", "cleo", "goblin")] == [2, 3, 2, 2]
    assert table.turn == ["ana"]
    table.refuse("discard", "cleo", cards="2H")
    table.do("discard", "ana", cards="2C")
    assert table.turn == ["cleo"]


def test_the_rest_of_the_round_s_end_follows_the_last_answer_f52_61() -> None:
    table = Table(
        hero("ana"), hero("ben"), foe("goblin"), fd="9S", hands={"ana": "2C 3C 4C", "ben": "2D 3D 4D"}, draws="KS QS"
    )
    table.gm("afflict", target="ana", strength=5, rounds=1, name="fire")
    table.passes("ana")
    table.attack("ben", "goblin", "2D")
    table.defend("goblin", "9S")
    table.passes("goblin")
    assert (table.phase, table.played, table.round) == ("discarding", ["2D", "9S"], 1)
    assert table.hand("ben") == {"3D", "4D"}
    table.do("discard", "ana", cards="4C")
    assert (table.round, table.played, table.effects("ana")) == (2, [], [])
    assert table.hand("ben") == {"3D", "4D", "KS"}
    assert table.view()["hand"] == ["QS"]
    assert sorted(table.discard[-3:]) == ["2D", "4C", "9S"]


def test_damage_at_the_round_s_end_that_fits_the_cards_left_asks_nothing_f52_31() -> None:
    table = Table(warrior("ana"), foe("goblin"), fd="9S", hands={"ana": "2C 3C 4C"})
    table.gm("afflict", target="ana", strength=5, name="fire")
    table.attack("ana", "goblin", "2C")
    table.defend("goblin", "9S")
    table.passes("goblin")
    assert (table.round, table.hp("ana"), table.hand("ana")) == (2, 2, {"3C", "4C"})


def test_one_incapacitated_still_chooses_its_surplus_f52_31() -> None:
    table = burning()
    table.gm("incapacitate", target="ben", degree="full", unconscious=True)
    table.gm("fall", target="ben", feet=30)
    assert table.turn == ["ben"]
    table.do("discard", "ben", cards="4D")
    assert table.hand("ben") == {"2D", "3D"}


def test_the_number_to_discard_is_no_secret_but_the_hand_is_f52_12_f52_31() -> None:
    table = struck()
    for viewer in ("ben", "gm", "observer"):
        view = table.view(viewer)
        assert view["pending"] == {"kind": "surplus", "actor": "ana", "count": 1}
        assert not {"2C", "3C", "4C"} & set(view["hand"])
