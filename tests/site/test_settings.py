"""Settings of the environment: what is on, what is off unless asked for, and what is refused by name."""

import importlib.util
import json
import os
import subprocess
import sys

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import signing
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone

from campaigns.archive import encryption
from config import env
from people.credentials import invitation_links
from people.models import Invitation
from tests.architecture.source import ROOT

KEY = "k0123456789" * 6
PRODUCTION = {"FATEKEEPER_MODE": "production", "SECRET_KEY": KEY, "ALLOWED_HOSTS": "fatekeeper.example"}
SHOW = "import json,sys; from config import settings as s; print(json.dumps([getattr(s, n) for n in sys.argv[1:]]))"


def read(*names, **environment):
    """Settings of a site in production with these variables; the last line of the refusal where it does not start."""
    clean = {"PATH": os.environ["PATH"], **PRODUCTION, **environment}
    done = subprocess.run([sys.executable, "-c", SHOW, *names], cwd=ROOT, env=clean, capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr.splitlines()[-1]


def test_hsts_binds_this_site_alone_unless_asked_for():
    names = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    assert read(*names) == [31536000, False, False]
    assert read(*names, HSTS_SUBDOMAINS="1", HSTS_PRELOAD="1") == [31536000, True, True]
    assert "needs HSTS_SUBDOMAINS=1" in read(*names, HSTS_PRELOAD="1")


def test_the_data_folder_holds_the_database_and_the_static_files(tmp_path):
    data, static = str(tmp_path / "fatekeeper.sqlite3"), str(tmp_path / "static")
    shown = SHOW.replace("getattr(s, n)", "str(getattr(s, n))")
    environment = {"PATH": os.environ["PATH"], **PRODUCTION, "FATEKEEPER_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", shown, "DATABASES", "STATIC_ROOT"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    database, folder = json.loads(done.stdout)
    assert data in database
    assert folder == static


def test_the_options_of_a_database_address_stay():
    address = "postgres://fk:pw@db.example/fk?sslmode=verify-full&sslrootcert=/etc/ca.pem"
    [databases] = read("DATABASES", DATABASE_URL=address, DATABASE_POOL="3")
    options = databases["default"]["OPTIONS"]
    assert (options["sslmode"], options["sslrootcert"]) == ("verify-full", "/etc/ca.pem")
    assert options["pool"]["max_size"] == 3


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOG_FORMAT", "xml"),
        ("METRICS_TOKEN", "short"),
        ("SOURCE_URL", "code.example"),
        ("HTTPS", "perhaps"),
        ("LOG_LEVEL", "loud"),
        ("TIME_ZONE", "Mars/Olympus"),
        ("TIME_ZONE", "Europe"),
        ("TIME_ZONE", "/etc/passwd"),
        ("EMAIL_URL", "mail.example.org"),
        ("ALLOWED_HOSTS", "https://fatekeeper.example/"),
        ("ALLOWED_HOSTS", "fatekeeper.example:8443"),
        ("ALLOWED_HOSTS", "fatekeeper.example www.fatekeeper.example"),
        ("SENTRY_DSN", "sentry.example"),
        ("ERROR_MAIL", "operator"),
        ("ERROR_MAIL", "operator@mail.example.org other@mail.example.org"),
        ("ERROR_MAIL", "operator@mail.example.org, @mail.example.org"),
    ],
)
def test_a_malformed_setting_is_named(name, value):
    assert f"ImproperlyConfigured: {name}" in read("DEBUG", **{name: value})


@pytest.mark.parametrize(
    ("name", "address"),
    [("DATABASE_URL", "postgres://fk:{}@db.example/fk"), ("EMAIL_URL", "smtp+tls://fk:{}@mail.example:587")],
)
@pytest.mark.parametrize(("password", "encoded"), [("fate/42", "fate%2F42"), ("fate?42", "fate%3F42")])
def test_a_password_with_special_characters_is_encoded_and_never_shown(name, address, password, encoded):
    clean = {"PATH": os.environ["PATH"], **PRODUCTION, name: address.format(password)}
    refused = subprocess.run([sys.executable, "-c", SHOW], cwd=ROOT, env=clean, capture_output=True, text=True)
    assert f"{name} cannot be read" in refused.stderr
    assert "such as %2F for /" in refused.stderr
    assert "fate" not in refused.stderr.replace("fatekeeper", "")
    [databases, mail] = read("DATABASES", "EMAIL_HOST_PASSWORD", **{name: address.format(encoded)})
    assert password in (databases["default"].get("PASSWORD"), mail)


def test_host_names_of_every_form_are_accepted():
    hosts = ["fatekeeper.example", ".guild.example", "192.0.2.7", "[2001:db8::7]", "*"]
    assert read("ALLOWED_HOSTS", ALLOWED_HOSTS=", ".join(hosts)) == [hosts]


def test_addresses_for_error_mails_of_every_form_are_accepted():
    addresses = ["operator@mail.example.org", "Operator <op@mail.example.org>", "root@localhost"]
    assert read("ERROR_MAIL", ERROR_MAIL=", ".join(addresses)) == [addresses]
    assert read("ERROR_MAIL", ERROR_MAIL="") == [[]]


def test_a_service_for_errors_without_its_package_is_refused_before_any_process_starts(monkeypatch):
    env.require_error_service("https://key@errors.example/1")
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    env.require_error_service("")
    with pytest.raises(
        ImproperlyConfigured, match=rf"sentry-sdk is not installed: run {sys.executable} -m pip install sentry-sdk\."
    ):
        env.require_error_service("https://key@errors.example/1")


