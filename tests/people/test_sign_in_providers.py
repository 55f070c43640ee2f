"""Signing in through OpenID Connect: who gets an account, and that an address takes nobody's account over."""

import html
import re

import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.core.cache import cache
from django.utils import timezone

from people.credentials import invitation_links
from people.credentials.email_addresses import accounts_of_address
from people.models import Invitation, User
from tests import factories
from tests.people.provider_site import CLIENT, SECRET, Provider

pytestmark = pytest.mark.django_db
START = "/sign-in/guild/"


@pytest.fixture(autouse=True)
def fresh_limits():
    """No attempt of an earlier test counts: people of other tests have the same ids."""
    cache.clear()


@pytest.fixture
def provider(settings):
    """A provider that runs and is configured."""
    made = Provider()
    app = {"provider_id": "guild", "name": "The Guild", "client_id": CLIENT, "secret": SECRET}
    app["settings"] = {"server_url": made.url, "oauth_pkce_enabled": True}
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [app]}}
    yield made
    made.stop()


def visit(client, following=""):
    """Presses the button, agrees at the provider, and comes back: the site's answer."""
    page = client.post(START, {"next": following} if following else {})
    address = html.unescape(re.search(r'href="(http[^"]+)"', page.content.decode())[1])
    back = requests.get(address, allow_redirects=False, timeout=5).headers["Location"]
    assert back.startswith("http://testserver/accounts/oidc/guild/login/callback/")
    return client.get(back.removeprefix("http://testserver"))


def choose_name(client, name, following=""):
    """Answers the question for a name."""
    return client.post("/accounts/3rdparty/signup/", {"username": name} | ({"next": following} if following else {}))


def person_signed_in(client):
    """The name of who is signed in, or None."""
    pk = client.session.get("_auth_user_id")
    return User.objects.get(pk=pk).username if pk else None


def test_pages_name_no_provider_where_none_is_configured(client, ana):
    assert b"/sign-in/" not in client.get("/accounts/login/").content
    assert client.post(START).status_code == 404
    client.force_login(ana)
    assert b"3rdparty" not in client.get("/me/").content


def test_the_sign_in_page_offers_what_is_configured(client, provider):
    page = client.get("/accounts/login/?next=/campaigns/new/").content.decode()
    assert "Continue with The Guild" in page
    assert f'action="{START}"' in page
    assert 'name="next" value="/campaigns/new/"' in page


def test_somebody_new_chooses_a_name_and_comes_back_by_the_provider(client, provider):
    assert visit(client).headers["Location"] == "/accounts/3rdparty/signup/"
    assert 'value="mara"' in client.get("/accounts/3rdparty/signup/").content.decode()
    assert choose_name(client, "mara-of-the-road").status_code == 302
    assert person_signed_in(client) == "mara-of-the-road"
    client.logout()
    visit(client)
    assert person_signed_in(client) == "mara-of-the-road"
    assert User.objects.filter(username__startswith="mara").count() == 1
    assert not User.objects.get(username="mara-of-the-road").has_usable_password()
    assert not SocialToken.objects.exists()


def test_a_taken_name_is_refused_in_words(client, provider, ana):
    visit(client)
    assert "already" in choose_name(client, "ana").content.decode()
    assert person_signed_in(client) is None


def test_an_address_as_the_providers_name_leads_to_another_proposal(client, provider):
    factories.UserFactory(username="mara")
    provider.person["preferred_username"] = "Mara@example.org"
    visit(client)
    shown = re.search(r'name="username" value="([^"]*)"', client.get("/accounts/3rdparty/signup/").content.decode())[1]
    assert shown.startswith("mara")
    assert shown not in {"mara", "mara@example.org"}
    assert "cannot be an email address" in choose_name(client, "mara@example.org").content.decode()
    choose_name(client, shown)
    assert person_signed_in(client) == shown


