"""A GM offers a character to another campaign of the world; a GM there accepts or declines; the player keeps it."""

import json

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.urls import reverse

from campaigns.encounters import actions as encounter_actions
from campaigns.log.access import visible_log_entries
from campaigns.world.shared_worlds import actions as world_actions
from campaigns.world.shared_worlds.moving import move_character
from campaigns.world.shared_worlds.offers import actions
from campaigns.world.shared_worlds.offers.models import CharacterOffer
from characters.experience.actions import award_experience
from characters.models import Character
from characters.sheets.actions import edit_character
from characters.sheets.queries import experience_of
from characters.sheets.status_actions import mark_dead, restore_character, retire_character
from people.access import get_membership
from people.models import Campaign
from rules.play import Refused
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db

SECRET = "She is the baron's spy."


@pytest.fixture
def mara(campaign, ana, gm):
    """A character of Ana with secrets of the GM, now and in earlier versions."""
    row = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    award_experience(character=row, by=gm, amount=3, reason="The ford")
    row = edit_character(character=row, by=gm, revision=1, changes={"gm_notes": SECRET}, reason="the baron")
    return edit_character(character=row, by=ana, revision=1, changes={"notes": "I like boats."}, reason="my boats")


@pytest.fixture
def offer(membership, world, mara, coast):
    """Offers a character to the Iron Coast."""
    return lambda row=mara, **more: actions.offer_character(
        membership=membership, character=row, campaign=coast, **more
    )


@pytest.fixture
def plays_there(coast, ana):
    """Ana plays in the Iron Coast too."""
    return factories.MemberFactory(campaign=coast, user=ana, role="player")


def lines(user, campaign):
    entries = visible_log_entries(get_membership(user, campaign.pk)).order_by("id")
    return [entry.text for entry in entries]


def test_the_other_gm_accepts_and_the_player_keeps_the_character(offer, there, plays_there, mara, coast, ana, bea):
    made = offer(message="She wants to sea.")
    moved = actions.accept_offer(membership=there, offer=made)
    assert (moved.campaign, moved.owner, moved.name) == (coast, ana, "Mara")
    assert experience_of(moved) == experience_of(mara) != {}
    mara.refresh_from_db()
    made.refresh_from_db()
    assert mara.status == "retired"
    assert (made.status, made.answered_by, made.moved) == ("accepted", bea, moved)
    assert moved.notes == "I like boats."


def test_without_consent_to_them_no_secret_moves(offer, there, plays_there, bea):
    moved = actions.accept_offer(membership=there, offer=offer())
    assert moved.gm_notes == ""
    versions = list(moved.history.all())
    assert not any(version.gm_notes for version in versions)
    assert "the baron" not in {version.history_change_reason for version in versions}
    assert "my boats" in {version.history_change_reason for version in versions}


def test_with_the_gm_notes_they_move(offer, there, plays_there):
    moved = actions.accept_offer(membership=there, offer=offer(gm_part=True))
    assert moved.gm_notes == SECRET
    assert "the baron" in {version.history_change_reason for version in moved.history.all()}


def test_of_an_npc_moves_what_players_could_read_of_it(offer, there, campaign, gm):
    npc = factories.CharacterFactory(
        campaign=campaign, kind="npc", owner=None, name="Otto", about="A miller.\n\n:::secret\nA spy.\n:::"
    )
    npc = edit_character(
        character=npc,
        by=gm,
        revision=1,
        changes={"about": f"{npc.about}\n\nOf [[The dark mill|a mill]]."},
        reason="spy",
    )
    award_experience(character=npc, by=gm, amount=1, reason="He spied.")
    moved = actions.accept_offer(membership=there, offer=offer(npc))
    assert moved.about.split() == ["A", "miller.", "Of", "a", "mill."]
    assert not moved.visible
    texts = [(version.about, version.history_change_reason) for version in moved.history.all()]
    assert "spy" not in str(texts)
    assert "dark mill" not in str(texts)
    assert "spied" not in str([entry.reason for entry in moved.experience.all()])


