"""Accounts: every page of the account library wears our look; sign-in is limited; a second factor works."""

import re
from smtplib import SMTPRecipientsRefused

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import get_adapter
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.core.management import call_command

from config.accounts import AccountAdapter
from people.actions import change_account
from people.models import User

OPEN = ["login", "signup", "password/reset", "password/reset/done", "password/reset/key/done", "inactive"]
OWN = ["email", "password/change", "reauthenticate", "2fa", "sessions", "logout"]
RECENT = ["2fa/totp/activate"]


def ours(page: str) -> bool:
    return 'class="brand"' in page and "fatekeeper.css" in page and "Menu:" not in page


@pytest.mark.parametrize("page", OPEN)
def test_pages_for_people_coming_in_wear_our_look(client, db, page):
    answer = client.get(f"/accounts/{page}/")
    assert answer.status_code == 200
    assert ours(answer.content.decode())


@pytest.mark.parametrize("page", OWN + RECENT)
def test_pages_of_ones_own_account_wear_our_look(client, ana, page):
    _sign_in(client, "ana")
    client.post("/accounts/reauthenticate/", {"password": "open sesame"})
    answer = client.get(f"/accounts/{page}/")
    assert answer.status_code == 200
    assert ours(answer.content.decode())


def _sign_in(client, name):
    return client.post("/accounts/login/", {"login": name, "password": "open sesame"})


def test_the_tabs_of_ones_own_account_are_named(client, ana):
    client.force_login(ana)
    assert '<nav class="tabs" aria-label="Your account">' in client.get("/me/").content.decode()


def test_signing_up_takes_a_name_and_a_password_only(client, db):
    words = {"username": "nora", "password1": "a salt road 7", "password2": "a salt road 7"}
    assert client.post("/accounts/signup/", words).headers["Location"] == "/"
    assert User.objects.get().username == "nora"
    assert b"Your campaigns" in client.get("/").content


def test_people_stay_signed_in_unless_they_take_the_tick_away(client, ana):
    page = client.get("/accounts/login/").content.decode()
    assert "Stay signed in on this device" in page
    (box,) = re.findall(r"<input[^>]*name=\"remember\"[^>]*>", page)
    assert "checked" in box
    client.post("/accounts/login/", {"login": "ana", "password": "open sesame", "remember": "on"})
    assert not client.session.get_expire_at_browser_close()
    client.post("/accounts/logout/")
    _sign_in(client, "ana")
    assert client.session.get_expire_at_browser_close()


@pytest.mark.parametrize("page", [*OPEN, "password/change", "logout"])
def test_the_pages_speak_as_the_rest_of_the_site_does(client, ana, page):
    if page not in OPEN:
        _sign_in(client, "ana")
    shown = client.get(f"/accounts/{page}/").content.decode()
    assert not [words for words in ("Sign In", "Signup", "Sign Up", "Sign Out", "Remember Me") if words in shown]


def test_a_weak_password_is_refused_in_words(client, db):
    answer = client.post("/accounts/signup/", {"username": "nora", "password1": "12345", "password2": "12345"})
    assert b"too short" in answer.content
    assert not User.objects.exists()


def test_one_signs_in_by_name_or_email_and_out_again(client, ana):
    assert _sign_in(client, "ana@example.org").status_code == 302
    assert b"Your campaigns" in client.get("/").content
    client.post("/accounts/logout/")
    assert b"Sign in" in client.get("/").content


def test_a_forgotten_password_is_replaced_by_mail(client, ana, mailoutbox):
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    (mail,) = mailoutbox
    link = next(word for word in mail.body.split() if "/password/reset/key/" in word)
    path = link.partition("testserver")[2] or link.partition("example.com")[2]
    form = client.get(path, follow=True)
    assert ours(form.content.decode())
    to = form.request["PATH_INFO"]
    client.post(to, {"password1": "a salt road 7", "password2": "a salt road 7"})
    ana.refresh_from_db()
    assert ana.check_password("a salt road 7")


def test_an_unknown_address_gets_the_same_answer(client, ana):
    known = client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    unknown = client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert known.status_code == unknown.status_code == 302
    assert known.headers["Location"] == unknown.headers["Location"]


def test_guessing_is_stopped_and_the_count_is_in_the_database(client, ana, settings):
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "fatekeeper_cache"}
    }
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "3/15m/ip,3/15m/key"}
    call_command("createcachetable", verbosity=0)
    caches["default"].clear()
    answers = [client.post("/accounts/login/", {"login": "ana", "password": f"guess {n}"}) for n in range(5)]
    assert b"Too many failed attempts to sign in. Wait 15 minutes, then try again." in answers[-1].content
    right = _sign_in(client, "ana")
    assert right.status_code != 302
    assert caches["default"]._table == "fatekeeper_cache"
    caches["default"].clear()