def test_nothing_but_the_name_is_taken_from_the_provider(client, provider):
    provider.person |= {"given_name": "Mara", "family_name": "Vane", "email": "mara@example.org"}
    visit(client)
    choose_name(client, "mara")
    made = User.objects.get(username="mara")
    assert (made.first_name, made.last_name, made.email) == ("", "", "")


@pytest.mark.parametrize("said", [False, None, "false", "true"])
def test_an_address_that_is_not_verified_is_worth_nothing(client, provider, said):
    victim = factories.UserFactory(username="victim", email="")
    EmailAddress.objects.create(user=victim, email="victim@example.org", verified=True, primary=True)
    provider.person |= {"email": "victim@example.org", "email_verified": said}
    visit(client)
    choose_name(client, "thief")
    assert person_signed_in(client) == "thief"
    assert list(accounts_of_address("victim@example.org")) == [victim]
    assert not EmailAddress.objects.filter(user__username="thief").exists()


def test_an_unverified_address_that_nobody_has_is_not_reserved(client, provider):
    provider.person |= {"email": "later@example.org", "email_verified": False}
    visit(client)
    choose_name(client, "thief")
    assert not accounts_of_address("later@example.org").exists()


def test_a_verified_address_opens_no_account_that_exists(client, provider):
    victim = factories.UserFactory(username="victim", email="")
    EmailAddress.objects.create(user=victim, email="victim@example.org", verified=True, primary=True)
    provider.person |= {"email": "Victim@example.org", "email_verified": True}
    assert visit(client).headers["Location"] == "/accounts/3rdparty/signup/"
    choose_name(client, "other")
    assert person_signed_in(client) == "other"
    assert list(accounts_of_address("victim@example.org")) == [victim]


def test_a_verified_address_that_is_free_resets_the_password(client, provider):
    provider.person |= {"email": "mara@example.org", "email_verified": True}
    visit(client)
    choose_name(client, "mara")
    assert [user.username for user in accounts_of_address("mara@example.org")] == ["mara"]


@pytest.mark.parametrize(
    ("kind", "said"), [("closed", "ask the person who runs this site"), ("invitation", "without an invitation")]
)
def test_closed_sign_up_holds_for_providers_too(client, settings, provider, kind, said):
    settings.SIGNUP = kind
    assert said in visit(client, "/campaigns/new/").content.decode()
    choose_name(client, "mara")
    assert not User.objects.filter(username="mara").exists()


def test_an_invitation_lets_somebody_sign_up_by_a_provider(client, settings, provider, campaign):
    settings.SIGNUP = "invitation"
    row = Invitation.objects.create(campaign=campaign, expires=timezone.now() + timezone.timedelta(days=1))
    link = f"/join/{invitation_links.link_token(row)}/"
    visit(client, link)
    assert choose_name(client, "mara").headers["Location"] == f"/campaigns/{campaign.pk}/"
    assert person_signed_in(client) == "mara"
    assert campaign.members.get(user__username="mara").role == "player"
    SocialAccount.objects.all().delete()  # so that the provider's person is new here
    for uses in (0, 1):
        Invitation.objects.update(uses_left=uses)
        client.logout()
        visit(client, link)
        choose_name(client, "nora")
        assert campaign.members.filter(user__username="nora").count() == uses


def test_an_invitation_named_only_at_the_last_step_opens_nothing(client, settings, provider, campaign):
    row = Invitation.objects.create(campaign=campaign, expires=timezone.now() + timezone.timedelta(days=1))
    link = f"/join/{invitation_links.link_token(row)}/"
    visit(client)
    settings.SIGNUP = "invitation"
    choose_name(client, "mara", link)
    assert not User.objects.filter(username="mara").exists()


def test_closed_sign_up_lets_known_people_in(client, settings, provider, ana):
    SocialAccount.objects.create(user=ana, provider="guild", uid="42")
    settings.SIGNUP = "closed"
    visit(client)
    assert person_signed_in(client) == "ana"


