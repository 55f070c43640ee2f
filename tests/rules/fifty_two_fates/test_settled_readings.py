"""The settled readings of docs/rules/fifty-two-fates.md, sentence by sentence."""

from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.asking import checked, refused_check
from tests.rules.fifty_two_fates.table import GAME, Table, foe, hero


def test_partial_full_and_unconscious_stand_together_and_full_is_hidden_meanwhile_f52_56() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"), draws="KS")
    for more in ({"degree": "partial"}, {"degree": "full"}, {"degree": "full", "unconscious": True, "wake": 5}):
        table.gm("incapacitate", target="ana", **more)
    assert "unconscious" in table.conditions("ana")
    assert "full" not in table.conditions("ana")
    table.do("wake-draw", "ana")
    assert table.conditions("ana") == {"partial", "full"}


def test_they_stand_together_at_zero_hit_points_too_f52_56() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"))
    table.gm("adjust", target="ana", hp=0, reason="a fall")
    table.gm("incapacitate", target="ana", degree="full")
    table.gm("incapacitate", target="ana", degree="full", unconscious=True)
    assert table.conditions("ana") == {"dying", "unconscious"}


def bitten(line: dict[str, Any], hp: int = 10, draws: str = "") -> Table:
    """A serpent with this line for number cards has struck Ana."""
    table = Table(
        hero("ana", 8, hp=hp),
        hero("ben"),
        foe("serpent", lines={"number": line}),
        order=["monsters"],
        fd="9C 2S 3S 4S 5S 6S 7S 8S",
        draws=draws,
    )
    table.attack("serpent", "ana", "9C")
    table.defend("ana")
    return table


def test_the_effects_of_a_line_fall_on_one_that_it_brings_to_zero_too_f52_95() -> None:
    line = {
        "damage": 3,
        "effect": {"name": "venom", "strength": 6},
        "prone": True,
        "incapacitate": {"degree": "partial"},
    }
    table = bitten(line, hp=2)
    assert table.hp("ana") == 0
    assert table.conditions("ana") == {"dying", "prone", "partial"}
    assert [effect["name"] for effect in table.effects("ana")] == ["venom"]


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ({"prone": True}, 10),
        ({"effect": {"name": "venom", "strength": 6}}, 10),
        ({"incapacitate": {"degree": "partial"}}, 10),
        ({"text": "It snaps."}, 9),
        ({}, 9),
    ],
)
def test_a_line_without_damage_does_the_usual_unless_it_has_a_condition_f52_95(line: dict[str, Any], left: int) -> None:
    assert bitten(line).hp("ana") == left


def test_the_level_of_a_monster_gives_it_cards_for_a_check_f52_07_f52_95() -> None:
    table = Table(hero("ana"), foe("ogre", 12, level=10), order=["monsters"], draws="2C 3C 4C")
    [event] = [event for event in table.do("skill-check", "ogre", difficulty=8) if event["type"] == "skill-check"]
    assert (event["cards"], event["total"], event["success"]) == (["2C", "3C", "4C"], 9, True)


def test_a_saved_monster_draws_no_card_f52_32_f52_35() -> None:
    table = Table(hero("ana"), foe("ogre", death_draws=True), foe("rat"), draws="KH QC")
    table.gm("adjust", target="ogre", hp=0, reason="a fall")
    while table.round == 1:
        table.finish_round()
    before = len(table.view()["hand"])
    table.passes("ana")
    table.do("death-draw", "ogre")
    assert table.hp("ogre") == 1
    assert len(table.view()["hand"]) == before


@pytest.mark.parametrize("extra", [0, 3])
def test_with_no_living_player_character_the_dealer_draws_up_to_the_extra_cards_f52_11(extra: int) -> None:
    deck = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC"]
    table = Table.of(hero("ana"), foe("rat"), foe("cat"), deck=deck, fd_extra_cards=extra)
    table.gm("leave", target="ana")
    hand = table.view()["hand"]
    assert len(hand) == 1 + extra
    while table.round == 1 and table.turn:
        actor = table.turn[0]
        held = table.view()["hand"]
        if held:
            table.attack(actor, "cat" if actor == "rat" else "rat", held[0])
            table.defend(table.pending["target"])
        else:
            table.do("pass", actor)
    assert table.view()["fd_hand_size"] == max(extra, len(hand) - 2)