def test_too_many_forms_of_accounts_are_answered_by_a_page_of_the_site(client, db, settings):
    settings.ACCOUNT_RATE_LIMITS = {"reset_password": "2/m/ip", "signup": "2/m/ip"}
    caches["default"].clear()
    for address, fields in (("password/reset", {"email": "nobody@example.org"}), ("signup", {"username": "x"})):
        answers = [client.post(f"/accounts/{address}/", fields) for _number in range(3)]
        assert [answer.status_code for answer in answers][1:] == [answers[0].status_code, 429]
        page = answers[-1].content.decode()
        assert "<h1>Too many attempts</h1>" in page
        assert "Wait a minute, then try again." in page
        assert answers[-1]["Retry-After"] == "60"
    caches["default"].clear()


def code_for(secret):
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def test_with_a_second_factor_the_password_alone_does_not_sign_in(client, ana):
    TOTP.activate(ana, "JBSWY3DPEHPK3PXP")
    assert _sign_in(client, "ana").headers["Location"] == "/accounts/2fa/authenticate/"
    page = client.get("/accounts/2fa/authenticate/")
    assert ours(page.content.decode())
    assert b"Your campaigns" not in client.get("/").content
    assert b"Incorrect code" in client.post("/accounts/2fa/authenticate/", {"code": "000000"}).content
    assert client.post("/accounts/2fa/authenticate/", {"code": code_for("JBSWY3DPEHPK3PXP")}).status_code == 302
    assert b"Your campaigns" in client.get("/").content


def test_pages_of_the_second_factor_wear_our_look(client, ana):
    _sign_in(client, "ana")
    client.post("/accounts/reauthenticate/", {"password": "open sesame"})
    TOTP.activate(ana, get_adapter().encrypt("JBSWY3DPEHPK3PXP"))
    for page in ("2fa", "2fa/totp/deactivate", "2fa/recovery-codes/generate", "2fa/reauthenticate"):
        answer = client.get(f"/accounts/{page}/")
        assert answer.status_code == 200, page
        assert ours(answer.content.decode()), page
    client.post("/accounts/2fa/recovery-codes/generate/")
    answer = client.get("/accounts/2fa/recovery-codes/")
    assert answer.status_code == 200
    assert ours(answer.content.decode())


def test_signing_out_elsewhere_ends_the_other_session(client, ana):
    from django.test import Client

    other = Client()
    _sign_in(other, "ana")
    _sign_in(client, "ana")
    assert b"Your campaigns" in other.get("/").content
    client.post("/accounts/sessions/")
    assert b"Your campaigns" not in other.get("/").content
    assert b"Your campaigns" in client.get("/").content


def test_the_mails_about_an_account_are_short_and_plain(client, db):
    words = {"username": "nora", "email": "nora@example.com"} | dict.fromkeys(
        ("password1", "password2"), "a salt road 7"
    )
    client.post("/accounts/signup/", words)
    [mailed] = mail.outbox
    assert mailed.subject == "Fatekeeper: Confirm your email address"
    assert mailed.body.startswith("Hello nora,\n\nOpen this link")
    assert "/accounts/confirm-email/" in mailed.body
    EmailAddress.objects.update(verified=True)
    client.post("/accounts/logout/")
    client.post("/accounts/password/reset/", {"email": "nora@example.com"})
    reset = mail.outbox[-1]
    assert reset.subject == "Fatekeeper: Choose a new password"
    assert reset.body.startswith("Hello nora,\n\nSomeone asked")
    assert "/accounts/password/reset/key/" in reset.body


def test_signing_up_says_what_the_address_is_for(client, db):
    assert "messages about your sessions" in client.get("/accounts/signup/").content.decode()


def test_an_email_address_is_no_name_for_a_new_account(client, ana):
    words = {"username": "nora@example.org", "password1": "a salt road 7", "password2": "a salt road 7"}
    assert "cannot be an email address" in client.post("/accounts/signup/", words).content.decode()
    assert client.post("/accounts/signup/", words | {"username": "nora@home"}).status_code == 302
    assert set(User.objects.values_list("username", flat=True)) == {"ana", "nora@home"}


def test_an_email_address_is_no_new_name_but_one_that_somebody_has_is_kept(client, ana, ben):
    with pytest.raises(ValidationError, match="cannot be an email address"):
        change_account(user=ben, username="ana@example.org", zone="")
    User.objects.filter(pk=ben.pk).update(username="ben@example.org")
    assert change_account(user=ben, username="ben@example.org", zone="Europe/Berlin").zone == "Europe/Berlin"
    client.force_login(ana)
    page = client.post("/me/", {"username": "ben@example.com", "zone": ""})
    assert "cannot be an email address" in page.content.decode()


@pytest.mark.django_db
def test_a_new_name_that_differs_in_capital_letters_alone_is_refused(ana, ben):
    with pytest.raises(ValidationError, match="already exists"):
        change_account(user=ben, username="Ana", zone="")
    assert change_account(user=ben, username="Ben", zone="").username == "Ben"


def test_a_refused_address_is_not_in_the_log(monkeypatch, caplog):
    def fail(*_arguments, **_more):
        raise SMTPRecipientsRefused({"ana@example.com": (550, b"no ana@example.com here")})

    monkeypatch.setattr("allauth.account.adapter.DefaultAccountAdapter.send_mail", fail)
    AccountAdapter().send_mail("account/email/email_confirmation", "ana@example.com", {})
    assert "SMTPRecipientsRefused 550" in caplog.text
    assert "example.com" not in caplog.text
