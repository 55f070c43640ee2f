"""Who may make an account: everyone, those with an invitation, or nobody."""

import pytest
from django.utils import timezone

from people.credentials import invitation_links
from people.models import Invitation, User

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


def test_nobody_where_sign_up_is_closed(client, settings, link):
    settings.SIGNUP = "closed"
    assert sign_up(client, link) == (False, False)
    assert "without an invitation" in client.get("/accounts/signup/").content.decode()


@pytest.mark.parametrize(("kind", "shown"), [("open", True), ("invitation", False), ("closed", False)])
def test_pages_offer_to_sign_up_where_everybody_may(client, settings, kind, shown):
    settings.SIGNUP = kind
    for page in ("/", "/about/"):
        assert ("/accounts/signup/" in client.get(page).content.decode()) == shown, page
