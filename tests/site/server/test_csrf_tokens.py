"""The site's own CSRF tokens are Django's, made with fewer calls of the system."""

import secrets
from collections import Counter

from django.middleware import csrf
from django.test import Client

from config.server import csrf_tokens


def test_django_uses_them_and_reads_them(rf):
    assert csrf._mask_cipher_secret is csrf_tokens.mask_secret
    request = rf.get("/")
    token = csrf.get_token(request)
    secret = request.META["CSRF_COOKIE"]
    assert len(token) == csrf.CSRF_TOKEN_LENGTH
    assert csrf._unmask_cipher_token(token) == secret
    assert csrf._does_token_match(token, secret)
    assert not csrf._does_token_match(token[:-1] + ("a" if token[-1] != "a" else "b"), secret)


def test_each_token_is_masked_again(rf):
    request = rf.get("/")
    assert len({csrf.get_token(request) for _turn in range(50)}) == 50


def test_every_letter_is_equally_likely():
    found = Counter("".join(csrf_tokens.random_letters() for _turn in range(4000)))
    assert set(found) == set(csrf.CSRF_ALLOWED_CHARS)
    usual = 4000 * 32 / 62
    assert all(abs(count - usual) < 6 * usual**0.5 for count in found.values())


def test_dropped_bytes_are_replaced(monkeypatch):
    drawn = iter([b"\xff" * 40 + b"ab" * 4, b"\0" * 48])
    monkeypatch.setattr(secrets, "token_bytes", lambda _count: next(drawn))
    assert csrf_tokens.random_letters() == "JK" * 4 + "a" * 24


def test_a_form_with_another_persons_token_is_refused(db, gm, ana):
    hers, his = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    hers.force_login(ana)
    his.force_login(gm)
    pages = [browser.get("/campaigns/new/").content.decode() for browser in (hers, his)]
    tokens = [page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0] for page in pages]
    posted = {"name": "The Salt Road", "system": "fifty-two-fates"}
    address = "/campaigns/new/"
    assert hers.post(address, posted | {"csrfmiddlewaretoken": tokens[1]}).status_code == 403
    assert hers.post(address, posted | {"csrfmiddlewaretoken": tokens[0]}).status_code != 403
