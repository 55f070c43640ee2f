"""Invitation links: bound to campaign and role, expiring, used up, revocable."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.log.models import LogEntry
from campaigns.overview.members import actions
from campaigns.world.shared_worlds.actions import start_world
from campaigns.world.shared_worlds.models import WorldInvitation
from people.credentials import invitation_links, invitation_validity
from people.models import Invitation, Member
from tests import factories
from tests.people.helpers import forbidden, place, refused
from tests.site.api.conftest import Caller


@pytest.fixture
def invitation(gm, campaign):
    return actions.create_invitation(membership=place(campaign, gm), role="player", days=7, uses=2)


def lifetime(row):
    """The whole days from now until it expires."""
    return round((row.expires - timezone.now()) / timedelta(days=1))


def address(invitation):
    return f"/join/{invitation_links.link_token(invitation)}/"


def test_a_link_makes_a_member_of_its_campaign_in_its_role(client, outsider, invitation):
    client.force_login(outsider)
    assert b"Join as player" in client.get(address(invitation)).content
    answer = client.post(address(invitation))
    assert answer.headers["Location"] == f"/campaigns/{invitation.campaign_id}/"
    assert place(invitation.campaign, outsider).role == "player"
    invitation.refresh_from_db()
    assert invitation.uses_left == 1
    assert LogEntry.objects.latest("id").text == "outsider joined as player."


def test_signed_out_people_are_sent_to_sign_in_and_come_back(client, outsider, invitation):
    page = client.get(address(invitation)).content.decode()
    for way in ("login", "signup"):
        # The links at the top of the page lead back here too.
        assert page.count(f'"/accounts/{way}/?next={address(invitation)}"') == 2
        assert f'"/accounts/{way}/"' not in page
    answer = client.post(address(invitation))
    assert answer.headers["Location"] == f"/accounts/login/?next={address(invitation)}"
    back = client.post(answer.headers["Location"], {"login": "outsider", "password": "open sesame"})
    assert back.headers["Location"] == address(invitation)
    assert not Member.objects.filter(user=outsider).exists()


def test_opening_a_link_alone_joins_nobody(client, outsider, invitation):
    client.force_login(outsider)
    client.get(address(invitation))
    assert not Member.objects.filter(user=outsider).exists()


@pytest.mark.parametrize(
    "fault",
    [
        {"expires": timezone.now() - timedelta(seconds=1)},
        {"revoked": timezone.now()},
        {"uses_left": 0},
        {"role": "co-gm"},
        {"nonce": "another"},
    ],
    ids=lambda fault: next(iter(fault)),
)
def test_dead_links_answer_all_alike(client, outsider, invitation, fault):
    link = address(invitation)
    Invitation.objects.filter(pk=invitation.pk).update(**fault)
    client.force_login(outsider)
    got, posted = client.get(link), client.post(link)
    unknown = client.get("/join/999999-abcdefgh/")
    assert got.status_code == posted.status_code == unknown.status_code == 404
    assert "Ask your GM for a new link" in got.content.decode()
    assert _plain(got) == _plain(unknown)
    assert not Member.objects.filter(user=outsider).exists()


def _plain(answer):
    token = str(answer.context["csrf_token"])
    return answer.content.decode().replace(token, "")


def test_a_link_of_one_campaign_opens_no_other(client, outsider, invitation):
    other = factories.CampaignFactory()
    link = address(invitation)
    Invitation.objects.filter(pk=invitation.pk).update(campaign=other)
    client.force_login(outsider)
    assert client.post(link).status_code == 404
    assert not Member.objects.filter(user=outsider).exists()


def test_the_last_use_is_used_once(client, ana, invitation):
    Invitation.objects.filter(pk=invitation.pk).update(uses_left=1)
    first, second = factories.UserFactory(), factories.UserFactory()
    for person, status in ((first, 302), (second, 404)):
        client.force_login(person)
        assert client.post(address(invitation)).status_code == status
    assert not Member.objects.filter(user=second).exists()


def test_members_find_the_campaign_by_a_link_that_lets_nobody_in_any_more(client, ana, campaign, invitation):
    link = address(invitation)
    Invitation.objects.filter(pk=invitation.pk).update(uses_left=0)
    client.force_login(ana)
    assert f'href="/campaigns/{campaign.pk}/"' in client.get(link).content.decode()
    assert client.get(f"{link[:-2]}x/").status_code == 404
    Member.objects.filter(user=ana).update(left=timezone.now())
    assert client.get(link).status_code == 404


def test_members_are_told_that_they_are_members_and_nothing_changes(client, watcher, campaign, invitation):
    client.force_login(watcher)
    assert b"already in this campaign, as observer" in client.get(address(invitation)).content
    answer = client.post(address(invitation), follow=True)
    assert b"Nothing has changed" in answer.content
    assert place(campaign, watcher).role == "observer"
    invitation.refresh_from_db()
    assert invitation.uses_left == 2


def test_a_gm_is_not_lowered_by_a_link(client, gm, campaign, invitation):
    client.force_login(gm)
    client.post(address(invitation))
    assert place(campaign, gm).role == "gm"


def test_a_removed_member_needs_a_link_made_since(client, gm, ana, campaign, invitation):
    membership = place(campaign, gm)
    actions.remove_member(membership=membership, member=place(campaign, ana))
    client.force_login(ana)
    assert client.get(address(invitation)).status_code == 404
    assert client.post(address(invitation)).status_code == 404
    fresh = actions.create_invitation(membership=membership, role="observer")
    assert client.post(address(fresh)).status_code == 302
    back = place(campaign, ana)
    assert (back.role, back.left) == ("observer", None)
    assert Member.objects.filter(campaign=campaign, user=ana).count() == 1


def test_revoking_a_link_holds_at_once(client, gm, outsider, campaign, invitation):
    client.force_login(gm)
    assert client.post(f"/invitations/{invitation.pk}/revoke/").status_code == 302
    client.force_login(outsider)
    assert client.get(address(invitation)).status_code == 404


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"role": "gm"}, "co-GM, a player or an observer"),
        ({"role": "king"}, "co-GM, a player or an observer"),
        ({"days": 0}, "1 to 90 days"),
        ({"days": 91}, "1 to 90 days"),
        ({"uses": 0}, "1 to 50 times"),
        ({"uses": 51}, "1 to 50 times"),
        ({"note": "x" * 121}, "at most 120"),
    ],
)
def test_a_link_out_of_bounds_is_refused(gm, campaign, fields, words):
    with refused(words):
        actions.create_invitation(membership=place(campaign, gm), **fields)
    assert not Invitation.objects.exists()


def test_only_gms_make_links_and_open_their_codes(client, gm, ana, campaign, invitation):
    with forbidden("Only the GM"):
        actions.create_invitation(membership=place(campaign, ana))
    client.force_login(gm)
    code = client.get(f"/invitations/{invitation.pk}/code.svg")
    assert code.headers["Content-Type"] == "image/svg+xml"
    assert b"<path" in code.content
    assert b"style=" not in code.content
    client.force_login(ana)
    assert client.get(f"/invitations/{invitation.pk}/code.svg").status_code == 403
    page = client.get(f"/campaigns/{campaign.pk}/members/").content.decode()
    assert "/join/" not in page


def test_the_secret_of_a_link_is_in_no_column(invitation):
    secret = invitation_links.link_token(invitation).partition("-")[2]
    row = Invitation.objects.filter(pk=invitation.pk).values().get()
    assert not any(secret in str(value) for value in row.values())


def test_another_secret_key_makes_other_links(invitation, settings):
    before = invitation_links.link_token(invitation)
    settings.SECRET_KEY = "another" * 10
    assert invitation_links.link_token(invitation) != before
    assert not invitation_links.is_genuine(before, invitation)


@pytest.mark.parametrize("text", ["", "-", "x-y", "9" * 40 + "-a", "١-a", "1", "0-"])
def test_garbled_links_are_no_fault_of_ours(client, db, text):
    assert client.get(f"/join/{text or '%20'}/").status_code == 404


def test_the_page_offers_days_up_to_the_most_and_says_how_many(client, gm, campaign):
    client.force_login(gm)
    page = client.get(f"/campaigns/{campaign.pk}/members/").content.decode()
    offered = re.findall(r'<option value="(\d+)"[^>]*>\s*([^<]*?)\s*</option>', page)
    words = dict(offered)
    for days in invitation_validity.OFFERED_DAYS:
        assert words[str(days)] == f"{days} day{'' if days == 1 else 's'}"
    assert str(invitation_validity.MAX_DAYS) in words


def test_a_link_works_for_the_chosen_days_or_for_a_week(gm, campaign):
    running = place(campaign, gm)
    assert lifetime(actions.create_invitation(membership=running)) == 7
    most = invitation_validity.MAX_DAYS
    assert lifetime(actions.create_invitation(membership=running, days=most)) == most == 90
    for days in (0, most + 1):
        with refused(f"1 to {most} days"):
            actions.create_invitation(membership=running, days=days)


def test_the_api_takes_the_same_days(gm, campaign):
    caller, path = Caller(gm), f"campaigns/{campaign.pk}/invitations/"
    assert caller.post(path, {}).status_code == 201
    assert lifetime(Invitation.objects.latest("pk")) == invitation_validity.DEFAULT_DAYS
    assert caller.post(path, {"days": invitation_validity.MAX_DAYS}).status_code == 201
    assert caller.post(path, {"days": invitation_validity.MAX_DAYS + 1}).status_code == 422


def test_a_link_to_an_absent_persons_place_works_for_30_days(gm, campaign):
    absent = factories.UserFactory(username="Vex (absent 1)", first_name="Vex", kind="absent", is_active=False)
    row = factories.MemberFactory(campaign=campaign, user=absent, role="player")
    link = actions.create_place_invitation(membership=place(campaign, gm), member=row)
    assert lifetime(link) == invitation_validity.PLACE_DAYS == 30


def test_the_button_that_copies_a_link_is_hidden_until_a_script_can_copy(client, gm, campaign, invitation):
    client.force_login(gm)
    html = client.get(f"/campaigns/{campaign.pk}/members/").content.decode()
    assert f'<button class="primary" type="button" hidden data-copy="link-{invitation.pk}"' in html
    assert re.search(rf'id="link-{invitation.pk}" readonly value="[^"]*{address(invitation)}"', " ".join(html.split()))


def test_a_link_to_a_place_names_the_role_that_the_place_has_now(client, gm, outsider, campaign):
    absent = factories.UserFactory(username="Vex (absent 1)", first_name="Vex", kind="absent", is_active=False)
    row = factories.MemberFactory(campaign=campaign, user=absent, role="player")
    link = actions.create_place_invitation(membership=place(campaign, gm), member=row)
    Member.objects.filter(pk=row.pk).update(role="observer")
    client.force_login(gm)
    html = client.get(f"/campaigns/{campaign.pk}/members/").content.decode()
    assert '<span class="chip">observer</span> for the place of Vex' in " ".join(html.split())
    client.force_login(outsider)
    html = client.get(address(link)).content.decode()
    assert ", as observer." in html
    assert "Join as observer" in html
    client.post(address(link))
    assert place(campaign, outsider).role == "observer"


def test_a_code_of_a_shared_world_works_for_a_week_and_the_page_says_so(client, gm, campaign):
    start_world(membership=place(campaign, gm), name="The Reach")
    client.force_login(gm)
    page = client.post(f"/campaigns/{campaign.pk}/shared-world/invite/").content.decode()
    assert "within 7 days" in " ".join(page.split())
    assert lifetime(WorldInvitation.objects.get()) == invitation_validity.WORLD_DAYS == 7


def test_a_gm_with_a_link_sees_it_and_the_form_for_another_one_is_folded(client, gm, campaign):
    """One link is enough for a group: what a GM does next is to copy it."""
    membership, where = place(campaign, gm), f"/campaigns/{campaign.pk}/members/"
    client.force_login(gm)
    assert '<details id="new-link" open>' in client.get(where).content.decode()
    actions.create_invitation(membership=membership, role="player", days=7, uses=6)
    assert '<details id="new-link">' in client.get(where).content.decode()
    refused_form = client.post(where, {"role": "player", "days": 7, "uses": 0})
    assert '<details id="new-link" open>' in refused_form.content.decode()
