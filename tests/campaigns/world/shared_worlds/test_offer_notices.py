"""GMs are told of an offer and of its answer, each once; nobody else is, and nobody once it no longer holds."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from campaigns.encounters.calls import push
from campaigns.sessions.notices import job
from campaigns.sessions.notices.outbox import end_waiting_notices
from campaigns.world.shared_worlds import actions as world_actions
from campaigns.world.shared_worlds.offers import actions
from campaigns.world.shared_worlds.offers.notices.models import OfferNotice
from characters.sheets.actions import edit_character
from characters.sheets.status_actions import mark_dead
from people.devices.models import CallPreferences, PushDevice
from people.models import Campaign, Member
from tests import factories

pytestmark = pytest.mark.django_db

SITE = "https://fate.example"


@pytest.fixture
def mara(campaign, ana):
    """A character of Ana."""
    return factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")


@pytest.fixture
def everyone(gm, ana, ben, bea, cleo, coast, campaign, watcher):
    """All people of both campaigns and a co-GM of each, with addresses; Ana plays in both."""
    factories.MemberFactory(campaign=coast, user=ana, role="player")
    cora, carl = factories.UserFactory(username="cora"), factories.UserFactory(username="carl")
    factories.MemberFactory(campaign=coast, user=cora, role="co-gm")
    factories.MemberFactory(campaign=campaign, user=carl, role="co-gm")
    for user in (gm, ana, ben, bea, cleo, cora, carl, watcher):
        address = f"{user.username}@example.com"
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)


@pytest.fixture
def offer(membership, world, everyone, mara, coast):
    """Mara is offered to the Iron Coast."""
    return actions.offer_character(
        membership=membership, character=mara, campaign=coast, message="She is a spy.", origin=SITE
    )


def later(**more):
    return timezone.now() + timedelta(**more)


def mailed(now=None):
    """To whom the job sends mails now."""
    mail.outbox.clear()
    job.send_notices(now)
    return sorted(message.to[0].partition("@")[0] for message in mail.outbox)


def test_gms_of_the_other_campaign_get_one_mail_with_a_link(offer, client, bea):
    assert mailed() == ["bea", "cora"]
    [first, _second] = mail.outbox
    assert first.subject.startswith("Iron Coast: A GM of “The Salt Road” offers you the character “Mara”.")
    assert "spy" not in first.subject + first.body, "the message is on the page"
    client.force_login(bea)
    assert f"{SITE}/character-offers/{offer.pk}/" in first.body.splitlines()
    assert "She is a spy." in client.get(f"/character-offers/{offer.pk}/").content.decode()
    assert mailed() == mailed(later(hours=5)) == []


def test_a_later_name_of_the_character_is_not_sent(offer, mara, gm):
    edit_character(character=mara, by=gm, revision=1, changes={"name": "Mara the spy"}, reason="known")
    assert mailed() == ["bea", "cora"]
    assert all("spy" not in message.subject + message.body for message in mail.outbox)


@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_gms_of_the_offering_campaign_get_the_answer(offer, there, answer):
    mailed()
    do = {"accept": actions.accept_offer, "decline": actions.decline_offer}[answer]
    do(membership=there, offer=offer, origin=SITE)
    assert mailed() == ["carl", "gm"]
    assert f"“Iron Coast” {answer}" in mail.outbox[0].subject
    assert f"{SITE}/character-offers/{offer.pk}/" in mail.outbox[0].body
    assert mailed() == []


def test_an_offer_that_is_answered_before_the_job_runs_is_told_only_as_answered(offer, there):
    actions.decline_offer(membership=there, offer=offer)
    assert mailed() == ["carl", "gm"]


@pytest.mark.parametrize("what", ["withdrawn", "dead", "left the world", "archived here", "archived there"])
def test_an_offer_that_is_over_is_told_to_nobody(offer, membership, there, mara, gm, coast, campaign, what):
    if what == "withdrawn":
        actions.withdraw_offer(membership=membership, offer=offer)
    elif what == "dead":
        mark_dead(character=mara, by=gm, reason="a fall")
    elif what == "left the world":
        world_actions.leave_world(membership=there)
    else:
        left = {"archived here": campaign, "archived there": coast}[what]
        Campaign.objects.filter(pk=left.pk).update(archived=timezone.now())
    assert mailed() == []
    assert not OfferNotice.objects.filter(due__isnull=False).exists()


@pytest.mark.parametrize("change", [{"role": "player"}, {"left": timezone.now()}])
def test_somebody_who_is_no_longer_gm_when_it_is_sent_gets_nothing(offer, there, change):
    Member.objects.filter(campaign=there.campaign, user__username="cora").update(**change)
    assert mailed() == ["bea"]
    actions.decline_offer(membership=there, offer=offer)
    Member.objects.filter(user__username="carl").update(**change)
    assert mailed() == ["gm"]


def test_somebody_who_offers_or_answers_is_not_told(membership, world, everyone, mara, coast, gm):
    both = factories.MemberFactory(campaign=coast, user=gm, role="gm")
    made = actions.offer_character(membership=membership, character=mara, campaign=coast)
    assert mailed() == ["bea", "cora"]
    actions.decline_offer(membership=both, offer=made)
    assert mailed() == ["carl"]


def test_a_new_offer_after_one_that_was_withdrawn_is_told_once(offer, membership, mara, coast):
    actions.withdraw_offer(membership=membership, offer=offer)
    actions.offer_character(membership=membership, character=mara, campaign=coast)
    assert mailed() == ["bea", "cora"]


def test_devices_get_the_page_and_the_switches_hold(offer, bea, monkeypatch):
    sent = []
    monkeypatch.setattr(push, "send", lambda device, key, body, topic: sent.append((topic, body)))
    token, _secret = bea.auth_token_set.create(user=bea, name="phone")
    PushDevice.objects.create(user=bea, token=token, name="Phone", endpoint="https://push.example/1", digest="1" * 64)
    CallPreferences.objects.create(user=bea, session_mail=False)
    assert mailed() == ["cora"]
    [(topic, body)] = sent
    assert (topic, body["title"], body["path"]) == (
        f"offer-{offer.pk}", "Iron Coast", f"/character-offers/{offer.pk}/",
    )  # fmt: skip
    assert "Mara" in body["body"]


def test_an_answer_that_waited_for_days_is_given_up_and_an_open_offer_is_not(offer, there):
    assert mailed(later(days=3)) == ["bea", "cora"]
    actions.decline_offer(membership=there, offer=offer)
    assert mailed(later(days=3)) == []


def test_a_restored_site_sends_no_notice_again(offer):
    end_waiting_notices(timezone.now())
    assert mailed() == []


def test_old_notices_of_offers_are_deleted(offer):
    mailed()
    assert job.delete_old_notices(later(days=89)) == 0
    assert job.delete_old_notices(later(days=92)) == 2


def test_pages_and_api_know_the_address_of_the_site(offer, membership, there, client, gm, mara, coast, ben):
    second = factories.CharacterFactory(campaign=membership.campaign, owner=gm, name="Oskar")
    client.force_login(gm)
    address = f"/campaigns/{membership.campaign_id}/shared-world/offer/"
    client.post(address, {"offer-character": second.pk, "offer-campaign": coast.pk})
    client.force_login(there.user)
    client.post(f"/character-offers/{offer.pk}/decline/")
    client.post(f"/character-offers/{second.offers.get().pk}/decline/")
    assert set(OfferNotice.objects.values_list("origin", flat=True)) == {SITE, "http://testserver"}
