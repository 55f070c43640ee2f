"""What is decided when there is no card left to draw (docs/rules/README.md; F52-02, F52-09)."""

from tests.rules.fifty_two_fates.table import FULL_DECK, Table, foe, hero

KEEN = hero("ana", 50, hp=50)


def emptied() -> Table:
    """A character of level 50 holds 50 cards and the Fate Dealer the last two."""
    return Table.of(KEEN, foe("goblin", max_hp=60), foe("orc", group="orcs", max_hp=60), deck=FULL_DECK)


def test_the_engine_deals_what_there_is_f52_09() -> None:
    table = emptied()
    assert len(table.hand("ana")) == 50
    assert table.view()["hand"] == ["AH", "AS"]
    assert (table.view()["draw_pile"], table.discard) == (0, [])


def test_groups_without_an_initiative_card_act_players_first_then_as_they_stand_f52_13_f52_14() -> None:
    table = emptied()
    seen = []
    for _ in range(3):
        seen += table.turn
        table.passes(table.turn[0])
    assert seen == ["ana", "goblin", "orc"]
    assert table.round == 2


def test_a_group_without_a_card_acts_after_one_that_has_one_f52_13() -> None:
    participants = (hero("ana", 24), hero("ben", 24, hp=1), foe("goblin"))
    others = [card for card in FULL_DECK if card != "2C"]
    table = Table.of(*participants, deck=[*others, "2C"])
    assert table.discard == ["2C"]
    assert [e for e in table.view()["initiative"] if e["card"]] == [{"group": "players", "card": "2C"}]
    assert set(table.turn) == {"ana", "ben"}


def test_a_duration_without_a_card_is_one_round_f52_51() -> None:
    table = emptied()
    table.gm("afflict", target="goblin", strength=5, rounds="draw", name="fire")
    assert [e["rounds"] for e in table.effects("goblin")] == [1]


def test_a_fumble_without_a_card_does_one_point_f52_27() -> None:
    table = emptied()
    table.passes("ana")
    table.attack("goblin", "ana", "AH", "unarmed")
    table.defend("ana", "AC")
    assert table.hp("goblin") == 60, "ace against ace is no fumble"
    table = emptied()
    table.attack("ana", "goblin", "KC")
    table.defend("goblin", "AH")
    assert table.hp("ana") == 49
    assert table.phase == "acting", "49 cards are left and fit"


def test_a_damage_draw_without_a_card_does_one_point_f52_55() -> None:
    table = emptied()
    table.gm("incapacitate", target="goblin", degree="full")
    table.attack("ana", "goblin")
    assert table.hp("goblin") == 59


def test_a_wake_draw_without_a_card_fails_f52_56() -> None:
    table = emptied()
    table.gm("incapacitate", target="ana", degree="full", unconscious=True, wake=2)
    table.do("wake-draw", "ana")
    assert (table.conditions("ana"), table.turn) == ({"unconscious"}, ["goblin"])


def test_a_skill_check_without_a_card_fails_and_takes_the_action_f52_03() -> None:
    table = emptied()
    table.do("skill-check", "ana", difficulty=2)
    assert (table.turn, table.discard, table.view()["draw_pile"]) == (["goblin"], [], 0)


def test_a_death_draw_without_a_card_is_no_heart_and_counts_f52_32_f52_33() -> None:
    table = Table.of(hero("ana", 25), hero("ben", 25, hp=1), foe("goblin"), deck=FULL_DECK)
    (own,) = table.hand("ben")
    table.passes("ana")
    table.attack("ben", "goblin", own, "unarmed")
    table.defend("goblin")
    table.gm("adjust", target="ben", hp=0, reason="a trap")
    table.passes("goblin")
    assert (table.round, table.view()["fd_hand_size"]) == (2, 25)
    assert (table.view()["draw_pile"], table.discard) == (0, [])
    for _ in range(2):
        table.do("death-draw", "ben")
        assert table.conditions("ben") == {"dying"}
        table.finish_round()
    table.do("death-draw", "ben")
    table.because("F52-33")
    assert table.conditions("ben") == {"dead"}


def test_one_who_joins_finds_no_cards_f52_10() -> None:
    table = emptied()
    table.gm("join", participant=hero("cleo", 3))
    assert (table.hand("cleo"), table.hp("cleo")) == (set(), 5)
    table.gm("join", participant=foe("wolf", group="wolves"))
    seen = []
    table.finish_round()
    for _ in range(5):
        seen += table.turn[:1]
        table.passes(table.turn[0])
    assert sorted(seen[:2]) == ["ana", "cleo"]
    assert seen[2:] == ["goblin", "orc", "wolf"]


def test_hands_are_drawn_up_as_far_as_the_cards_go_f52_60_f52_09() -> None:
    table = emptied()
    table.passes("ana")
    table.attack("goblin", "ana", "AS", "unarmed")
    table.defend("ana", "2C 3C")
    assert table.hp("ana") == 49
    table.passes("orc")
    assert (table.round, table.view()["draw_pile"], table.discard) == (2, 0, [])
    assert (len(table.hand("ana")), table.view()["fd_hand_size"]) == (49, 3)
