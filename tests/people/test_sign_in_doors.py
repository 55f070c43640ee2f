"""One door to every account: the admin has none of its own, an address tells nothing, a new password ends tokens."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client

from people import actions
from people.credentials.models import ApiToken
from people.models import User
from tests import factories

pytestmark = pytest.mark.django_db
RIGHT = {"username": "keeper", "password": "open sesame"}
NEW = "a salt road 7"


@pytest.fixture
def keeper():
    """Someone who may do everything in the admin."""
    return factories.UserFactory(username="keeper", is_staff=True, is_superuser=True)


def signed_in(client):
    """Whether the browser has an account."""
    return "_auth_user_id" in client.session


def test_the_admin_reads_no_password_and_leads_to_the_sites_sign_in(client, keeper):
    for answer in (client.post("/admin/login/?next=/admin/campaigns/", RIGHT), client.get("/admin/login/")):
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith("/accounts/login/?next=/admin/")
    assert not signed_in(client)


def test_staff_with_a_second_factor_pass_it_before_the_admin_opens(client, keeper):
    TOTP.activate(keeper, "JBSWY3DPEHPK3PXP")
    client.post("/admin/login/", RIGHT)
    client.post("/accounts/login/?next=/admin/", {"login": "keeper", "password": "open sesame"})
    assert not signed_in(client)
    assert client.get("/admin/").status_code == 302


def test_staff_who_are_signed_in_cannot_try_anothers_password_in_the_admin(client, keeper):
    clerk = factories.UserFactory(username="clerk", is_staff=True)
    client.force_login(clerk)
    assert client.post("/admin/login/", RIGHT).headers["Location"] == "/admin/"
    assert client.session["_auth_user_id"] == str(clerk.pk)
    assert client.get("/admin/login/?next=https://evil.example/").headers["Location"] == "/admin/"
    assert client.get("/admin/password_change/").headers["Location"] == "/accounts/password/change/"


def test_people_who_are_no_staff_are_told_so(client, ana):
    client.force_login(ana)
    assert client.get("/admin/login/").status_code == 403


def sign_up(name, email):
    """The whole answer to a sign-up, and the next page, without what differs from one request to the next."""
    client = Client()
    posted = {"username": name, "email": email, "password1": NEW, "password2": NEW}
    answer = client.post("/accounts/signup/", posted)
    pages = [answer.content.decode(), client.get("/").content.decode()]
    plain = [
        re.sub(r'"[A-Za-z0-9]{64}"|data-person="\d+"', "", page).replace(name, "NAME").replace(email, "ADDRESS")
        for page in pages
    ]
    return answer.status_code, answer.headers.get("Location"), *plain


def test_sign_up_answers_alike_whether_the_address_is_known_or_not(ana, mailoutbox, monkeypatch):
    EmailAddress.objects.create(user=ana, email="ana@example.org", verified=True, primary=True)
    hashed = []
    true = MD5PasswordHasher.encode
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *given: hashed.append(1) or true(*given))
    known, after_known = sign_up("cora", "ana@example.org"), len(hashed)
    unknown = sign_up("dina", "bob@example.org")
    assert known == unknown
    assert (known[0], known[1]) == (302, "/")
    assert len(hashed) == 2 * after_known
    bodies = [re.sub(r"https?://\S+", "", mail.body.replace("cora", "dina")) for mail in mailoutbox]
    assert [mail.to for mail in mailoutbox] == [["ana@example.org"], ["bob@example.org"]]
    assert bodies[0] == bodies[1]


@pytest.mark.parametrize("taken", [True, False])
def test_an_unconfirmed_address_signs_nobody_in_and_asks_no_other_account(ana, monkeypatch, taken):
    if taken:
        EmailAddress.objects.create(user=ana, email="claimed@example.org", verified=True, primary=True)
    sign_up("spy", "claimed@example.org")
    hashed = []
    true = MD5PasswordHasher.encode
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *given: hashed.append(1) or true(*given))
    client = Client()
    answer = client.post("/accounts/login/", {"login": "claimed@example.org", "password": NEW})
    assert answer.status_code == 200
    assert not signed_in(client)
    assert len(hashed) == 2, "as long for a known address as for an unknown one"


def test_the_owner_of_an_address_keeps_it_whatever_others_type_at_sign_up(client, ana, mailoutbox):
    sign_up("spy", "ana@example.org")
    mailoutbox.clear()
    client.post("/accounts/login/", {"login": "ana@example.org", "password": "open sesame"})
    assert client.session["_auth_user_id"] == str(ana.pk)
    client.get("/accounts/email/")
    assert EmailAddress.objects.get(user=ana).verified, "the operator gave it"
    Client().post("/accounts/password/reset/", {"email": "ana@example.org"})
    (mail,) = mailoutbox
    assert "ana" in mail.body
    assert "spy" not in mail.body


def test_a_confirmed_address_signs_in_and_sets_a_new_password(client, mailoutbox):
    sign_up("nora", "nora@example.org")
    link = re.search(r"/accounts/confirm-email/\S+", mailoutbox[0].body).group()
    client.post(link)
    mailoutbox.clear()
    client.post("/accounts/login/", {"login": "nora@example.org", "password": NEW})
    assert signed_in(client)
    Client().post("/accounts/password/reset/", {"email": "nora@example.org"})
    assert "/password/reset/key/" in mailoutbox[0].body


def test_a_mail_that_cannot_be_sent_stops_no_sign_up(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert sign_up("nora", "nora@example.org")[0] == 302
    assert User.objects.filter(username="nora").exists()


@pytest.fixture
def token(ana):
    """A token of ana's."""
    row, _secret = actions.create_token(user=ana, name="reader")
    return row


def test_changing_the_password_ends_every_token_and_the_page_says_so(client, ana, token):
    client.force_login(ana)
    client.post("/accounts/reauthenticate/", {"password": "open sesame"})
    assert b"revokes all API tokens" in client.get("/accounts/password/change/").content
    assert b"revokes all tokens" in client.get("/me/tokens/").content
    client.post("/accounts/password/change/", {"oldpassword": "open sesame", "password1": NEW, "password2": NEW})
    ana.refresh_from_db()
    assert ana.check_password(NEW)
    assert not ApiToken.objects.exists()


def test_a_new_password_for_a_forgotten_one_ends_every_token(client, ana, token, mailoutbox):
    assert b"revokes all API tokens" in client.get("/accounts/password/reset/").content
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    link = re.search(r"/accounts/password/reset/key/\S+", mailoutbox[0].body).group()
    form = client.get(link, follow=True).request["PATH_INFO"]
    client.post(form, {"password1": NEW, "password2": NEW})
    assert not ApiToken.objects.exists()


def test_a_password_set_in_the_admin_ends_every_token(client, ana, keeper, token):
    client.force_login(keeper)
    client.post(
        f"/admin/people/user/{ana.pk}/password/", {"usable_password": "true", "password1": NEW, "password2": NEW}
    )
    assert not ApiToken.objects.exists()


def test_other_changes_and_a_fresh_hash_of_the_same_password_keep_tokens(client, ana, token, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]
    before = ana.password
    client.post("/accounts/login/", {"login": "ana", "password": "open sesame"})
    ana.refresh_from_db()
    assert ana.password != before, "hashed again"
    actions.change_account(user=ana, username="Ana", zone="")
    assert ApiToken.objects.exists()
