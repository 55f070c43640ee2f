"""Reads settings from the environment; a missing or malformed variable fails at once, and the error names it."""

import importlib.util
import logging
import os
import re
import sqlite3
import sys
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import environ
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from common.newest_sqlite import SAFE_WAL

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off", ""}
# What is deleted is overwritten, so that the file and its backups do not keep it.
DELETION = "PRAGMA secure_delete=ON;"
ORIGIN = re.compile(r"(https://[a-z0-9.-]+|http://(localhost|127\.0\.0\.1))(:[0-9]{1,5})?")
# A host name, perhaps with a dot in front for every name below it, an IPv6 address in brackets, or any host.
HOST = re.compile(r"[^\s/:@]+|\[[0-9a-fA-F:.]+\]")
# Providers that do not speak OpenID Connect, or need no address because there is only one of them.
KNOWN_PROVIDERS = {"discord": "Discord", "github": "GitHub", "gitlab": "GitLab", "google": "Google"}

ENCODED = "with special characters of the password in their encoded form, such as %2F for / and %3F for ?"


def load_settings() -> None:
    """Loads the settings, or ends the program with the sentence that names the wrong one."""
    try:
        _ = settings.INSTALLED_APPS  # the first value that is read loads them all
    except ImproperlyConfigured as fault:
        sys.exit(str(fault))


def text(name: str, default: str | None = None) -> str:
    """The variable's text; without a default it must be set, or ImproperlyConfigured names it."""
    value = os.environ.get(name, default)
    if value is None or (default is None and not value.strip()):
        raise ImproperlyConfigured(f"Set the environment variable {name}: it has no default in this mode.")
    return value


def flag(name: str, default: bool) -> bool:
    """A yes-or-no variable: 1/true/yes/on or 0/false/no/off."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value.lower() in TRUE | FALSE:
        return value.lower() in TRUE
    raise ImproperlyConfigured(f"{name} is {value!r}; use 1 or 0.")


def number(name: str, default: int, *, minimum: int = 0) -> int:
    """A whole number not below `minimum`."""
    value = os.environ.get(name, str(default))
    try:
        result = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {value!r}; use a whole number.") from None
    if result < minimum:
        raise ImproperlyConfigured(f"{name} is {result}; it must be {minimum} or more.")
    return result


def names(name: str, default: str | None = None) -> list[str]:
    """A list separated by commas."""
    return [part.strip() for part in text(name, default).split(",") if part.strip()]


def host_names(name: str, default: str | None = None) -> list[str]:
    """A list of host names; refuses an address or a port, because no request would fit them."""
    hosts = names(name, default)
    for host in hosts:
        if not HOST.fullmatch(host):
            raise ImproperlyConfigured(
                f"{name}: {host!r} is not a host name; write it without https://, port and path,"
                " and a comma between two."
            )
    return hosts


def require_error_service(address: str) -> None:
    """Refuses a SENTRY_DSN that is no such address, or whose package is missing, before any process starts."""
    if address and not re.fullmatch(r"https?://[^@/]+@[^/]+/.+", address):
        raise ImproperlyConfigured("SENTRY_DSN is no address of Sentry's protocol; write https://KEY@HOST/PROJECT.")
    if address and importlib.util.find_spec("sentry_sdk") is None:
        raise ImproperlyConfigured(
            f"SENTRY_DSN is set, but sentry-sdk is not installed: run {sys.executable} -m pip install sentry-sdk."
        )


def mail_addresses(name: str) -> list[str]:
    """A list of mail addresses; refuses a name without a host, to which no mail would get."""
    addresses = names(name, "")
    for address in addresses:
        if not re.fullmatch(r"[^@\s]+@[^@\s]+", parseaddr(address)[1]):
            raise ImproperlyConfigured(
                f"{name}: {address!r} is not a mail address; write name@mail.example.org, and a comma between two."
            )
    return addresses


def log_level() -> str:
    """The level of LOG_LEVEL in capital letters; INFO if it is empty."""
    level = (text("LOG_LEVEL", "") or "INFO").upper()
    if level not in logging.getLevelNamesMapping():
        raise ImproperlyConfigured(f"LOG_LEVEL is {level!r}; use DEBUG, INFO, WARNING, ERROR or CRITICAL.")
    return level


def time_zone() -> str:
    """The time zone of TIME_ZONE; UTC if it is empty."""
    name = text("TIME_ZONE", "") or "UTC"
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ImproperlyConfigured(f"TIME_ZONE is {name!r}; use a name such as Europe/Berlin.") from None
    return name


def mail() -> dict[str, Any]:
    """Django's settings of the mail server in EMAIL_URL; if it is empty, mails are printed."""
    try:
        return dict(environ.Env.email_url_config(text("EMAIL_URL", "") or "consolemail://"))
    except Exception:
        # Without the fault, which quotes a part of the password.
        raise ImproperlyConfigured(
            f"EMAIL_URL cannot be read; write smtp+tls://user:password@mail.example.org:587, {ENCODED}."
        ) from None