def test_a_player_who_is_not_there_keeps_the_character_here(offer, there, mara, coast):
    made = offer()
    with pytest.raises(ValidationError, match=r"ana plays Mara and keeps it\. Invite ana as a player first"):
        actions.accept_offer(membership=there, offer=made)
    made.refresh_from_db()
    mara.refresh_from_db()
    assert (made.status, mara.status) == ("open", "active")
    factories.MemberFactory(campaign=coast, user=mara.owner, role="observer")
    with pytest.raises(ValidationError, match="Invite ana"):
        actions.accept_offer(membership=there, offer=made)
    assert not coast.characters.exists()


def test_only_a_gm_of_the_other_campaign_answers(offer, membership, mara, cleo, coast):
    made = offer()
    for member in (membership, get_membership(cleo, coast.pk)):
        for answer in (actions.accept_offer, actions.decline_offer):
            with pytest.raises(PermissionDenied):
                answer(membership=member, offer=made)
    made.refresh_from_db()
    assert made.is_open


def test_only_a_gm_offers_and_only_within_the_world_and_game(membership, world, mara, coast, ana, bea):
    with pytest.raises(PermissionDenied):
        actions.offer_character(membership=get_membership(ana, membership.campaign_id), character=mara, campaign=coast)
    elsewhere = factories.MemberFactory(role="gm").campaign
    with pytest.raises(ValidationError, match="same world"):
        actions.offer_character(membership=membership, character=mara, campaign=elsewhere)
    theirs = factories.CharacterFactory(campaign=coast)
    with pytest.raises(PermissionDenied):
        actions.offer_character(membership=membership, character=theirs, campaign=coast)
    Campaign.objects.filter(pk=coast.pk).update(system="a-game-of-bastards")
    with pytest.raises(ValidationError, match="same world"):
        actions.offer_character(membership=membership, character=mara, campaign=coast)
    assert not CharacterOffer.objects.exists()


def test_a_character_has_one_open_offer(offer, there):
    made = offer()
    with pytest.raises(ValidationError, match="already offered to “Iron Coast”"):
        offer()
    actions.decline_offer(membership=there, offer=made)
    assert offer().is_open


def test_the_gm_and_the_player_withdraw_and_others_do_not(offer, membership, there, ana, ben):
    for member in (membership, get_membership(ana, membership.campaign_id)):
        made = offer()
        actions.withdraw_offer(membership=member, offer=made)
        made.refresh_from_db()
        assert made.status == "withdrawn"
        with pytest.raises(ValidationError, match="over: withdrawn"):
            actions.accept_offer(membership=there, offer=made)
    made = offer()
    for member in (there, get_membership(ben, membership.campaign_id)):
        with pytest.raises(PermissionDenied):
            actions.withdraw_offer(membership=member, offer=made)


@pytest.mark.parametrize("end", [retire_character, mark_dead])
def test_it_ends_when_the_character_dies_or_retires_and_does_not_return(offer, there, plays_there, mara, gm, end):
    made = offer()
    end(character=mara, by=gm, reason="the sea")
    made.refresh_from_db()
    assert made.status == "ended"
    restore_character(character=mara, by=gm, reason="back")
    with pytest.raises(ValidationError, match="over: ended"):
        actions.accept_offer(membership=there, offer=made)


def test_it_ends_when_staff_mark_the_character_as_dead(offer, client, mara):
    made = offer()
    client.force_login(factories.UserFactory(username="root", is_staff=True, is_superuser=True))
    counts = ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")
    posted = {"name": mara.name, "kind": "pc", "status": "dead", "sheet": json.dumps(mara.sheet)}
    posted |= {f"experience-{name}": "0" for name in counts}
    answer = client.post(reverse("admin:characters_character_change", args=[mara.pk]), posted)
    assert answer.status_code == 302, (answer.context["errors"], answer.context["adminform"].form.errors)
    made.refresh_from_db()
    assert made.status == "ended"


