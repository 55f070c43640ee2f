"""Every new password and every deactivation ends the API tokens of the account; a deactivation also ends links."""

import pytest
from django.contrib.auth.management.commands import changepassword
from django.core.management import call_command
from django.http import Http404
from django.test import Client
from django.urls import reverse

from campaigns.overview.members import actions as members_actions
from campaigns.webhooks import actions as webhook_actions
from people import actions
from people.credentials.invitation_links import link_token
from people.credentials.models import ApiToken
from people.models import User
from tests import factories
from tests.people.helpers import place

NEW = "a salt road 7"
TWICE = {"password1": NEW, "password2": NEW}


@pytest.fixture(autouse=True)
def tokens(ana, ben):
    """A token of each person."""
    for person in (ana, ben):
        actions.create_token(user=person, name="reader")


@pytest.fixture
def desk(client):
    """The admin, with a superuser at it."""
    client.force_login(factories.UserFactory(is_staff=True, is_superuser=True))
    return client


def has_tokens(*people):
    """Whether each person still has a token."""
    return [ApiToken.objects.filter(user=person).exists() for person in people]


def has_password(person, password):
    """Whether the stored password is this one."""
    return User.objects.get(pk=person.pk).check_password(password)


def test_a_changed_password_ends_the_tokens(client, ana, ben):
    client.force_login(ana)
    client.post("/accounts/password/change/", {"oldpassword": "wrong", **TWICE})
    assert has_tokens(ana, ben) == [True, True]
    client.post("/accounts/password/change/", {"oldpassword": "open sesame", **TWICE})
    assert has_password(ana, NEW)
    assert has_tokens(ana, ben) == [False, True]


def test_a_first_password_ends_the_tokens(client, ana, ben):
    ana.set_unusable_password()
    ana.save()
    client.force_login(ana)
    client.post("/accounts/password/set/", TWICE)
    assert has_password(ana, NEW)
    assert has_tokens(ana, ben) == [False, True]


def test_a_forgotten_password_ends_the_tokens(client, ana, ben, mailoutbox):
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    (mail,) = mailoutbox
    link = next(word for word in mail.body.split() if "/password/reset/key/" in word)
    form = client.get("/" + link.split("/", 3)[3], follow=True).request["PATH_INFO"]
    assert has_tokens(ana, ben) == [True, True], "asking for the link ends nothing"
    client.post(form, TWICE)
    assert has_password(ana, NEW)
    assert has_tokens(ana, ben) == [False, True]


@pytest.mark.parametrize("usable", ["true", "false"])
def test_a_password_set_or_disabled_by_staff_ends_the_tokens(desk, ana, ben, usable):
    address = reverse("admin:auth_user_password_change", args=[ana.pk])
    desk.post(address, {"password1": NEW, "password2": "another", "usable_password": "true"})
    assert has_tokens(ana, ben) == [True, True]
    desk.post(address, {**TWICE, "usable_password": usable, "unset-password": "on"})
    assert has_password(ana, NEW) == (usable == "true")
    assert not has_password(ana, "open sesame")
    assert has_tokens(ana, ben) == [False, True]


def test_the_management_command_ends_the_tokens(ana, ben, monkeypatch, capsys):
    monkeypatch.setattr(changepassword.Command, "_get_pass", lambda *_args: NEW)
    call_command("changepassword", "ana")
    assert has_password(ana, NEW)
    assert has_tokens(ana, ben) == [False, True]


def deactivate(desk, person, check=lambda: None):
    """Makes an account inactive in the admin; `check` is called after another change, which ends nothing."""
    address = f"/admin/people/user/{person.pk}/change/"
    form = desk.get(address).context["adminform"].form
    values = {name: value for name, value in form.initial.items() if value not in (None, False)}
    joined = values.pop("date_joined")
    values |= {"date_joined_0": f"{joined:%Y-%m-%d}", "date_joined_1": f"{joined:%H:%M:%S}", "groups": []}
    values |= {"user_permissions": [], "memberships-TOTAL_FORMS": 0, "memberships-INITIAL_FORMS": 0}
    assert desk.post(address, values | {"first_name": "Somebody"}).status_code == 302
    check()
    values.pop("is_active")
    assert desk.post(address, values).status_code == 302
    assert not User.objects.get(pk=person.pk).is_active


def test_a_deactivation_by_staff_ends_the_tokens(desk, ana, ben):
    def check():
        assert has_tokens(ana, ben) == [True, True]

    deactivate(desk, ana, check)
    assert has_tokens(ana, ben) == [False, True]


def test_a_deactivation_by_staff_ends_the_sign_ins(desk, ana, ben):
    """A browser that was signed in before stays signed out when staff make the account active again."""
    lost, own, other = Client(), Client(), Client()
    for browser, person in ((lost, ana), (other, ben)):
        browser.post("/accounts/login/", {"login": person.username, "password": "open sesame"})

    def is_signed_in(browser):
        return browser.get("/me/").status_code == 200

    def check():
        assert is_signed_in(lost)

    deactivate(desk, ana, check)
    User.objects.filter(pk=ana.pk).update(is_active=True)
    assert [is_signed_in(browser) for browser in (lost, other, desk)] == [False, True, True]
    own.post("/accounts/login/", {"login": "ana", "password": "open sesame"})
    assert is_signed_in(own)


def test_a_deactivation_by_staff_ends_the_links_and_webhooks_of_a_gm(desk, gm, campaign, outsider):
    """Other GMs keep theirs."""
    kim = factories.MemberFactory(campaign=campaign, role="co-gm", user__username="kim")
    makers = (kim, place(campaign, gm))
    links = [members_actions.create_invitation(membership=maker, role="player", uses=5) for maker in makers]
    for maker in makers:
        webhook_actions.add_webhook(membership=maker, url=f"https://{maker.user}.example.org/hook", topics=["log"])

    def active():
        return [hook.by.username for hook in campaign.webhooks.filter(active=True)]

    def check():
        assert active() == ["kim", "gm"]

    deactivate(desk, kim.user, check)
    assert active() == ["gm"]
    with pytest.raises(Http404):
        members_actions.join_by_link(user=outsider, token=link_token(links[0]))
    assert members_actions.join_by_link(user=outsider, token=link_token(links[1]))


def test_a_sign_in_that_hashes_the_password_again_ends_nothing(client, ana, settings):
    before = User.objects.get(pk=ana.pk).password
    first = "django.contrib.auth.hashers.PBKDF2SHA1PasswordHasher"
    settings.PASSWORD_HASHERS = [first, *settings.PASSWORD_HASHERS]
    client.post("/accounts/login/", {"login": "ana", "password": "open sesame"})
    assert User.objects.get(pk=ana.pk).password != before
    assert has_tokens(ana) == [True]
