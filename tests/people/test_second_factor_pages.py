"""The pages of two-factor authentication: plain words, what a recovery code is for, a QR code for dark pages."""

import re
from pathlib import Path

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

LIBRARY_WORDS = (
    "Two-Factor Authentication",
    "Authenticator App",
    "Recovery Codes",
    "Deactivate",
    "Are you sure",
    "out of 10",
    "Sign In",
)
PAGES = {
    "2fa": "Two-factor authentication",
    "2fa/totp/deactivate": "Disconnect the authenticator app",
    "2fa/recovery-codes/generate": "New recovery codes",
    "2fa/recovery-codes": "Recovery codes",
    "2fa/reauthenticate": "Confirm that it is you",
}


def page_of(client, page):
    answer = client.get(f"/accounts/{page}/")
    assert answer.status_code == 200, page
    return answer.content.decode()


@pytest.fixture
def signed_in(client, ana):
    client.post("/accounts/login/", {"login": "ana", "password": "open sesame"})
    client.post("/accounts/reauthenticate/", {"password": "open sesame"})
    return client


@pytest.fixture
def with_codes(signed_in, ana):
    TOTP.activate(ana, "JBSWY3DPEHPK3PXP")
    signed_in.post("/accounts/2fa/recovery-codes/generate/")
    return signed_in


@pytest.mark.parametrize(("page", "title"), PAGES.items())
def test_a_page_of_the_second_factor_has_a_plain_title(with_codes, page, title):
    shown = page_of(with_codes, page)
    assert f"<title>{title} " in shown
    assert f"<h1>{title}</h1>" in shown
    assert not [words for words in LIBRARY_WORDS if words in shown]
    if page != "2fa/reauthenticate":
        assert re.search(r'href="/accounts/2fa/"\s+aria-current="page"', shown), "the tab of these pages is marked"


def test_connecting_an_app_shows_the_code_on_white_and_the_secret(signed_in):
    shown = page_of(signed_in, "2fa/totp/activate")
    assert "<h1>Connect an authenticator app</h1>" in shown
    assert re.search(r'<img class="qr"\s+src="data:image/svg', shown)
    assert re.search(r'id="authenticator_secret" value="\w{16,}" readonly', shown)
    styles = Path(finders.find("css/fatekeeper.css")).read_text()
    assert ".qr { background: #fff;" in styles, "the code is black without a background of its own"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("totp_activated", "The authenticator app is connected."),
        ("totp_deactivated", "The authenticator app is disconnected."),
        ("recovery_codes_generated", "You have new recovery codes."),
    ],
)
def test_the_messages_have_the_words_of_the_pages(message, words):
    assert render_to_string(f"mfa/messages/{message}.txt").strip() == words


def test_a_recovery_code_signs_in_and_the_page_says_so(with_codes, client, ana):
    codes = re.findall(r"<li>(\w{8})</li>", page_of(with_codes, "2fa/recovery-codes"))
    assert len(codes) == 10
    client.post("/accounts/logout/")
    client.post("/accounts/login/", {"login": "ana", "password": "open sesame"})
    shown = page_of(client, "2fa/authenticate")
    assert "You can enter one of your recovery codes instead" in shown
    assert not [words for words in LIBRARY_WORDS if words in shown]
    assert client.post("/accounts/2fa/authenticate/", {"code": codes[0]}).status_code == 302
    assert b"Your campaigns" in client.get("/").content
    assert "9 of 10 codes are unused" in page_of(client, "2fa")


def test_who_cancels_the_second_step_is_back_at_the_sign_in(with_codes, client):
    client.post("/accounts/logout/")
    client.post("/accounts/login/", {"login": "ana", "password": "open sesame"})
    shown = page_of(client, "2fa/authenticate")
    assert 'form="logout-from-stage"' in shown
    answer = client.post("/accounts/logout/", {"next": "/accounts/login/"})
    assert answer.headers["Location"] == "/accounts/login/"
