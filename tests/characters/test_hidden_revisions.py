"""A change of the GM notes alone is no news to a character's player: no revision, no ETag, no line, no older page."""

import pytest

from characters.models import Character
from characters.sheets import actions
from tests import factories


@pytest.fixture
def mara(campaign, ana):
    return factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", notes="[[Nowhere|there]]")


def read_by(client, user, row):
    client.force_login(user)
    answer = client.get(f"/api/v1/characters/{row.pk}/")
    return answer.json(), answer["ETag"]


def test_gm_notes_change_nothing_for_the_player(client, campaign, ana, gm, mara):
    before, gms = read_by(client, ana, mara), read_by(client, gm, mara)
    actions.edit_character(character=mara, by=gm, revision=1, changes={"name": "Mara", "gm_notes": "Doomed."})
    assert read_by(client, ana, mara) == before
    assert read_by(client, gm, mara)[0]["revision"] == gms[0]["revision"] + 1
    body = {"name": "Mara Salt", "revision": before[0]["revision"]}
    client.force_login(ana)
    assert client.patch(f"/api/v1/characters/{mara.pk}/", body, "application/json").status_code == 200
    refused = client.patch(f"/api/v1/characters/{mara.pk}/", body, "application/json")
    assert (refused.status_code, refused.json()["revision"]) == (409, before[0]["revision"] + 1)
    client.force_login(gm)
    late = {"gm_notes": "Saved.", "revision": gms[0]["revision"] + 1}
    assert client.patch(f"/api/v1/characters/{mara.pk}/", late, "application/json").status_code == 409


@pytest.mark.parametrize("stored", ["\n", "\r\n"])
def test_the_line_ends_of_a_browser_are_no_news_for_the_player(client, campaign, ana, gm, mara, stored):
    """Earlier releases stored them; the form of the GM sends the notes of the player with them."""
    Character.objects.filter(pk=mara.pk).update(notes=f"One.{stored}Two.")
    before = read_by(client, ana, mara)[0]["revision"]
    changes = {"notes": "One.\r\nTwo.", "gm_notes": "Doomed."}
    actions.edit_character(character=mara, by=gm, revision=1, changes=changes)
    assert read_by(client, ana, mara)[0]["revision"] == before
    actions.edit_character(character=mara, by=gm, revision=2, changes={"notes": "One.\r\nThree."})
    assert read_by(client, ana, mara)[0]["revision"] == before + 1


def test_fifty_changes_of_gm_notes_hide_no_older_line_of_the_history(client, ana, gm, mara):
    actions.edit_character(character=mara, by=ana, revision=1, changes={"name": "Mara Salt"}, reason="married")
    for number in range(60):
        actions.edit_character(character=mara, by=gm, revision=2 + number, changes={"gm_notes": str(number)})
    client.force_login(ana)
    page = client.get(f"/characters/{mara.pk}/history/").content.decode()
    assert "married" in page
    assert "before=" not in page
    told = client.get(f"/api/v1/characters/{mara.pk}/history/").json()["results"]
    assert [(version["revision"], version["name"]) for version in told] == [(2, "Mara Salt"), (1, "Mara")]
    client.force_login(gm)
    assert client.get(f"/api/v1/characters/{mara.pk}/history/").json()["results"][0]["revision"] == 62


def test_anothers_open_sheet_tells_nothing_of_private_notes(client, campaign, ana, ben, gm, mara):
    type(campaign).objects.filter(pk=campaign.pk).update(open_sheets=True)
    before = read_by(client, ben, mara)
    actions.edit_character(character=mara, by=ana, revision=1, changes={"notes": "I am the traitor."})
    assert read_by(client, ben, mara) == before
    actions.edit_character(character=mara, by=ana, revision=2, changes={"name": "Mara Salt"})
    assert read_by(client, ben, mara) != before


def test_a_gm_writes_no_target_into_a_players_notes(gm, ana, mara):
    actions.edit_character(character=mara, by=gm, revision=1, changes={"notes": "More. [[Nowhere|there]]"})
    with pytest.raises(Exception, match="target"):
        actions.edit_character(character=mara, by=gm, revision=2, changes={"notes": "[[CANARY spire|a tower]]"})
    actions.edit_character(character=mara, by=ana, revision=2, changes={"notes": "[[My place|home]]"})
