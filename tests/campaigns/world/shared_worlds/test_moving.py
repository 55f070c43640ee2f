"""A character moves between campaigns of a world, with everything that is its own, and leaves the log intact."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.log.access import visible_log_entries
from campaigns.log.models import LogEntry
from campaigns.world.shared_worlds import actions
from campaigns.world.shared_worlds.moving import move_character, move_targets
from characters.experience.actions import award_experience
from characters.experience.step_actions import take_step
from characters.models import Character
from characters.sheets.actions import create_character, edit_character
from characters.sheets.portraits.actions import set_portrait
from characters.sheets.queries import experience_of, versions
from people.access import get_membership
from people.models import Campaign, Member
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def both(world, coast, gm):
    """The GM of the Salt Road is a co-GM of the Iron Coast."""
    return factories.MemberFactory(campaign=coast, user=gm, role="co-gm")


@pytest.fixture
def mara(campaign, ana, gm):
    """A character of Ana with notes of the GM, a portrait, experience and an earlier version."""
    row = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    award_experience(character=row, by=gm, amount=3, reason="The ford")
    row = edit_character(character=row, by=gm, revision=1, changes={"gm_notes": "She lies."}, reason="a secret")
    return set_portrait(character=row, by=gm, data=factories.picture())


def lines(membership):
    return [entry.text for entry in visible_log_entries(membership).order_by("id")]


def test_sheet_notes_portrait_experience_and_history_move(membership, both, mara, coast, gm):
    moved = move_character(membership=membership, character=mara, campaign=coast)
    assert (moved.campaign, moved.name, moved.gm_notes) == (coast, "Mara", "She lies.")
    assert mara.sheet.items() <= moved.sheet.items()
    assert experience_of(moved) == experience_of(mara) != {}
    assert moved.portrait_picture.data == mara.portrait_picture.data
    reasons = [version.history_change_reason for version in versions(moved, is_gm=True)]
    assert len(reasons) == mara.history.count()
    assert reasons[0] == "moved from another campaign"
    assert "a secret" in reasons
    assert {version.campaign_id for version in moved.history.all()} == {coast.pk}


def test_the_former_character_stays_retired_with_its_history_and_log(membership, both, mara, coast):
    entries = LogEntry.objects.filter(character=mara).count()
    versions_before = mara.history.count()
    move_character(membership=membership, character=mara, campaign=coast)
    mara.refresh_from_db()
    assert (mara.status, mara.campaign) == ("retired", membership.campaign)
    assert mara.history.count() == versions_before + 1
    assert LogEntry.objects.filter(character=mara).count() == entries + 2
    assert mara.experience.count() == 1


def test_gms_of_both_campaigns_read_where_it_went_and_players_do_not(membership, both, there, mara, coast, ana, cleo):
    move_character(membership=membership, character=mara, campaign=coast)
    text = "gm moved Mara from “The Salt Road” to “Iron Coast”."
    assert text in lines(membership)
    assert text in lines(there)
    for reader, campaign, hidden in ((ana, membership.campaign, "Iron Coast"), (cleo, coast, "Salt Road")):
        told = lines(get_membership(reader, campaign.pk))
        assert not any(hidden in line for line in told)
        assert any("Mara" in line for line in told)


def test_the_player_keeps_it_only_as_a_player_there(membership, both, mara, coast, ana):
    assert move_character(membership=membership, character=mara, campaign=coast).owner is None
    other = factories.CharacterFactory(campaign=membership.campaign, owner=ana, name="Tessa")
    factories.MemberFactory(campaign=coast, user=ana, role="player")
    assert move_character(membership=membership, character=other, campaign=coast).owner == ana


def test_an_npc_is_unknown_there_until_it_is_shown(membership, both, coast):
    npc = factories.CharacterFactory(campaign=membership.campaign, kind="npc", owner=None, name="Otto")
    assert not move_character(membership=membership, character=npc, campaign=coast).visible
    assert not any("Otto joined" in entry.text for entry in LogEntry.objects.filter(campaign=coast))


def test_an_unfinished_character_joins_once_it_is_finished(membership, both, coast, ana):
    Campaign.objects.update(system="fortune-and-power")
    coast.refresh_from_db()
    factories.MemberFactory(campaign=coast, user=ana, role="player")
    row = create_character(campaign=Campaign.objects.get(pk=membership.campaign_id), by=ana, owner=ana, name="Iris")
    moved = move_character(membership=get_membership(membership.user, row.campaign_id), character=row, campaign=coast)
    joined = LogEntry.objects.filter(campaign=coast, text="Iris joined the campaign.")
    assert not joined.exists()
    take_step(character=moved, by=ana, step={"type": "finish"})
    assert joined.count() == 1


def test_a_character_in_a_running_encounter_stays(membership, both, mara, coast):
    row = encounter_actions.create(membership=membership, title="The ford")
    encounter_actions.add_characters(membership=membership, encounter=row, characters=[mara])
    encounter_actions.add_monsters(membership=membership, encounter=row, monster=factories.MonsterFactory(), count=1)
    row = encounter_actions.start(membership=membership, encounter=row, seed=7)
    with pytest.raises(ValidationError, match="running encounter"):
        move_character(membership=membership, character=mara, campaign=coast)
    assert not coast.characters.exists()
    mara.refresh_from_db()
    assert mara.status == "active"


def test_a_character_who_has_left_a_running_encounter_stays_until_its_wounds_are_written(membership, both, mara, coast):
    row = encounter_actions.create(membership=membership, title="The ford")
    encounter_actions.add_characters(membership=membership, encounter=row, characters=[mara])
    encounter_actions.add_monsters(membership=membership, encounter=row, monster=factories.MonsterFactory(), count=1)
    row = encounter_actions.start(membership=membership, encounter=row, seed=7)
    tessa = factories.CharacterFactory(campaign=membership.campaign, name="Tessa")
    encounter_actions.join(membership=membership, encounter=row, character=tessa)
    play.undo(encounter=row, by=membership.user, to=0)
    assert move_character(membership=membership, character=tessa, campaign=coast), "whose joining was undone"
    for order in ({"type": "adjust", "hp": 1, "reason": "a trap"}, {"type": "leave"}, {"type": "end"}):
        with pytest.raises(ValidationError, match="running encounter"):
            move_character(membership=membership, character=mara, campaign=coast)
        fields = {"outcome": "parley"} if order["type"] == "end" else {"target": "mara"}
        if order["type"] == "leave":
            discard(row, mara)
        play.submit(encounter=row, by=membership.user, command=order | fields | {"actor": "gm"})
    assert move_character(membership=membership, character=mara, campaign=coast).sheet["hp"] == 1


def discard(encounter, character):
    """What the game asks of somebody who was hurt."""
    player = get_membership(character.owner, encounter.campaign_id)
    for offer in play.offers(encounter, player, "mara"):
        if offer["type"] == "discard":
            play.submit(encounter=encounter, by=character.owner, command=offer["example"])


def test_it_goes_nowhere_without_running_both_campaigns_of_one_world_and_game(membership, world, mara, coast, gm, ana):
    with pytest.raises(ValidationError, match="that you run too"):
        move_character(membership=membership, character=mara, campaign=coast)
    member = factories.MemberFactory(campaign=coast, user=gm, role="player")
    assert not move_targets(membership).exists()
    Member.objects.filter(pk=member.pk).update(role="co-gm")
    assert list(move_targets(membership)) == [coast]
    Campaign.objects.filter(pk=coast.pk).update(system="a-game-of-bastards")
    assert not move_targets(membership).exists()
    outside = factories.CampaignFactory(created_by=gm)
    factories.MemberFactory(campaign=outside, user=gm, role="gm")
    assert not move_targets(membership).exists()
    with pytest.raises(PermissionDenied):
        move_character(membership=get_membership(ana, membership.campaign_id), character=mara, campaign=coast)
    assert Character.objects.filter(name="Mara").count() == 1


def test_a_campaign_that_left_the_world_gets_nobody(membership, both, there, mara, coast):
    actions.leave_world(membership=there)
    with pytest.raises(ValidationError, match="of the same world"):
        move_character(membership=membership, character=mara, campaign=coast)


def test_a_retired_character_does_not_move_again(membership, both, mara, coast):
    move_character(membership=membership, character=mara, campaign=coast)
    with pytest.raises(ValidationError, match="active"):
        move_character(membership=membership, character=mara, campaign=coast)
    assert coast.characters.count() == 1


def test_the_page_moves_and_explains(client, gm, membership, world, mara, coast, ana):
    address = f"/campaigns/{membership.campaign_id}/shared-world/move/"
    client.force_login(ana)
    assert client.get(address).status_code == 403
    client.force_login(gm)
    page = client.get(address).content
    assert b"Offer to another GM" in page
    assert b"Move to a campaign that you run too" not in page
    assert address in client.get(f"/campaigns/{membership.campaign_id}/shared-world/").content.decode()
    factories.MemberFactory(campaign=coast, user=gm, role="co-gm")
    answer = client.post(address, {"character": mara.pk, "campaign": coast.pk})
    moved = coast.characters.get()
    assert answer.headers["Location"] == f"/characters/{moved.pk}/"
    page = client.get(answer.headers["Location"]).content.decode()
    assert "Mara" in page
    assert "Iron Coast" in page


def test_the_api_moves_and_refuses(gm, ana, membership, both, mara, coast):
    address = f"campaigns/{membership.campaign_id}/shared-world/move/"
    body = {"character": mara.pk, "campaign": coast.pk}
    assert Caller(ana).post(address, body).status_code == 403
    assert Caller(gm).post(address, body | {"campaign": 987654}).status_code == 422
    made = ok(Caller(gm).post(address, body), 201)
    assert (made["name"], made["id"]) == ("Mara", coast.characters.get().pk)


def test_a_token_for_the_world_alone_moves_no_character(gm, membership, both, mara, coast):
    """A move takes the sheet to another campaign, and retires the character here."""
    address = f"campaigns/{membership.campaign_id}/shared-world/move/"
    body = {"character": mara.pk, "campaign": coast.pk}
    refused(Caller(gm, scopes=["world:write"]).post(address, body), 403, "token.area")
    mara.refresh_from_db()
    assert (mara.status, coast.characters.count()) == (Character.Status.ACTIVE, 0)
    ok(Caller(gm, scopes=["world:write", "characters:write"]).post(address, body), 201)