def test_it_ends_when_the_character_moves_otherwise(offer, membership, mara, gm, coast):
    made = offer()
    factories.MemberFactory(campaign=coast, user=gm, role="co-gm")
    move_character(membership=membership, character=mara, campaign=coast)
    made.refresh_from_db()
    assert made.status == "ended"


def test_it_is_gone_with_the_character(offer, mara):
    offer()
    Character.objects.filter(pk=mara.pk).delete()
    assert not CharacterOffer.objects.exists()


@pytest.mark.parametrize("leaving", ["here", "there"])
def test_it_ends_when_a_campaign_leaves_the_world(offer, membership, there, plays_there, leaving):
    made = offer()
    world_actions.leave_world(membership=membership if leaving == "here" else there)
    made.refresh_from_db()
    assert made.status == "ended"
    with pytest.raises(ValidationError, match="over"):
        actions.accept_offer(membership=there, offer=made)


def test_a_character_in_a_running_encounter_and_an_archived_campaign_wait(
    offer, membership, there, plays_there, mara, coast
):
    made = offer()
    row = encounter_actions.create(membership=membership, title="The ford")
    encounter_actions.add_characters(membership=membership, encounter=row, characters=[mara])
    encounter_actions.add_monsters(membership=membership, encounter=row, monster=factories.MonsterFactory(), count=1)
    encounter_actions.start(membership=membership, encounter=row, seed=7)
    with pytest.raises(ValidationError, match="running encounter"):
        actions.accept_offer(membership=there, offer=made)
    made.refresh_from_db()
    assert made.is_open
    Campaign.objects.filter(pk=coast.pk).update(archived=made.created)
    with pytest.raises(ValidationError, match="archived"):
        actions.accept_offer(membership=there, offer=made)


def test_gms_of_both_campaigns_read_it_in_their_logs_and_players_read_nothing(
    offer, there, coast, campaign, gm, bea, ana, cleo
):
    actions.decline_offer(membership=there, offer=offer())
    offered, declined = "gm offered Mara to “Iron Coast”.", "bea declined Mara for “Iron Coast”."
    for reader, where in ((gm, campaign), (bea, coast)):
        assert [line for line in lines(reader, where) if "Iron Coast" in line][-2:] == [offered, declined]
    for reader, where in ((ana, campaign), (cleo, coast)):
        assert not [line for line in lines(reader, where) if "Coast" in line or "bea" in line]


def test_players_never_read_who_took_the_character_and_where(offer, there, plays_there, campaign, ben):
    actions.accept_offer(membership=there, offer=offer())
    told = visible_log_entries(get_membership(ben, campaign.pk))
    assert not [entry for entry in told if "Coast" in entry.text or (entry.by and entry.by.username == "bea")]
    assert any("Mara retired" in entry.text for entry in told)


def test_the_pages_offer_answer_and_withdraw(client, gm, bea, ana, membership, world, mara, coast, plays_there):
    at = f"/campaigns/{membership.campaign_id}/shared-world"
    client.force_login(gm)
    assert b"Offer to another GM" in client.get(f"{at}/move/").content
    form = {"offer-character": mara.pk, "offer-campaign": coast.pk, "offer-message": "Be kind to her."}
    client.post(f"{at}/offer/", form)
    made = CharacterOffer.objects.get()
    page = client.post(f"{at}/offer/", form).content.decode()
    assert "already offered" in page
    assert "Offered to other campaigns" in page
    client.force_login(ana)
    assert b"Your GM offers this character" in client.get("/").content
    page = client.get(f"/character-offers/{made.pk}/").content.decode()
    assert "Withdraw the offer" in page
    assert "Be kind to her." not in page
    assert client.post(f"/character-offers/{made.pk}/accept/").status_code == 403
    client.force_login(bea)
    assert f"/character-offers/{made.pk}/" in client.get("/").content.decode()
    assert f"/character-offers/{made.pk}/" in client.get(f"/campaigns/{coast.pk}/shared-world/").content.decode()
    page = client.get(f"/character-offers/{made.pk}/").content.decode()
    for words in ("Be kind to her.", "Player: ana", "The Salt Road"):
        assert words in page
    assert SECRET not in page
    assert "does not play in this campaign yet" not in page
    assert client.get(f"/characters/{mara.pk}/").status_code == 404
    answer = client.post(f"/character-offers/{made.pk}/accept/")
    arrived = f"/characters/{coast.characters.get().pk}/"
    assert answer.headers["Location"] == arrived
    again = client.post(f"/character-offers/{made.pk}/accept/", follow=True)
    assert again.redirect_chain[-1][0] == arrived, "a second tap leads to the character"
    assert b"The character has moved to this campaign." in again.content
    assert b"This offer is over" not in again.content
    assert f"/character-offers/{made.pk}/" not in client.get("/").content.decode()


