"""What is bought, given or spent on a sheet while an encounter is running stays when the encounter ends."""

import pytest

from campaigns.encounters import actions, play
from campaigns.encounters.models import Encounter
from campaigns.encounters.play.sheet_merging import merge_changes
from characters.experience.step_actions import take_step
from characters.models import Character
from characters.sheets.actions import change_pool, create_character, edit_character
from people.access import get_membership
from rules import play as rules
from tests import factories, shipped_rows

pytestmark = pytest.mark.django_db


def place(gm, ana, system):
    shipped_rows.load_catalogue()
    campaign = factories.CampaignFactory(name="The Tin Mine", system=system, created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    return campaign


def begin(campaign, gm, hero):
    scene = Encounter.objects.create(campaign=campaign, title="The wall", status="prepared")
    scene.groups.create(side="players", character=hero)
    play.begin(encounter=scene, by=gm, seed="wall")
    return scene


def end(scene, gm):
    play.submit(encounter=scene, by=gm, command={"type": "end", "actor": "gm", "outcome": "over it"})


def now(row):
    return Character.objects.get(pk=row.pk)


def test_fortune_given_and_spent_on_the_sheet_is_added_to_what_the_table_spent(gm, ana):
    """FNP-06."""
    mine = place(gm, ana, "fortune-and-power")
    iris = create_character(campaign=mine, by=ana, owner=ana, name="Iris", sheet={"fortune": 5})
    iris = take_step(character=iris, by=ana, step={"type": "finish"}).character
    scene = begin(mine, gm, iris)
    change_pool(character=iris, by=gm, pool="fortune", change=4)
    change_pool(character=iris, by=ana, pool="fortune", change=-1)
    change_pool(character=iris, by=ana, pool="wounds", change=2)
    order = {"type": "adjust", "actor": "gm", "target": "iris", "fortune": -2, "reason": "spent"}
    play.submit(encounter=scene, by=gm, command=order)
    end(scene, gm)
    assert (now(iris).sheet["fortune"], now(iris).sheet["wounds"]) == (6, 2)
    play.undo(encounter=scene, by=gm, to=Encounter.objects.get(pk=scene.pk).number - 1)
    assert (now(iris).sheet["fortune"], now(iris).sheet["wounds"]) == (8, 2)


def test_a_sum_that_no_sheet_can_hold_is_written_as_it_was_at_the_table(gm, ana):
    """FNP-06: at most 999 points."""
    mine = place(gm, ana, "fortune-and-power")
    iris = create_character(campaign=mine, by=ana, owner=ana, name="Iris", sheet={"fortune": 5})
    iris = take_step(character=iris, by=ana, step={"type": "finish"}).character
    scene = begin(mine, gm, iris)
    change_pool(character=iris, by=gm, pool="fortune", change=600)
    order = {"type": "adjust", "actor": "gm", "target": "iris", "fortune": 700, "reason": "a wonder"}
    play.submit(encounter=scene, by=gm, command=order)
    end(scene, gm)
    assert now(iris).sheet["fortune"] == 705
    assert not mine.log.filter(text__contains="could not be written").exists()


def test_a_slot_that_changed_on_the_sheet_stays_and_one_of_the_table_is_written(gm, ana):
    """FOS-03."""
    mine = place(gm, ana, "fortune-system")
    udo = create_character(campaign=mine, by=ana, owner=ana, name="Udo")
    for step in ({"type": "fill", "method": "rolled", "rolls": [55, 40, 88, 23]}, {"type": "finish"}):
        udo = take_step(character=udo, by=ana, step=step).character
    scene = begin(mine, gm, udo)
    slots = [{**slot, "value": 7} if place == 0 else slot for place, slot in enumerate(udo.sheet["slots"])]
    edit_character(character=udo, by=gm, revision=udo.revision, sheet={"slots": slots}, reason="a check")
    call = {"type": "call-check", "actor": "gm", "participants": ["udo"], "skill": "Stealth", "group": "Physical"}
    play.submit(encounter=scene, by=gm, command=call | {"cos": 50, "task": "over the wall"})
    attempt = {"type": "attempt", "actor": "udo", "task": "over the wall", "dice": [3]}
    play.submit(encounter=scene, by=ana, command=attempt)
    written = play.view(scene, mine.members.get(user=gm), "gm")["participants"]["udo"]["slots"][3]["value"]
    end(scene, gm)
    assert [slot["value"] for slot in now(udo).sheet["slots"]] == [7, 40, 88, written]


def test_a_rest_at_the_table_fills_the_points_on_the_sheet_at_the_end(gm, ana):
    """FOS-24."""
    mine = place(gm, ana, "fortune-system")
    udo = create_character(campaign=mine, by=ana, owner=ana, name="Udo")
    for step in ({"type": "fill", "method": "fixed"}, {"type": "finish"}):
        udo = take_step(character=udo, by=ana, step=step).character
    udo = change_pool(character=udo, by=ana, pool="mp", change=-30)
    scene = begin(mine, gm, udo)
    change_pool(character=udo, by=ana, pool="hp", change=-50)
    play.submit(encounter=scene, by=gm, command={"type": "rest", "actor": "gm", "full": False})
    wounded = now(udo).sheet["hp"]
    end(scene, gm)
    assert (now(udo).sheet["hp"], now(udo).sheet["mp"]) == (None, None), "both are full"
    number = Encounter.objects.get(pk=scene.pk).number
    play.undo(encounter=scene, by=gm, to=number - 1)
    assert (now(udo).sheet["hp"], now(udo).sheet["mp"]) == (wounded, udo.sheet["mp"])
    play.undo(encounter=scene, by=gm, to=number - 2)
    end(scene, gm)
    assert now(udo).sheet["hp"] == wounded, "the rest was undone"


def test_slots_that_the_start_rolled_are_written_also_if_none_of_them_was_used(gm, ana):
    """FOS-01, FOS-02."""
    mine = place(gm, ana, "fortune-system")
    udo = create_character(campaign=mine, by=ana, owner=ana, name="Udo")
    assert udo.sheet["slots"] == []
    scene = begin(mine, gm, udo)
    rolled = play.view(scene, mine.members.get(user=gm), "gm")["participants"]["udo"]["slots"]
    assert len(rolled) == 4
    end(scene, gm)
    assert now(udo).sheet["slots"] == rolled
    assert now(udo).sheet["filled"] == "rolled", "the fixed values may still be taken"
    play.undo(encounter=scene, by=gm, to=Encounter.objects.get(pk=scene.pk).number - 1)
    assert now(udo).sheet["slots"] == []


def test_a_rest_before_someone_left_and_came_back_fills_the_points_too(gm, ana):
    """FOS-24."""
    mine = place(gm, ana, "fortune-system")
    udo, iris = (create_character(campaign=mine, by=ana, owner=ana, name=name) for name in ("Udo", "Iris"))
    for step in ({"type": "fill", "method": "fixed"}, {"type": "finish"}):
        udo = take_step(character=udo, by=ana, step=step).character
    scene = begin(mine, gm, iris)
    change_pool(character=udo, by=ana, pool="hp", change=-50)
    for order in ("join", {"type": "rest", "full": True}, {"type": "leave", "target": "udo"}, "join"):
        if order == "join":
            membership = get_membership(gm, mine.pk)
            actions.join(membership=membership, encounter=Encounter.objects.get(pk=scene.pk), character=udo)
        else:
            play.submit(encounter=scene, by=gm, command={"actor": "gm", **order})
    end(scene, gm)
    assert now(udo).sheet["hp"] is None


def test_a_broken_weapon_of_someone_who_joined_late_stays_broken(gm, ana):
    """F52-72: at the table a character with a broken weapon is unarmed, whether there at the start or later."""
    mine = place(gm, ana, "fifty-two-fates")
    bela, udo = (
        create_character(campaign=mine, by=ana, owner=ana, name=name, sheet={"class": "warrior"})
        for name in ("Bela", "Udo")
    )
    udo = edit_character(character=udo, by=gm, revision=udo.revision, sheet={"weapon_state": "broken"}, reason="a fall")
    monster = factories.MonsterFactory(system=mine.system, campaign=mine, name="Wolf", stats={})
    scene = Encounter.objects.create(campaign=mine, title="The wall", status="prepared")
    scene.groups.create(side="players", character=bela)
    scene.groups.create(side="monsters", monster=monster, count=1, group="wolves")
    play.begin(encounter=scene, by=gm, seed="wall")
    actions.join(membership=get_membership(gm, mine.pk), encounter=Encounter.objects.get(pk=scene.pk), character=udo)
    order = {"type": "adjust", "actor": "gm", "target": "udo", "hp": 2, "reason": "a trap"}
    play.submit(encounter=scene, by=gm, command=order)
    play.submit(encounter=scene, by=gm, command={"type": "end", "actor": "gm", "outcome": "other"})
    assert (now(udo).sheet["weapon_state"], now(udo).sheet["hp"]) == ("broken", 2)


def test_points_that_someone_who_joined_late_got_on_the_sheet_are_added(gm, ana):
    """FNP-06: bought before the character joined, given afterwards, and spent at the table."""
    mine = place(gm, ana, "fortune-and-power")
    iris, noa = (
        take_step(
            character=create_character(campaign=mine, by=ana, owner=ana, name=name, sheet={"fortune": 5}),
            by=ana,
            step={"type": "finish"},
        ).character
        for name in ("Iris", "Noa")
    )
    scene = begin(mine, gm, iris)
    noa = change_pool(character=noa, by=gm, pool="fortune", change=2)
    actions.join(membership=get_membership(gm, mine.pk), encounter=Encounter.objects.get(pk=scene.pk), character=noa)
    change_pool(character=now(noa), by=gm, pool="fortune", change=4)
    order = {"type": "adjust", "actor": "gm", "target": "noa", "fortune": -3, "reason": "spent"}
    play.submit(encounter=scene, by=gm, command=order)
    end(scene, gm)
    assert now(noa).sheet["fortune"] == 8


def test_changes_of_one_side_are_kept_and_conflicts_go_to_the_table():
    assert merge_changes({"a": 1, "b": None}, {"a": 3, "b": 2}, {"a": 3, "b": 1}) == {"a": 1, "b": 1}
    assert merge_changes({"a": 1}, {"a": 3}, {"a": 1}) == {"a": 0}, "never below zero"
    assert merge_changes({"a": {"x": 4, "y": 1}}, {"a": {"x": 5, "y": 1}}, {"a": {"x": 3, "y": 2}}) == {
        "a": {"x": 2, "y": 2}
    }
    assert merge_changes({"a": [9]}, {"a": [1, 2]}, {"a": [1, 3]}) == {"a": [1, 3]}
    assert merge_changes({"a": 9}, {}, {"a": 2}) == {"a": 2}, "somebody who joined later"


@pytest.mark.parametrize("given", [0, 1])
def test_a_wildcard_of_the_opening_hand_is_written_at_the_end(gm, ana, given):
    """GOB-05, GOB-06."""
    mine = place(gm, ana, "game-of-bastards")
    sheet = {**rules.new_sheet("game-of-bastards"), "suit": "clubs", "wildcards": 2}
    ilse = factories.CharacterFactory(campaign=mine, owner=ana, name="Ilse", sheet=sheet)
    scene = Encounter.objects.create(campaign=mine, title="The wall", status="prepared")
    scene.groups.create(side="players", character=ilse)
    play.begin(encounter=scene, by=gm, seed="wall", deck=["XX", "4S", "5S", "6S", "7S", "8S", "9S", "TS"])
    assert play.view(scene, mine.members.get(user=gm), "gm")["participants"]["ilse"]["wildcards"] == 3
    if given:
        change_pool(character=ilse, by=gm, pool="wildcards", change=given)
    end(scene, gm)
    assert now(ilse).sheet["wildcards"] == 3 + given
