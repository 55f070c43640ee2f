"""The settings file of the command `fatekeeper`."""

import os
import socket
import stat
import subprocess
import sys

import pytest

from fatekeeper import command_line, settings_file
from operations.installation import preparing
from tests.architecture.source import ROOT


@pytest.fixture(autouse=True)
def environment(monkeypatch, tmp_path):
    """A data folder of its own, and an environment that is as it was afterwards."""
    monkeypatch.setattr(os, "environ", os.environ.copy())
    os.environ["FATEKEEPER_DATA"] = str(tmp_path / "data")
    os.environ.pop("SECRET_KEY", None)
    return tmp_path / "data"


def test_a_fresh_file_has_a_key_that_nobody_else_reads(environment):
    file = settings_file.write_settings(environment)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    given = settings_file.parse_settings(file.read_text())
    assert len(given["SECRET_KEY"]) >= 50
    assert (given["ALLOWED_HOSTS"], given["HTTPS"]) == ("localhost,127.0.0.1", "0")
    with pytest.raises(settings_file.BadSettings, match="already exists"):
        settings_file.write_settings(environment)


def test_a_file_for_a_name_expects_a_proxy_with_tls(environment):
    given = settings_file.parse_settings(settings_file.write_settings(environment, "fatekeeper.example").read_text())
    assert (given["ALLOWED_HOSTS"], given["HTTPS"], given["BEHIND_PROXY"]) == ("fatekeeper.example", "1", "1")


def test_environment_variables_override_the_file(environment):
    environment.mkdir()
    (environment / "fatekeeper.env").write_text("SECRET_KEY=of-the-file\nTIME_ZONE='Europe/Berlin'\n")
    os.environ["SECRET_KEY"] = "of-the-environment"
    os.environ.pop("TIME_ZONE", None)
    assert settings_file.load() == environment
    assert (os.environ["SECRET_KEY"], os.environ["TIME_ZONE"]) == ("of-the-environment", "Europe/Berlin")


def test_an_empty_secret_key_in_the_environment_counts_for_nothing(environment):
    """As in the example for containers, where nobody has filled it in."""
    os.environ["SECRET_KEY"] = ""
    assert settings_file.load() == environment
    assert "SECRET_KEY" not in os.environ
    settings_file.write_settings(environment)
    os.environ["SECRET_KEY"] = ""
    settings_file.load()
    assert len(os.environ["SECRET_KEY"]) >= 50


@pytest.mark.parametrize("text", ["SECRET_KEY", "one two=3", "ok=1\n=2"])
def test_a_line_that_is_none_is_named(text):
    with pytest.raises(settings_file.BadSettings, match=r"Line \d of the settings file"):
        settings_file.parse_settings(text)


def test_values_may_hold_any_sign():
    assert settings_file.parse_settings('# c\n\nA=b=c # d\nB="x y"\n') == {"A": "b=c # d", "B": "x y"}


@pytest.mark.parametrize("command", ["doctor", "backup", "upgrade", "web"])
def test_a_command_for_a_site_that_does_not_exist_yet_says_what_to_do(environment, command):
    os.environ.pop("FATEKEEPER_MODE", None)
    with pytest.raises(settings_file.BadSettings, match=r"no site in .*data yet[\s\S]*fatekeeper serve"):
        command_line.run([command])


@pytest.mark.parametrize("command", ["doctor", "serve"])
@pytest.mark.parametrize("before", ["DATABASE_URL=postgres://fk@db/fk\n", "SECRET_KEY=\n"])
def test_a_settings_file_without_a_key_is_completed_with_the_line_that_is_named(
    environment, monkeypatch, command, before
):
    started = []
    monkeypatch.setattr(command_line, "_serve", started.append)
    monkeypatch.setattr("django.core.management.execute_from_command_line", started.append)
    for name in ("FATEKEEPER_MODE", "DATABASE_URL"):
        os.environ.pop(name, None)
    environment.mkdir()
    file = environment / "fatekeeper.env"
    file.write_text(before)
    with pytest.raises(settings_file.BadSettings, match=f"SECRET_KEY is missing in {file}") as refusal:
        command_line.run([command])
    assert not started
    file.write_text(before + str(refusal.value).splitlines()[-1])
    os.environ.pop("SECRET_KEY", None)
    command_line.run([command])
    assert len(os.environ["SECRET_KEY"]) >= 50
    assert len(started) == 1


def test_the_version_is_said_without_a_site(capsys):
    os.environ.pop("FATEKEEPER_MODE", None)
    assert command_line.run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("Fatekeeper ")


@pytest.mark.parametrize(("named", "made"), [("tmp", True), ("../elsewhere", False)])
def test_a_folder_for_temporary_files_in_the_data_folder_is_created(environment, named, made):
    """Python and SQLite would use /tmp, which is in memory in a container, if the folder of TMPDIR did not exist."""
    folder = (environment / named).resolve()
    os.environ["TMPDIR"] = str(folder)
    settings_file.load()
    assert folder.exists() is made


