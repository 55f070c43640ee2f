"""Who may make an account: everyone, those with an invitation, or nobody."""

import pytest
from django.utils import timezone

from people.credentials import invitation_links
from people.models import Invitation, User
from tests import factories

pytestmark = pytest.mark.django_db
GIVEN = {"username": "newcomer", "password1": "a-long-enough-passphrase", "password2": "a-long-enough-passphrase"}


def sign_up(client, following=""):
    """Whether the form made an account, and whether the page offered one."""
    offered = b"password1" in client.get("/accounts/signup/", {"next": following}).content
    client.post("/accounts/signup/", GIVEN | ({"next": following} if following else {}))
    return offered, User.objects.filter(username="newcomer").exists()


@pytest.fixture
def link(campaign):
    """The path of an invitation that works."""
    row = Invitation.objects.create(campaign=campaign, expires=timezone.now() + timezone.timedelta(days=1))
    return f"/join/{invitation_links.link_token(row)}/"


def test_everybody_may_where_sign_up_is_open(client):
    assert sign_up(client) == (True, True)


@pytest.mark.parametrize(
    "following", ["", "/campaigns/new/", "/join/1-forged/", "//evil.example/join/1-x/", "nonsense", "//["]
)
def test_nobody_without_an_invitation(client, settings, campaign, following):
    settings.SIGNUP = "invitation"
    assert sign_up(client, following) == (False, False)


def test_somebody_who_follows_an_invitation(client, settings, link):
    settings.SIGNUP = "invitation"
    assert sign_up(client, link) == (True, True)


def test_a_revoked_invitation_opens_nothing(client, settings, link):
    settings.SIGNUP = "invitation"
    Invitation.objects.update(revoked=timezone.now())
    assert sign_up(client, link) == (False, False)


def names_that_sign_up(client, link, names):
    """Those of the names for which an account could be made by the link, one after the other."""
    for name in names:
        client.logout()
        client.post("/accounts/signup/", GIVEN | {"username": name, "next": link})
    return list(User.objects.filter(username__in=names).order_by("username").values_list("username", flat=True))


@pytest.mark.parametrize("uses", [1, 2])
def test_each_use_of_an_invitation_makes_one_account_that_joins(client, settings, campaign, link, uses):
    settings.SIGNUP = "invitation"
    Invitation.objects.update(uses_left=uses)
    made = names_that_sign_up(client, link, ["anton", "berta", "cesar"])
    assert made == ["anton", "berta", "cesar"][:uses]
    assert Invitation.objects.get().uses_left == 0
    members = campaign.members.filter(user__username__in=made, role="player", left__isnull=True)
    assert members.count() == uses


def test_a_new_account_is_led_to_its_campaign(client, settings, campaign, link):
    settings.SIGNUP = "invitation"
    answer = client.post("/accounts/signup/", GIVEN | {"next": link}, follow=True)
    assert answer.redirect_chain == [(f"/campaigns/{campaign.pk}/", 302)]
    assert "Welcome to The Salt Road. Your role here: player." in answer.content.decode()


def test_where_everybody_may_sign_up_a_new_account_is_led_to_the_invitation(client, link):
    answer = client.post("/accounts/signup/", GIVEN | {"next": link}, follow=True)
    assert answer.redirect_chain == [(link, 302)]


def test_where_everybody_may_sign_up_an_invitation_is_used_up_only_by_joining(client, campaign, link):
    assert names_that_sign_up(client, link, ["anton", "berta"]) == ["anton", "berta"]
    assert Invitation.objects.get().uses_left == 1
    assert not campaign.members.filter(user__username="berta").exists()
    assert client.post(link).status_code == 302
    assert campaign.members.filter(user__username="berta").exists()


@pytest.mark.parametrize("fault", ["used up", "place taken"])
def test_an_account_is_not_made_if_the_invitation_ends_at_the_same_time(client, settings, monkeypatch, link, fault):
    settings.SIGNUP = "invitation"
    monkeypatch.setattr("config.accounts.may_sign_up", lambda _following: True)
    if fault == "used up":
        Invitation.objects.update(uses_left=0)
    else:
        row = Invitation.objects.get()
        row.place = factories.MemberFactory(campaign=row.campaign, role="player")
        row.save()
    answer = client.post("/accounts/signup/", GIVEN | {"next": link})
    assert answer.status_code == 404
    assert "your GM for a new link" in answer.content.decode()
    assert not User.objects.filter(username="newcomer").exists()
    assert "_auth_user_id" not in client.session
    Invitation.objects.update(uses_left=1, place=None)
    assert sign_up(client, link) == (True, True)


def test_nobody_where_sign_up_is_closed(client, settings, link):
    settings.SIGNUP = "closed"
    assert sign_up(client, link) == (False, False)


def test_pages_say_who_can_make_an_account_and_promise_nothing_of_an_invitation_where_sign_up_is_closed(
    client, settings, link
):
    settings.SIGNUP = "invitation"
    assert "without an invitation" in client.get("/accounts/signup/").content.decode()
    assert f"/accounts/signup/?next={link}" in client.get(link).content.decode()
    settings.SIGNUP = "closed"
    closed, invitation = (client.get(page).content.decode() for page in ("/accounts/signup/", link))
    assert "invitation" not in closed
    assert "/accounts/signup/" not in invitation
    for page in (closed, invitation):
        assert "ask the person who runs this site" in page


@pytest.mark.parametrize(("kind", "shown"), [("open", True), ("invitation", False), ("closed", False)])
def test_pages_offer_to_sign_up_where_everybody_may(client, settings, kind, shown):
    settings.SIGNUP = kind
    for page in ("/", "/about/"):
        assert ("/accounts/signup/" in client.get(page).content.decode()) == shown, page


@pytest.mark.parametrize(("kind", "shown"), [("open", True), ("invitation", True), ("closed", False)])
def test_the_page_to_sign_in_offers_to_sign_up_unless_that_is_closed(client, settings, link, kind, shown):
    settings.SIGNUP = kind
    page = client.get("/accounts/login/", {"next": link}).content.decode()
    assert ("No account yet?" in page) == ("/accounts/signup/" in page) == shown
