"""Staff who end or change memberships in the admin: the same ends by it as on the members page, and a GM stays."""

import pytest
from django.contrib.auth.models import Permission
from django.http import Http404
from django.utils import timezone

from campaigns.log.models import LogEntry
from campaigns.overview.members import actions
from campaigns.webhooks.actions import add_webhook
from campaigns.world.shared_worlds.actions import invite, start_world
from campaigns.world.shared_worlds.models import WorldInvitation
from people.credentials.invitation_links import link_token
from people.models import Member
from tests import factories
from tests.people.helpers import place

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    """The browser of a member of staff who is no superuser."""
    clerk = factories.UserFactory(username="clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.exclude(codename="read_secrets"))
    client.force_login(clerk)
    return client


@pytest.fixture
def co_gm(campaign):
    return factories.MemberFactory(campaign=campaign, role="co-gm", user__username="kim")


def change(desk, member, role, left=None):
    """Posts the admin's form of a member; returns its errors, if any."""
    posted = {"role": role} | ({"left_0": f"{left:%Y-%m-%d}", "left_1": f"{left:%H:%M:%S}"} if left else {})
    answer = desk.post(f"/admin/people/member/{member.pk}/change/", posted)
    member.refresh_from_db()
    return "" if answer.status_code == 302 else str(answer.context["adminform"].form.errors)


@pytest.mark.parametrize(("role", "ends"), [("player", False), ("gm", False), ("co-gm", True), ("observer", True)])
def test_what_a_co_gm_gave_ends_with_the_role_or_the_membership(desk, gm, campaign, co_gm, outsider, role, ends):
    start_world(membership=place(campaign, gm), name="The Marches")
    link = actions.create_invitation(membership=co_gm, role="co-gm", uses=5)
    kept = actions.create_invitation(membership=place(campaign, gm))
    invite(membership=co_gm)
    hook, _secret = add_webhook(membership=co_gm, url="https://kim.example.org/", topics=["log"])
    assert change(desk, co_gm, role, timezone.now() if ends else None) == ""
    for row in (link, kept, hook):
        row.refresh_from_db()
    stays = role == "gm"
    assert (co_gm.role, co_gm.left is not None) == (role, ends)
    assert (link.revoked is None, WorldInvitation.objects.exists(), hook.active) == (stays, stays, stays)
    assert kept.revoked is None
    if stays:
        assert actions.join_by_link(user=outsider, token=link_token(link))[0].role == "co-gm"
    else:
        with pytest.raises(Http404):
            actions.join_by_link(user=outsider, token=link_token(link))
    assert LogEntry.objects.filter(campaign=campaign, text__startswith="In the administration").count() == 1


def test_an_end_in_the_admin_keeps_the_entered_time_and_ends_a_visit_and_the_links_to_a_place(desk, gm, campaign):
    absent = factories.UserFactory(username="Vex (absent 1)", kind="absent", is_active=False)
    row = factories.MemberFactory(campaign=campaign, user=absent, role="player")
    link = actions.create_place_invitation(membership=place(campaign, gm), member=row)
    Member.objects.filter(pk=row.pk).update(guest_until=timezone.now() + timezone.timedelta(days=2))
    entered = (timezone.now() - timezone.timedelta(days=3)).replace(microsecond=0)
    assert change(desk, row, "player", entered) == ""
    link.refresh_from_db()
    assert (row.left, row.guest_until) == (entered, None)
    assert link.revoked is not None


@pytest.mark.parametrize("way", ["demoted", "ended"])
def test_the_last_gm_stays_gm_in_the_admin_too(desk, gm, ana, campaign, way):
    only, other = place(campaign, gm), place(campaign, ana)
    role, left = ("observer", None) if way == "demoted" else ("gm", timezone.now())
    assert "The campaign needs a GM" in change(desk, only, role, left)
    assert (only.role, only.left) == ("gm", None)
    assert change(desk, other, "gm") == ""
    assert change(desk, only, role, left) == ""
    assert (only.role, only.left is None) == (role, left is None)


def test_a_guest_becomes_no_co_gm_in_the_admin_before_a_gm_keeps_them(desk, gm, ana, campaign):
    guest = place(campaign, ana)
    Member.objects.filter(pk=guest.pk).update(guest_until=timezone.now() + timezone.timedelta(days=2))
    assert "Keep the guest first" in change(desk, guest, "co-gm")
    assert change(desk, guest, "observer") == ""
    assert guest.role == "observer"