@pytest.mark.parametrize("program", [["manage.py"], ["-m", "fatekeeper"]])
def test_a_command_names_a_wrong_setting_in_one_line(program, tmp_path):
    clean = {"PATH": os.environ["PATH"], **PRODUCTION, "FATEKEEPER_DATA": str(tmp_path), "SIGNUP": "everyone"}
    command = [sys.executable, *program, "doctor"]
    done = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "SIGNUP is 'everyone'; use open, invitation or closed.\n"


def test_an_empty_setting_counts_as_its_default_and_a_level_may_be_in_small_letters():
    empty = read("EMAIL_BACKEND", "TIME_ZONE", "LOGGING", EMAIL_URL="", TIME_ZONE="", LOG_LEVEL="")
    assert [*empty[:2], empty[2]["root"]["level"]] == ["django.core.mail.backends.console.EmailBackend", "UTC", "INFO"]
    zone, logs = read("TIME_ZONE", "LOGGING", TIME_ZONE="Europe/Berlin", LOG_LEVEL="debug")
    assert (zone, logs["root"]["level"]) == ("Europe/Berlin", "DEBUG")


@pytest.mark.django_db
def test_an_earlier_secret_key_keeps_links_and_archives_good(settings, campaign, ana):
    invitation = Invitation.objects.create(campaign=campaign, expires=timezone.now())
    link, signed, mark = invitation_links.link_token(invitation), signing.dumps("one"), encryption.installation_key()
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another-key-" * 6
    assert not invitation_links.is_genuine(link, invitation)
    assert mark not in encryption.known_keys().values()
    settings.SECRET_KEY_FALLBACKS = [old]
    assert invitation_links.is_genuine(link, invitation)
    assert invitation_links.is_genuine(invitation_links.link_token(invitation), invitation)
    assert not invitation_links.is_genuine(link[:-1] + "x", invitation)
    assert signing.loads(signed) == "one"
    assert mark in encryption.known_keys().values()
    assert encryption.decrypt(encryption.encrypt({"card": "QH"}, mark), "place") == {"card": "QH"}


def sign_in():
    """A browser in which ana has signed in."""
    browser = Client()
    browser.post("/accounts/login/", {"login": "ana", "password": "open sesame"})
    return browser


def copy_of(browser):
    """A browser with the same cookies, for two requests at the same time."""
    other = Client()
    other.cookies.load(browser.cookies.output(header="", sep=";"))
    return other


@pytest.mark.django_db
def test_an_earlier_secret_key_keeps_every_sign_in_and_its_row(settings, ana):
    laptop, phone, tablet = sign_in(), sign_in(), sign_in()
    keys = set(UserSession.objects.values_list("session_key", flat=True))
    assert len(keys) == 3
    old, settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = settings.SECRET_KEY, "another-key-" * 6, []
    assert copy_of(phone).get("/accounts/sessions/").status_code == 302, "nothing verifies the old sign-ins"
    settings.SECRET_KEY_FALLBACKS = [old]
    at_once = [laptop, copy_of(laptop)]
    assert [browser.get("/accounts/sessions/").status_code for browser in [*at_once, laptop]] == [200, 200, 200]
    assert keys == set(UserSession.objects.values_list("session_key", flat=True)), "the list ended no other sign-in"
    assert keys == set(Session.objects.values_list("session_key", flat=True))
    settings.SECRET_KEY_FALLBACKS = []
    assert laptop.get("/accounts/sessions/").status_code == 200, "the page renewed its session"
    assert tablet.get("/accounts/sessions/").status_code == 302


GUILD = {
    "SIGN_IN_PROVIDERS": "guild,github",
    "SIGN_IN_GUILD_URL": "https://login.guild.example",
    "SIGN_IN_GUILD_CLIENT_ID": "site",
    "SIGN_IN_GUILD_SECRET": "of the guild",
    "SIGN_IN_GITHUB_CLIENT_ID": "site",
    "SIGN_IN_GITHUB_SECRET": "of github",
}


def test_sign_in_providers_are_off_and_come_with_their_settings():
    assert read("SOCIALACCOUNT_PROVIDERS") == [{}]
    found, apps = read("SOCIALACCOUNT_PROVIDERS", "INSTALLED_APPS", **GUILD)
    guild, github = found["openid_connect"]["APPS"][0], found["github"]["APPS"][0]
    assert (guild["provider_id"], guild["name"]) == ("guild", "Guild")
    assert guild["settings"] == {"server_url": "https://login.guild.example", "oauth_pkce_enabled": True}
    assert (github["name"], github["secret"]) == ("GitHub", "of github")
    assert "allauth.socialaccount.providers.github" in apps


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"SIGN_IN_GUILD_SECRET": ""}, "SIGN_IN_GUILD_SECRET"),
        ({"SIGN_IN_GUILD_URL": ""}, "SIGN_IN_GUILD_URL is missing"),
        ({"SIGN_IN_GUILD_URL": "http://login.guild.example"}, "must begin with https://"),
        ({"SIGN_IN_PROVIDERS": "The Guild"}, "is not a valid name"),
    ],
)
def test_a_provider_that_is_not_set_up_completely_is_refused_by_name(change, named):
    assert named in read("SOCIALACCOUNT_PROVIDERS", **(GUILD | change))
