"""The package: built, installed into an environment of its own, served, played on, backed up, restored.

The environment gets the project's wheel and sees the dependencies that are installed for the tests, in the locked
versions, so that nothing is fetched.
"""

import http.cookiejar
import json
import os
import re
import signal
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.docs.source import APPS

LOOK = (
    "from campaigns.encounters.models import Encounter; from people.models import User;"
    "print(User.objects.get(is_superuser=True), Encounter.objects.get().number, 'commands')"
)
PASSWORD = "a-long-enough-passphrase"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The project's wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-q"]
    subprocess.run([*build, "-w", folder, ROOT], check=True, capture_output=True)
    (file,) = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def command(wheel, tmp_path_factory):
    """The installed command `fatekeeper`."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    install = [python, "-m", "pip", "install", "--no-deps", "--no-index", "-q", "--disable-pip-version-check"]
    subprocess.run([*install, wheel], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "bin" / "fatekeeper"


class Site:
    """A new site of the installed command, and a browser without scripts."""

    def __init__(self, command, data):
        self.command, self.data, self.process = command, data, None
        self.environment = {"PATH": os.environ["PATH"], "FATEKEEPER_DATA": str(data), "HOME": str(data.parent)}
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    def run(self, *arguments):
        """Output of a command that succeeds."""
        done = subprocess.run(
            [self.command, *arguments], env=self.environment, cwd="/", capture_output=True, text=True, timeout=900
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def serve(self, *options):
        """Starts the site; what it prints before it serves."""
        log = (self.data.parent / "log").open("w+")
        self.process = subprocess.Popen(
            [self.command, "serve", "--port", str(self.port), "--workers", "1", *options],
            env=self.environment,
            cwd=ROOT,  # as after `pipx install .`; what runs is the package all the same
            stdout=log,
            stderr=log,
        )
        end = time.monotonic() + 900
        while True:
            try:
                self.get("/healthz")
                log.seek(0)
                return log.read()
            except OSError:
                assert self.process.poll() is None, Path(log.name).read_text()
                assert time.monotonic() < end, Path(log.name).read_text()
                time.sleep(0.2)

    def stop(self):
        """Ends the site; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)

    def get(self, path):
        """Address and text of a page."""
        with self.browser.open(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
            return answer.url, answer.read().decode()

    def post(self, path, at="", **fields):
        """The same after sending a form of that page, or of the page `at`."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(at or path)[1])
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        with self.browser.open(f"http://127.0.0.1:{self.port}{path}", body, timeout=60) as answer:
            return answer.url, answer.read().decode()


@pytest.fixture
def site(command, tmp_path):
    """A site that was never started."""
    made = Site(command, tmp_path / "data")
    yield made
    if made.process is not None and made.process.poll() is None:
        made.process.terminate()
        made.process.wait(20)


def test_the_wheel_holds_everything_that_the_site_reads_and_no_test(wheel):
    held = {name.removeprefix("fatekeeper/site/") for name in zipfile.ZipFile(wheel).namelist()}
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    folders = {*APPS, "templates", "static", "locale"} - {"tools", "fatekeeper"}
    wanted = {name for name in tracked.splitlines() if name.split("/")[0] in folders and (ROOT / name).exists()}
    assert len(wanted) > 500
    assert wanted <= held, f"not in the wheel: {sorted(wanted - held)[:5]}"
    assert not [name for name in held if name.startswith(("tests/", "var/", ".")) or name.endswith(".sqlite3")]


def test_the_command_says_its_version_and_its_help(site):
    assert site.run("--version").startswith("Fatekeeper 1.")
    assert "fatekeeper upgrade" in site.run("--help")


def test_a_new_site_is_served_played_on_backed_up_and_restored(site):
    printed = site.serve()
    assert "This is a new site" in printed
    link = re.search(r"(/first-run/\S+)", printed)[1]
    url, page = site.post(link, username="op", email="", password=PASSWORD, again=PASSWORD)
    assert url.endswith("/site-health/")
    assert "All migrations have run." in page
    style = re.search(r'href="(/static/css/[^"]+\.css)"', page)[1]
    assert re.search(r"\.[0-9a-f]{12}\.css$", style), "the static files are collected, with their hashes"
    assert "{" in site.get(style)[1]
    assert "run fatekeeper backup FILE" in page, "the commands are those of the package"
    number = play_a_turn(site)
    assert json.loads(site.get("/readyz")[1])["ready"]
    site.run("backup", str(site.data / "site.zip"))
    assert (
        "encounters were replayed, with the stored results"
        in subprocess.run([site.command, "doctor"], env=site.environment, capture_output=True, text=True).stdout
    )
    assert site.stop() == 0
    new = restore_on_a_new_machine(site)
    assert f"op {number} commands" in new.run("shell", "-c", LOOK)
    assert new.run("archive_key") == site.run("archive_key"), "archives of the old machine can be opened"
    assert "up to date" in new.run("upgrade")


def restore_on_a_new_machine(site):
    """Does what docs/operators/backup.md says; the steps back to an old version in upgrade.md end in the same way."""
    new, backup = Site(site.command, site.data.parent / "new"), site.data / "site.zip"
    steps = (ROOT / "docs/operators/backup.md").read_text().partition("## On a new machine")[2]
    commands = [command.split() for command in re.findall(r"`fatekeeper (\w[^`]*)`", steps)]
    assert [command[0] for command in commands] == ["init", "prepare", "restore"]
    for command in commands:
        if command[0] == "prepare":
            bring_key_back(site, new)
            early = subprocess.run(
                [new.command, "restore", backup], env=new.environment, capture_output=True, text=True
            )
            assert "The database is empty. Run fatekeeper prepare first" in early.stderr
        new.run(*(str(backup) if word == "FILE" else word for word in command))
    return new


def bring_key_back(site, new):
    """Writes the key of the old settings file into the new one."""
    key = re.compile("^SECRET_KEY=.*$", re.M)
    old, file = key.search((site.data / "fatekeeper.env").read_text())[0], new.data / "fatekeeper.env"
    file.write_text(key.sub(lambda _line: old, file.read_text()))


def play_a_turn(site):
    """Begins the demo table as a guest and gives a command; how many commands the encounter then has."""
    guest = Site(site.command, site.data)
    guest.port = site.port
    url, page = guest.post("/demo/", at="/")
    table = f"/api/v1{urllib.parse.urlsplit(url).path}"
    offered = json.loads(guest.get(f"{table}offers/")[1])
    token = re.search(r'"X-CSRFToken": "(\w+)"', page)[1]
    body = json.dumps({"command": offered["offers"][0]["example"]}).encode()
    headers = {"Content-Type": "application/json", "X-CSRFToken": token}
    request = urllib.request.Request(f"http://127.0.0.1:{site.port}{table}commands/", body, headers)
    with guest.browser.open(request, timeout=60) as answer:
        assert json.loads(answer.read())["number"] > offered["number"]
    return json.loads(guest.get(f"{table}offers/")[1])["number"]
