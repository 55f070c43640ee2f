"""Every game on the site: an unfinished and a broken sheet open for everyone who may see them."""

import pytest
from django.urls import reverse

from characters.models import Character
from characters.sheets.actions import create_character


@pytest.fixture
def someone(each_campaign, ana):
    """Ana's new character of each game in turn."""
    return create_character(campaign=each_campaign, by=ana, owner=ana, name="Someone")


PAGES = ("character", "character-advance", "character-edit", "character-history")


def opened(client, someone, names):
    pages = [reverse(name, args=[someone.pk]) for name in names]
    pages += [reverse("campaign-characters", args=[someone.campaign_id])]
    pages += [f"{reverse('check', args=[someone.campaign_id])}?character={someone.pk}"]
    return [client.get(page).status_code for page in pages]


def test_a_new_character_opens_on_every_page(someone, gm, ana, as_):
    for user in (gm, ana):
        assert set(opened(as_(user), someone, PAGES)) == {200}


def test_others_read_a_sheet_that_is_being_made(someone, ben, as_):
    assert as_(ben).get(reverse("character", args=[someone.pk])).status_code == 200


@pytest.mark.parametrize("sheet", [{"x": 1}, {"slots": "x", "traits": 7, "talents": [3]}, {}])
def test_a_sheet_that_does_not_pass_breaks_no_page(someone, gm, ana, as_, sheet):
    Character.objects.update(sheet=sheet)
    for user in (gm, ana):
        assert set(opened(as_(user), someone, ("character", "character-advance", "character-history"))) == {200}


def test_checks_without_a_character_can_be_asked_for(someone, gm, as_):
    page = as_(gm).get(f"{reverse('check', args=[someone.campaign_id])}?character=")
    assert page.status_code == 200


def test_a_bestiary_row_and_a_catalogue_row_have_forms(someone, gm, as_):
    for name in ("monster-new", "catalogue-row-new", "campaign-award"):
        assert as_(gm).get(reverse(name, args=[someone.campaign_id])).status_code == 200


def test_a_pool_of_every_game_is_tapped(someone, ana, as_):
    from characters.sheets import queries

    for pool in queries.read_character(someone).figures["pools"]:
        for change in ("-1", "+1", "rest", "=0"):
            answer = as_(ana).post(reverse("character-pool", args=[someone.pk, pool["key"]]), {"change": change})
            assert answer.status_code == 302