def test_after_the_answer_the_other_gm_reads_nothing_new(client, offer, there, bea, mara):
    made = offer()
    client.force_login(bea)
    assert b"ana does not play in this campaign yet." in client.get(f"/character-offers/{made.pk}/").content
    actions.decline_offer(membership=there, offer=made)
    Character.objects.filter(pk=mara.pk).update(name="Mara the Mad")
    page = client.get(f"/character-offers/{made.pk}/").content.decode()
    assert "declined" in page
    for words in ("the Mad", "Player:", "Accept"):
        assert words not in page


def test_a_player_reads_the_name_of_the_other_campaign_only_if_players_may(client, offer, there, ana):
    made = offer()
    client.force_login(ana)
    address = f"/character-offers/{made.pk}/"
    assert "Iron Coast" not in client.get(address).content.decode()
    assert ok(Caller(ana).get(f"character-offers/{made.pk}/"))["to"] is None
    world_actions.change_world(membership=there, revision=None, open_to_players=True)
    assert "Iron Coast" in client.get(address).content.decode()


def test_the_api_offers_answers_and_refuses(gm, ana, bea, cleo, membership, world, mara, coast, plays_there):
    at, body = f"campaigns/{membership.campaign_id}/shared-world/offers/", {"character": mara.pk, "campaign": coast.pk}
    assert Caller(ana).post(at, body).status_code == 403
    refused(Caller(gm).post(at, body | {"campaign": 987654}), 422)
    made = ok(Caller(gm).post(at, body | {"message": "Be kind."}), 201)
    assert (made["status"], made["to"], made["character"]) == ("open", "Iron Coast", mara.pk)
    refused(Caller(gm).post(at, body), 422)
    one = f"character-offers/{made['id']}/"
    assert Caller(cleo).get(one).status_code == 404
    theirs = ok(Caller(bea).get(one))
    assert (theirs["character"], theirs["message"], theirs["player"]) == (None, "Be kind.", "ana")
    hers = ok(Caller(ana).get(one))
    assert (hers["message"], hers["gm_part"], hers["character"]) == (None, None, mara.pk)
    assert [row["id"] for row in ok(Caller(bea).get(f"campaigns/{coast.pk}/shared-world/offers/"))["results"]] == [
        made["id"]
    ]
    moved = ok(Caller(bea).post(f"{one}accept/", {}), 201)
    assert moved["id"] == coast.characters.get().pk
    refused(Caller(bea).post(f"{one}accept/", {}), 422)
    assert ok(Caller(bea).get(one))["moved"] == moved["id"]
    assert Caller(ana).get(one).status_code == 404


def test_the_house_rules_of_the_other_campaign_refuse_a_sheet(offer, there, plays_there, mara):
    made = offer()
    Character.objects.filter(pk=mara.pk).update(sheet={"no": "sheet"})
    with pytest.raises(Refused):
        actions.accept_offer(membership=there, offer=made)
    made.refresh_from_db()
    assert made.is_open
