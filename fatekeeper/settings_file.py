"""The one settings file, `fatekeeper.env` in the data folder: lines of NAME=value, as systemd and compose read them."""

import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

NAME: Final = "fatekeeper.env"
HERE: Final = Path(__file__).resolve().parent
LOCAL: Final = """\
# Settings of this site; docs/operators/settings.md explains each. Environment variables override them.
SECRET_KEY={key}
# For this machine only, without TLS. For others run `fatekeeper init --host NAME` in an empty data folder, or set
# ALLOWED_HOSTS to the site's name, and HTTPS and BEHIND_PROXY to 1, behind a proxy that speaks TLS.
ALLOWED_HOSTS=localhost,127.0.0.1
HTTPS=0
"""
PUBLIC: Final = """\
# Settings of this site; docs/operators/settings.md explains each. Environment variables override them.
SECRET_KEY={key}
ALLOWED_HOSTS={host}
# The proxy in front speaks TLS and sets X-Forwarded-For and X-Forwarded-Proto.
HTTPS=1
BEHIND_PROXY=1
"""


class BadSettings(Exception):
    """The settings file cannot be used; the message says why."""


def site_folder() -> Path:
    """Where the code of the site is: inside the installed package, or the checkout."""
    inside = HERE / "site"
    return inside if inside.is_dir() else HERE.parent


def own_command() -> list[str]:
    """How to start this program as another process, once `load` has set its environment."""
    # With -P, because -m alone would prefer another `fatekeeper` in the current folder, such as the source.
    return [sys.executable, "-P", "-m", "fatekeeper"]


def data_folder() -> Path:
    """Where the site keeps what it writes: FATEKEEPER_DATA, `var` in a checkout, else the person's data folder."""
    if named := os.environ.get("FATEKEEPER_DATA"):
        return Path(named).absolute()
    if site_folder() == HERE.parent:
        return HERE.parent / "var"
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "fatekeeper"


def new_key() -> str:
    """A fresh secret key."""
    return secrets.token_urlsafe(64)


def write_settings(data: Path, host: str = "") -> Path:
    """Writes a settings file with a fresh secret key; BadSettings if there is one already. `host`: behind a proxy."""
    file = data / NAME
    if file.exists():
        raise BadSettings(f"{file} already exists; edit it.")
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    text = (PUBLIC if host else LOCAL).format(key=new_key(), host=host)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as opened:
        opened.write(text)
    return file


def parse_settings(text: str) -> dict[str, str]:
    """The variables of a settings file; BadSettings names a line that is no setting."""
    settings = {}
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        name, sign, value = stripped.partition("=")
        if not sign or not name.strip().isidentifier():
            raise BadSettings(f"Line {number} of the settings file is not NAME=value.")
        value = value.strip()
        if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
            value = value[1:-1]
        settings[name.strip()] = value
    return settings


def load() -> Path:
    """Reads the settings file into the environment, without overwriting variables; returns the data folder."""
    data = data_folder()
    file = data / NAME
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
    except OSError as fault:
        raise BadSettings(f"{file} cannot be read: {fault.strerror}.") from fault
    if not os.environ.get("SECRET_KEY"):  # as in an example file that nobody has filled in
        os.environ.pop("SECRET_KEY", None)
    for name, value in parse_settings(text).items():
        os.environ.setdefault(name, value)
    os.environ["FATEKEEPER_DATA"] = str(data)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    _make_temporary_folder(data)
    _make_importable(site_folder())
    return data


def _make_temporary_folder(data: Path) -> None:
    """Creates the folder for temporary files if it is in the data folder: the one of TMPDIR, by default `tmp`."""
    # Uploads would fill the memory on systems that keep /tmp there. A new data folder gets its rights from what creates
    # it, so this does not create one.
    if not os.environ.get("TMPDIR") and data.is_dir():
        os.environ["TMPDIR"] = str(data / "tmp")
    folder = Path(os.environ.get("TMPDIR", ""))
    if folder.is_absolute() and folder.is_relative_to(data):
        with suppress(OSError):  # the command itself says what is wrong with the data folder
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _make_importable(folder: Path) -> None:
    """Makes the site's code importable in this process and in those that it starts."""
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    paths = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path and path != str(folder)]
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), *paths])