def test_a_deactivated_account_stays_out(client, provider, ana):
    SocialAccount.objects.create(user=ana, provider="guild", uid="42")
    User.objects.filter(pk=ana.pk).update(is_active=False)
    visit(client)
    assert person_signed_in(client) is None


def test_the_second_factor_is_asked_for_after_the_provider(client, provider, ana):
    SocialAccount.objects.create(user=ana, provider="guild", uid="42")
    TOTP.activate(ana, "JBSWY3DPEHPK3PXP")
    assert visit(client).headers["Location"] == "/accounts/2fa/authenticate/"
    assert person_signed_in(client) is None


def test_a_token_for_another_site_is_refused(client, provider):
    provider.audience = "another site"
    assert "Sign-in failed" in visit(client).content.decode()
    assert person_signed_in(client) is None


def test_an_answer_that_nobody_asked_for_is_refused(client, provider):
    page = client.get("/accounts/oidc/guild/login/callback/?code=x&state=forged")
    assert "Sign-in failed" in page.content.decode()


def test_a_provider_that_does_not_answer_is_said_in_words(client, provider):
    provider.stop()
    page = client.post(START)
    assert "it did not answer" in page.content.decode()


def reasons(caplog):
    """What the log says about failures at providers."""
    return [line.getMessage() for line in caplog.records if line.name == "config.accounts.providers"]


def test_the_log_says_why_a_provider_let_nobody_in(client, provider, caplog):
    provider.audience = "another site"
    visit(client)
    client.get("/accounts/oidc/guild/login/callback/?code=x&state=forged&error=planted")
    provider.stop()
    client.post(START)
    refused, forged, silent = reasons(caplog)
    assert refused.startswith("Signing in with The Guild failed: OAuth2Error: Invalid id_token")
    assert forged == "Signing in with The Guild failed: the answer belongs to no sign-in that this browser began here"
    assert silent.startswith("Signing in with The Guild failed: ConnectionError: ")
    assert "Connection refused" in silent


@pytest.mark.parametrize(
    ("said", "logged"),
    [
        ({"error": "access_denied"}, None),
        (
            {"error": "invalid_scope", "error_description": "no\nscope \x1b[31m" + "x" * 900},
            "invalid_scope: no scope  [31mx",
        ),
        ({}, "nothing"),
    ],
)
def test_what_a_provider_answers_is_one_line_of_the_log_and_a_change_of_mind_is_none(
    client, provider, caplog, said, logged
):
    page = client.post(START).content.decode()
    state = re.search(r"state=(\w+)", html.unescape(page))[1]
    client.get("/accounts/oidc/guild/login/callback/", {"state": state, **said})
    lines = reasons(caplog)
    assert len(lines) == bool(logged)
    for line in lines:
        assert f"failed: the provider says {logged}" in line
        assert len(line) < 400


def test_somebody_signed_in_connects_a_provider_after_the_password_and_disconnects_it(client, provider, ana):
    client.force_login(ana)
    assert visit(client).headers["Location"] == "/accounts/reauthenticate/"
    assert not SocialAccount.objects.exists()
    client.post("/accounts/reauthenticate/", {"password": "wrong"})
    assert not SocialAccount.objects.exists()
    assert (
        client.post("/accounts/reauthenticate/", {"password": "open sesame"}).headers["Location"]
        == "/accounts/3rdparty/"
    )
    assert SocialAccount.objects.get().user == ana
    page = client.get("/accounts/3rdparty/").content.decode()
    assert "Disconnect" in page
    client.post("/accounts/3rdparty/", {"account": SocialAccount.objects.get().pk})
    assert not SocialAccount.objects.exists()


def test_a_provider_account_of_somebody_else_is_not_taken_over(client, provider, ana, ben):
    SocialAccount.objects.create(user=ben, provider="guild", uid="42")
    client.force_login(ana)
    visit(client)
    client.post("/accounts/reauthenticate/", {"password": "open sesame"})
    assert SocialAccount.objects.get().user == ben
    assert person_signed_in(client) == "ana"
