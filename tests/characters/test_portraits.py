"""Portraits: small pictures without metadata, for everyone who knows the character, and nobody else."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from campaigns.archive.member_export import write_member_export
from campaigns.world import reveals
from characters.models import Character, Portrait
from characters.sheets.portraits import actions
from common.edit_conflicts import EditConflict
from people.access import get_membership
from tests import factories
from tests.campaigns.encounters.play.conftest import fight, mara, membership, oskar, prepared
from tests.people.helpers import forbidden, refused
from tests.site.api.conftest import Caller

__all__ = ["fight", "mara", "membership", "oskar", "prepared"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def hero(campaign, ana):
    return factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")


@pytest.fixture
def stranger(campaign, gm):
    """An NPC whom nobody knows, with a portrait."""
    row = factories.CharacterFactory(campaign=campaign, kind="npc", name="Otto", visible=False)
    return actions.set_portrait(character=row, by=gm, data=factories.picture(400, 300))


def shown(client, user, row):
    client.force_login(user)
    return client.get(f"/characters/{row.pk}/portrait/")


def test_a_player_gives_a_hero_a_portrait_that_the_party_sees(client, hero, ana, ben, campaign):
    exif = Image.Exif()
    exif[0x010F] = "SECRETCAMERA"
    sent = factories.picture(900, 600, "JPEG", exif=exif)
    client.force_login(ana)
    assert "Portrait" in client.get(f"/characters/{hero.pk}/").content.decode()
    file = SimpleUploadedFile("me.jpg", sent, "image/jpeg")
    assert client.post(f"/characters/{hero.pk}/portrait/edit/", {"picture": file}).status_code == 302
    answer = shown(client, ben, hero)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
    assert Image.open(io.BytesIO(answer.content)).size == (256, 171)
    assert b"SECRET" not in answer.content
    assert answer["Cache-Control"] == "no-cache, private"
    again = client.get(f"/characters/{hero.pk}/portrait/", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    address = f'src="/characters/{hero.pk}/portrait/?'
    assert address in client.get(f"/campaigns/{campaign.pk}/characters/").content.decode()
    client.force_login(ana)
    for page in (f"/characters/{hero.pk}/", f"/campaigns/{campaign.pk}/ties/?person={hero.pk}"):
        assert address in client.get(page).content.decode(), page
    client.post(f"/characters/{hero.pk}/portrait/remove/")
    assert shown(client, ben, hero).status_code == 404
    page = client.get(f"/campaigns/{campaign.pk}/characters/").content.decode()
    assert address not in page
    assert '<svg class="name-emblem"' in page
    assert [version.history_change_reason for version in hero.history.order_by("history_id")][-2:] == [
        "portrait changed",
        "portrait removed",
    ]


def test_scripts_do_the_same(hero, ana, ben, gm):
    for user, status in ((ben, 403), (ana, 204), (gm, 204)):
        answer = Caller(user).send(
            "PUT", f"characters/{hero.pk}/portrait/", raw=factories.picture(), Content_Type="image/png", If_Match="*"
        )
        assert answer.status_code == status, user
    told = Caller(ana).get(f"characters/{hero.pk}/").json()
    assert told["portrait"] == Portrait.objects.get().sha256
    assert Caller(ben).get(f"characters/{hero.pk}/portrait/").status_code == 200
    assert Caller(ana).send("DELETE", f"characters/{hero.pk}/portrait/", If_Match="*").status_code == 204
    assert Caller(ana).get(f"characters/{hero.pk}/portrait/").status_code == 404


def test_nobody_else_changes_a_portrait_and_no_other_file_is_taken(hero, ana, ben, gm):
    with forbidden("Only the player"):
        actions.set_portrait(character=hero, by=ben, data=factories.picture())
    with refused("cannot be read"):
        actions.set_portrait(character=hero, by=ana, data=b"<svg/>")
    assert not Portrait.objects.exists()
    actions.set_portrait(character=hero, by=gm, data=factories.picture())
    with forbidden("Only the player"):
        actions.remove_portrait(character=hero, by=ben)


def test_the_portrait_of_an_unknown_npc_never_leaves(client, stranger, gm, ana, ben, campaign):
    membership = get_membership(gm, campaign.pk)
    assert shown(client, gm, stranger).status_code == 200
    for user in (ana, ben, factories.UserFactory()):
        assert shown(client, user, stranger).status_code == 404
        assert Caller(user).get(f"characters/{stranger.pk}/portrait/").status_code == 404
    reveals.set_npc_known(membership=membership, npc=stranger, known=True, members=[get_membership(ana, campaign.pk)])
    assert [shown(client, user, stranger).status_code for user in (ana, ben)] == [200, 404]
    client.force_login(gm)
    client.post(f"/members/{get_membership(ben, campaign.pk).pk}/view/")
    assert client.get(f"/characters/{stranger.pk}/portrait/").status_code == 404, "as Ben sees it"


def test_exports_hold_the_portraits_that_their_reader_may_see(stranger, hero, gm, ana, ben, campaign):
    factories.portrait_of(hero)
    for user, found in ((gm, {hero.pk, stranger.pk}), (ana, {hero.pk})):
        out = io.BytesIO()
        write_member_export(get_membership(user, campaign.pk), out)
        text = out.getvalue()
        assert {row.pk for row in Character.objects.all() if f"media/portrait-{row.pk}".encode() in text} == found


def test_a_portrait_stands_at_the_seat_of_those_who_are_known(client, fight, membership, gm, ana):
    hero = fight.participants.get(key="mara").character
    foe = factories.CharacterFactory(campaign=fight.campaign, kind="npc", name="Otto", visible=False)
    fight.participants.filter(key="bandit-1").update(character=foe)
    for row in (hero, foe):
        factories.portrait_of(row)
    for user, found in ((ana, {hero.pk}), (gm, {hero.pk, foe.pk})):
        client.force_login(user)
        page = client.get(f"/encounters/{fight.pk}/").content.decode()
        assert {row.pk for row in (hero, foe) if f'class="face" src="/characters/{row.pk}/portrait/?' in page} == found


def test_a_change_of_the_gm_notes_alone_refuses_no_portrait_of_the_player(hero, ana, gm):
    Caller(gm).patch(f"characters/{hero.pk}/", {"gm_notes": "Doomed.", "revision": hero.revision})
    seen = Caller(ana).get(f"characters/{hero.pk}/").json()["revision"]
    row = actions.set_portrait(character=hero, by=ana, data=factories.picture(40, 40), revision=seen)
    assert row.portrait
    with pytest.raises(EditConflict):
        actions.remove_portrait(character=row, by=ana, revision=seen)