def test_durations_count_after_the_question_about_surplus_cards_f52_31_f52_61() -> None:
    table = Table(hero("ana"), foe("goblin"))
    table.gm("afflict", target="ana", strength=5, name="fire", rounds=2)
    table.finish_round()
    assert (table.phase, table.round) == ("discarding", 1)
    assert [effect["rounds"] for effect in table.effects("ana")] == [2]
    table.do("discard", "ana", cards=[sorted(table.hand("ana"))[0]])
    assert (table.phase, table.round) == ("acting", 2)
    assert [effect["rounds"] for effect in table.effects("ana")] == [1]


def pushed(**more: Any) -> Table:
    """Ana lies prone, and it is her group's turn."""
    snake = foe("snake", lines={"number": {"damage": 0, "prone": True}})
    table = Table(hero("ana"), hero("ben"), snake, order=["monsters"], fd="9C", hands={"ana": "KC 2C 3C"}, **more)
    table.attack("snake", "ana", "9C")
    table.defend("ana")
    assert table.conditions("ana") == {"prone"}
    return table


def test_prone_ends_when_the_action_is_declared_f52_57() -> None:
    table = pushed()
    table.attack("ana", "snake", "KC")
    assert table.phase == "defending"
    assert table.conditions("ana") == set()


def test_prone_ends_on_a_pass_while_unconscious_f52_56_f52_57() -> None:
    table = pushed()
    table.gm("incapacitate", target="ana", degree="full", unconscious=True)
    assert table.conditions("ana") == {"unconscious", "prone"}
    table.do("pass", "ana")
    assert table.conditions("ana") == {"unconscious"}


def test_one_still_dying_at_the_end_survives_at_zero_and_must_be_healed_first_f52_33() -> None:
    table = Table(hero("ana"), hero("ben"), foe("goblin"))
    table.gm("adjust", target="ana", hp=0, reason="a fall")
    table.gm("end", outcome="escape")
    left = play.aftermath(GAME, table.state)["participants"]["ana"]
    assert (left["survived"], left["sheet"]["hp"]) == (True, 0)
    sheet = {**play.new_sheet(GAME), "hp": 0}
    with pytest.raises(play.Refused):
        play.participant(GAME, sheet, {}, id="ana", name="Ana", side="players")


@pytest.mark.parametrize(("level", "outgrown"), [(8, False), (9, True)])
def test_four_players_outgrow_the_deck_at_level_nine_f52_09(level: int, outgrown: bool) -> None:
    party = [hero(name, level) for name in ("ana", "ben", "cyd", "dee")]
    told = play.warnings(GAME, {"participants": [*party, foe("rat")]})
    assert bool(told) == outgrown
    wounded = [{**one, "hp": 1} for one in party]
    assert play.warnings(GAME, {"participants": [*wounded, foe("rat")]}) == told, "who is healed draws again"
    assert "level 9" in next(rule["text"] for rule in play.RULES[GAME] if rule["id"] == "F52-09")


@pytest.mark.parametrize("hp", [1, 2, 998, 999])
@pytest.mark.parametrize("field", ["target_hp", "attacker_hp"])
def test_hit_points_of_an_opposed_play_are_1_to_999_f52_26_f52_27(field: str, hp: int) -> None:
    assert checked("opposed", attack=["KS"], defense=["9C"], **{field: hp})["damage"] == (
        min(hp, 2) if field == "target_hp" else 2
    )


@pytest.mark.parametrize("hp", [0, -1, -9999, 1000, 9999])
@pytest.mark.parametrize("field", ["target_hp", "attacker_hp"])
def test_other_hit_points_of_an_opposed_play_are_refused_f52_26_f52_27(field: str, hp: int) -> None:
    assert field in refused_check("opposed", attack=["KS"], defense=["9C"], **{field: hp}).message