def test_temporary_files_are_in_the_data_folder_unless_tmpdir_names_another(environment):
    os.environ.pop("TMPDIR", None)
    settings_file.load()
    assert not environment.exists(), "whatever creates the data folder decides who may read it"
    settings_file.write_settings(environment)
    settings_file.load()
    assert os.environ["TMPDIR"] == str(environment / "tmp")
    assert stat.S_IMODE((environment / "tmp").stat().st_mode) == 0o700
    os.environ["TMPDIR"] = "/somewhere"
    settings_file.load()
    assert os.environ["TMPDIR"] == "/somewhere"


# Without a free port `serve` prepares nothing, and the tests do not know whether 8000 is free.
ANY_PORT = ["--port", "0"]


@pytest.mark.parametrize(("given", "status"), [("--help", 0), ("--prot=8300", 2), ("--port=many", 2)])
def test_help_and_a_mistaken_option_create_no_site(environment, capsys, given, status):
    os.environ.pop("FATEKEEPER_MODE", None)
    with pytest.raises(SystemExit) as end:
        command_line.run(["serve", given])
    assert end.value.code == status
    assert not environment.exists()


def test_serve_says_at_once_that_it_cannot_listen_on_its_port(environment, monkeypatch):
    commands = []
    monkeypatch.setattr(command_line, "_run_to_end", lambda command: commands.append(command) or 1)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        for host, wrong in (("127.0.0.1", port), ("127.0.0.1", 70_000), ("192.0.2.1", 0)):
            with pytest.raises(settings_file.BadSettings, match=rf"{host}, port {wrong}: .*--port, .*--host"):
                command_line.run(["serve", "--host", host, "--port", str(wrong)])
    assert not commands, "nothing is prepared for a site that cannot be served"
    assert command_line.run(["serve", "--port", str(port)]) == 1
    assert len(commands) == 1


def test_serve_passes_the_options_of_an_upgrade_on(environment, monkeypatch):
    commands = []
    monkeypatch.setattr(command_line, "_run_to_end", lambda command: commands.append(command) or 1)
    for given in ([*ANY_PORT, "--upgrade", "--accept-different"], ANY_PORT):
        assert command_line._serve(command_line._options("serve", given)) == 1
    assert commands[0][-4:] == [*ANY_PORT, "--upgrade", "--accept-different"]
    assert commands[1][-2:] == ANY_PORT


def test_serve_leaves_a_folder_that_its_account_may_not_enter(environment, monkeypatch, tmp_path):
    folders = []
    monkeypatch.setattr(command_line, "_run_to_end", lambda _command: folders.append(os.stat(os.curdir).st_ino) or 1)
    monkeypatch.chdir(tmp_path)
    options = command_line._options("serve", ANY_PORT)
    assert command_line._serve(options) == 1
    # Root may enter every folder, so a path that does not exist stands for one that is closed.
    monkeypatch.setattr(os, "getcwd", lambda: str(tmp_path / "closed"))
    assert command_line._serve(options) == 1
    assert folders == [tmp_path.stat().st_ino, os.stat("/").st_ino]


CONNECT = "from django.db import connection; connection.ensure_connection()"


@pytest.mark.parametrize(("mode", "modes"), [("production", (0o700, 0o600)), ("development", (0o755, 0o644))])
def test_no_other_account_can_read_the_database_of_a_site_in_production(environment, mode, modes):
    settings_file.write_settings(environment.parent / "elsewhere")
    given = settings_file.parse_settings((environment.parent / "elsewhere" / "fatekeeper.env").read_text())
    variables = {"FATEKEEPER_DATA": str(environment), "FATEKEEPER_MODE": mode}
    found = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings", **given, **variables}
    subprocess.run([sys.executable, "-c", CONNECT], cwd=ROOT, env=found, umask=0o022, check=True)
    paths = (environment, environment / "fatekeeper.sqlite3")
    assert tuple(stat.S_IMODE(path.stat().st_mode) for path in paths) == modes


def test_static_files_stay_readable_for_a_web_server(settings, tmp_path, monkeypatch):
    def collect(*_arguments, **_options):
        (tmp_path / "static" / "css").mkdir()
        (tmp_path / "static" / "css" / "site.css.gz").touch()

    settings.STATIC_ROOT = str(tmp_path / "static")
    monkeypatch.setattr(preparing, "call_command", collect)
    usual = os.umask(0o077)
    try:
        preparing.collect_static_files(str)
        (tmp_path / "private").touch()
    finally:
        os.umask(usual)
    modes = [
        stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("static", "static/css", "static/css/site.css.gz")
    ]
    assert modes == [0o755, 0o755, 0o644]
    assert stat.S_IMODE((tmp_path / "private").stat().st_mode) == 0o600
