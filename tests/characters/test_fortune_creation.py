"""The creation of the Fortune System with dice rolled at the table: however they are typed, none is lost."""

import re

import pytest
from django.urls import reverse

from characters.experience.step_actions import take_step
from characters.models import Character
from characters.sheets.actions import create_character, edit_character
from rules import play
from tests import factories, shipped_rows

SYSTEM = "fortune-system"
ROLL = '{"method": "rolled", "type": "fill"}'


@pytest.fixture
def mine(gm, ana):
    """A campaign of the game, with the shipped catalogue."""
    shipped_rows.load_catalogue()
    campaign = factories.CampaignFactory(name="Luck of the Draw", system=SYSTEM, created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    return campaign


@pytest.fixture
def kit(mine, ana):
    """Ana's new character, without slots."""
    return create_character(campaign=mine, by=ana, owner=ana, name="Kit")


def values(row):
    return [slot["value"] for slot in Character.objects.get(pk=row.pk).sheet["slots"]]


def post_rolls(client, row, rolls):
    return client.post(reverse("character-advance", args=[row.pk]), {"step": ROLL, "rolls": rolls})


@pytest.mark.parametrize("rolls", ["55;40;88;23", "55. 40. 88. 23", "55/40/88/23", " 55, 40,88 23 "])
def test_dice_of_the_table_count_whatever_stands_between_them(kit, ana, as_, rolls):
    """FOS-02: a phone's keypad of numbers may have neither a space nor a comma."""
    post_rolls(as_(ana), kit, rolls)
    assert values(kit) == [55, 40, 88, 23]


@pytest.mark.parametrize("rolls", ["55408823", "55 40 88 twenty", "55 40 88 101", "0 40 88 23", "55 40 88 ²"])
def test_dice_that_cannot_be_read_are_refused_and_the_site_does_not_roll(kit, ana, as_, rolls):
    answer = post_rolls(as_(ana), kit, rolls)
    assert "Write each result, separated by spaces: 55 40 88 23." in answer.content.decode()
    assert values(kit) == []


def test_typed_dice_do_not_stop_a_step_that_rolls_nothing(kit, ana, as_):
    posted = {"step": '{"attribute": "vit", "to": 5, "type": "attribute"}', "rolls": "55 40 88 23"}
    answer = as_(ana).post(reverse("character-advance", args=[kit.pk]), posted)
    assert answer.status_code == 302
    assert Character.objects.get(pk=kit.pk).sheet["attributes"]["vit"] > 4
    assert values(kit) == []


def test_dice_of_a_check_count_whatever_stands_between_them(mine, kit, ana, as_):
    fill = {"type": "fill", "method": "rolled", "rolls": [55, 40, 88, 23]}
    for step in (fill, {"type": "finish"}):
        take_step(character=kit, by=ana, step=step)
    posted = {"kind": "die", "character": kit.pk, "text-skill": "Stealth", "also": "number-cos=50&number-slot=1"}
    address = reverse("check", args=[mine.pk])
    assert "leave out the last one" in as_(ana).post(address, posted | {"numbers-rolls": "77;12"}).context["refusal"]
    as_(ana).post(address, posted | {"numbers-rolls": "77."})
    assert values(kit) == [55, 77, 88, 23]


def test_fields_for_several_dice_open_a_keyboard_with_a_space(mine, kit, ana, as_):
    client = as_(ana)
    sheet = client.get(reverse("character", args=[kit.pk])).content.decode()
    post_rolls(client, kit, "55 40 88 23")
    check = client.get(reverse("check", args=[mine.pk]), {"character": kit.pk}).content.decode()
    for page, name in ((sheet, "rolls"), (check, "numbers-rolls")):
        field = page.partition(f'name="{name}"')[2].partition(">")[0]
        assert 'inputmode="text"' in field, name


def test_a_refusal_stays_on_the_page_of_the_creation_with_the_typed_dice(kit, ana, as_):
    page = post_rolls(as_(ana), kit, "55 40 88").content.decode()
    assert 'id="part-1"' in page
    assert 'value="55 40 88"' in page
    assert "rolls: too few" in page.partition('role="alert">')[2].partition("</p>")[0]
    assert values(kit) == []


def test_the_page_of_all_steps_has_a_field_for_dice_where_a_step_rolls(kit, ana, as_):
    """FOS-39: Lucky rolls a slot for its group of skills."""
    client, address = as_(ana), reverse("character-advance", args=[kit.pk])
    page = client.get(address)
    assert 'id="dice-fill-1"' in page.content.decode()
    assert page.content.decode().count('name="rolls"') == 1
    post_rolls(client, kit, "55 40 88 23")
    take_step(character=kit, by=ana, step={"type": "finish"})
    rows = next(group for group in client.get(address).context["groups"] if group.kind == "talent").ready
    lucky = next(row for row in rows if row.offer["step"]["key"] == "lucky")
    refused = client.post(address, {"step": lucky.step, "choice-focus": '"Physical"', "rolls": "94 7"})
    assert 'value="94 7"' in refused.content.decode()
    client.post(address, {"step": lucky.step, "choice-focus": '"Physical"', "rolls": "94"})
    assert values(kit) == [55, 40, 88, 23, 94]


def test_the_form_of_a_player_has_no_slots_during_the_creation(kit, ana, gm, as_):
    """FOS-02: they come by steps; a player's other slots were always refused."""
    address = reverse("character-edit", args=[kit.pk])
    post_rolls(as_(ana), kit, "55 40 88 23")
    assert 'name="slots"' in as_(gm).get(address).content.decode()
    page = as_(ana).get(address).content.decode()
    assert 'name="slots"' not in page
    revision = re.search(r'name="revision" value="(\d+)"', page)[1]
    posted = {"name": "Kit", "talents": "aptitude: Social", "slots": "1", "equipment": "rope", "revision": revision}
    assert as_(ana).post(address, posted | {"vit": "6"}).status_code == 302
    sheet = Character.objects.get().sheet
    assert (values(kit), sheet["attributes"]["vit"], sheet["talents"][0]["focus"]) == ([55, 40, 88, 23], 6, "Social")
    row = Character.objects.get()
    slots = [{"value": 1, "condition": "sound", "group": None}] * 4
    with pytest.raises(play.Refused):
        edit_character(character=row, by=ana, revision=row.revision, sheet={"slots": slots})