def origins(name: str) -> frozenset[str]:
    """Origins of web pages, separated by commas: `https://name` or `http://localhost`, each perhaps with a port."""
    addresses = names(name, "")
    for address in addresses:
        if not ORIGIN.fullmatch(address):
            raise ImproperlyConfigured(
                f"{name}: {address!r} is not an origin; write https:// and a name in lower case, without a path."
            )
    return frozenset(addresses)


def sign_in_providers(*, secure: bool) -> dict[str, Any]:
    """The providers of SIGN_IN_PROVIDERS in the account library's format; with `secure` their addresses need https."""
    providers: dict[str, Any] = {}
    for name in names("SIGN_IN_PROVIDERS", ""):
        if not re.fullmatch(r"[a-z][a-z0-9]{0,29}", name):
            raise ImproperlyConfigured(
                f"SIGN_IN_PROVIDERS: {name!r} is not a valid name; use lower-case letters and digits."
            )
        prefix = f"SIGN_IN_{name.upper()}"
        app: dict[str, Any] = {
            "name": text(f"{prefix}_LABEL", KNOWN_PROVIDERS.get(name, name.title())),
            "client_id": text(f"{prefix}_CLIENT_ID"),
            "secret": text(f"{prefix}_SECRET"),
        }
        url = text(f"{prefix}_URL", "")
        if not url and name not in KNOWN_PROVIDERS:
            known = ", ".join(KNOWN_PROVIDERS)
            raise ImproperlyConfigured(f"{prefix}_URL is missing: only {known} work without it.")
        if url and not url.startswith("https://" if secure else ("https://", "http://")):
            raise ImproperlyConfigured(f"{prefix}_URL is {url!r}; it must begin with https://.")
        if url:
            app |= {"provider_id": name, "settings": {"server_url": url, "oauth_pkce_enabled": True}}
        providers.setdefault("openid_connect" if url else name, {"APPS": []})["APPS"].append(app)
    return providers


def database(folder: Path) -> dict[str, Any]:
    """Django's settings of the one database: DATABASE_URL, or an SQLite file in the data folder."""
    url = os.environ.get("DATABASE_URL") or f"sqlite:///{folder / 'fatekeeper.sqlite3'}"
    try:
        found: dict[str, Any] = dict(environ.Env.db_url_config(url))
    except Exception:
        # Without the fault, which quotes a part of the password.
        raise ImproperlyConfigured(
            f"DATABASE_URL cannot be read; write postgres://user:password@host/database, {ENCODED}."
        ) from None
    engine = found.get("ENGINE", "")
    if engine.endswith("sqlite3"):
        return found | _sqlite(Path(str(found["NAME"])))
    if engine.endswith("postgresql"):
        pool = {"min_size": 1, "max_size": number("DATABASE_POOL", 8, minimum=1), "timeout": 10}
        # The options of the address, such as sslmode, stay.
        options = found.get("OPTIONS", {}) | {"pool": pool}
        # Checks each connection of the pool, because a restart of the server may have closed it.
        return found | {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}
    raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:/// or postgres://.")


def _sqlite(path: Path) -> dict[str, Any]:
    # An acknowledged command must survive power loss, so never synchronous=NORMAL. For the log EXTRA is the same as
    # FULL; on a disk that allows no log, SQLite keeps the rollback journal, which needs EXTRA.
    if sqlite3.sqlite_version_info >= SAFE_WAL:
        # The file of the log, which a large import makes long, is shortened to 64 MiB when its end has been copied.
        durability = "PRAGMA journal_mode=WAL;PRAGMA synchronous=EXTRA;PRAGMA journal_size_limit=67108864;"
    else:
        durability = "PRAGMA journal_mode=DELETE;PRAGMA synchronous=EXTRA;"
    if str(path) != ":memory:":
        path.parent.mkdir(parents=True, exist_ok=True)
    return {
        "ENGINE": "common.queued_sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": durability + DELETION + "PRAGMA mmap_size=134217728;PRAGMA cache_size=-8000;",
        },
        "TEST": {"NAME": str(path.parent / f"test-{path.name}")},
    }
