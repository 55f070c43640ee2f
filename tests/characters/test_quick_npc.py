"""A GM makes an NPC in a few words: a name is enough, in every game."""

import re

import pytest

from characters.game_forms import forms_for
from characters.models import Character
from rules.play import SYSTEMS
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(params=sorted(SYSTEMS))
def campaign(request, gm, ana):
    row = factories.CampaignFactory(system=request.param, created_by=gm)
    factories.MemberFactory(campaign=row, user=gm, role="gm")
    factories.MemberFactory(campaign=row, user=ana, role="player")
    return row


def test_a_name_is_enough(client, campaign, gm):
    client.force_login(gm)
    address = f"/campaigns/{campaign.pk}/characters/new/"
    page = client.get(address, {"kind": "npc"}).content.decode()
    assert "<h1>Make an NPC</h1>" in page
    assert "the hero is yours" not in page
    assert "checked" not in re.search(r'<input[^>]*id="quick_visible"[^>]*>', page)[0], "hidden by default"
    answer = client.post(address, {"kind": "npc", "name": "Jory", "about": "Sells eels.", "step": "quick"})
    npc = Character.objects.get(campaign=campaign)
    assert answer["Location"] == f"/campaigns/{campaign.pk}/world/npcs/{npc.pk}/"
    assert (npc.kind, npc.name, npc.about, npc.visible, npc.owner) == ("npc", "Jory", "Sells eels.", False, None)
    world = client.get(f"/campaigns/{campaign.pk}/world/").content.decode()
    assert f"/campaigns/{campaign.pk}/characters/new/?kind=npc" in world


def test_without_a_name_nothing_is_made_and_the_words_stay(client, campaign, gm):
    client.force_login(gm)
    posted = {"kind": "npc", "name": "", "about": "Sells eels.", "step": "quick"}
    page = client.post(f"/campaigns/{campaign.pk}/characters/new/", posted).content.decode()
    assert "This field is required." in page
    assert "Sells eels." in page
    assert not Character.objects.filter(campaign=campaign).exists()


def test_the_same_form_twice_makes_one_npc_and_other_words_another(client, campaign, gm):
    client.force_login(gm)
    address = f"/campaigns/{campaign.pk}/characters/new/"
    page = client.get(address, {"kind": "npc"}).content.decode()
    key = re.search(r'name="key" value="(\w+)">\s*<div', page)[1]
    posted = {"kind": "npc", "name": "Jory  the eel", "step": "quick", "key": key}
    first, second = (client.post(address, posted)["Location"] for _tap in range(2))
    assert first == second
    npc = Character.objects.get(campaign=campaign)
    assert first.endswith(f"/{npc.pk}/")
    other = client.post(address, posted | {"name": "Mags"})["Location"]
    assert Character.objects.get(campaign=campaign, name="Mags").pk == int(other.split("/")[-2])


def test_a_player_makes_no_npc(client, campaign, ana):
    client.force_login(ana)
    address = f"/campaigns/{campaign.pk}/characters/new/"
    assert "Make an NPC" not in client.get(address, {"kind": "npc"}).content.decode()
    client.post(address, {"kind": "npc", "name": "Jory", "step": "quick"})
    assert not Character.objects.filter(campaign=campaign, kind="npc").exists()
    assert "kind=npc" not in client.get(f"/campaigns/{campaign.pk}/world/").content.decode()


@pytest.mark.parametrize("campaign", ["fifty-two-fates"], indirect=True)
def test_an_npc_that_is_armed_without_a_name_for_its_weapon_stays_so(client, campaign, gm):
    """F52-72: a participant without a weapon cannot attack with one."""
    client.force_login(gm)
    client.post(f"/campaigns/{campaign.pk}/characters/new/", {"kind": "npc", "name": "Jory", "step": "quick"})
    npc = Character.objects.get()
    address = f"/characters/{npc.pk}/"
    assert "no weapon" not in client.get(address).content.decode()
    typed = {"name": "Jory", "revision": 1, "notes": "Sells eels.", "weapon": "", "weapon_state": "held"}
    assert client.post(f"{address}edit/", typed).status_code == 302
    npc.refresh_from_db()
    assert (npc.notes, npc.sheet["weapon_state"]) == ("Sells eels.", "held")
    client.post(f"{address}edit/", typed | {"revision": 2, "weapon_state": "none"})
    assert "no weapon" in client.get(address).content.decode()


@pytest.mark.parametrize("campaign", ["fifty-two-fates"], indirect=True)
def test_an_npc_whose_weapon_has_no_name_is_unarmed(campaign):
    typed = {"weapon": "", "weapon_state": "held"}
    for sheet in ({"weapon": "Cutlass"}, None):
        form = forms_for(campaign.system).sheet(typed, sheet=sheet)
        assert form.is_valid()
        assert form.cleaned_sheet()["weapon_state"] == "none"
