"""Every game on the site: an unfinished and a broken sheet open for everyone who may see them."""

import pytest
from django.urls import reverse

from characters.models import Character
from characters.sheets.actions import create_character
from characters.sheets.quick_start import create_ready_made
from rules import play


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


def test_a_sheet_that_is_sent_twice_is_saved_and_other_values_are_compared(each_campaign, gm, ana, as_):
    hero = play.ready_made_heroes(each_campaign.system)[0]["key"]
    made = create_ready_made(campaign=each_campaign, by=ana, key=hero, owner=ana, kind="pc")
    address, client = reverse("character-edit", args=[made.pk]), as_(ana)
    shown = client.get(address).context
    values = {name: shown["figures"].get_initial_for_field(row, name) for name, row in shown["figures"].fields.items()}
    posted = {name: value for name, value in values.items() if value not in (None, False)}
    posted |= {"name": "Ida", "notes": "One.\r\nTwo.\r\n", "equipment": "rope (50 feet)", "revision": made.revision}
    for _answer in ("lost", "received"):
        assert client.post(address, posted).status_code == 302
    saved = Character.objects.get(pk=made.pk)
    assert (saved.name, saved.revision, saved.sheet["equipment"][0]["name"]) == ("Ida", made.revision + 1, "rope")
    for other in ({"name": "Ada"}, {"equipment": "rope (60 feet)"}, {"notes": ""}):
        answer = client.post(address, posted | other).content.decode()
        assert "“Ida” was changed after you opened it. Compare the two versions" in answer
    assert Character.objects.get(pk=made.pk).revision == saved.revision
