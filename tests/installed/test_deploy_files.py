"""The examples in deploy/: systemd accepts the units, compose and Containerfile keep their promises."""

import re
import shutil
import subprocess
import sys

import pytest
import yaml
from django.core.management import get_commands

from tests.architecture.source import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
OWN = {"serve", "init", "web"}


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_systemd_accepts_the_units(tmp_path):
    for unit in UNITS:
        text = unit.read_text().replace("/opt/fatekeeper/bin/fatekeeper", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", *(tmp_path / unit.name for unit in UNITS)], capture_output=True, text=True
    )
    said = [line for line in done.stderr.splitlines() if "fatekeeper" in line and "Failed to" not in line]
    assert not said, said


def test_every_timer_has_its_service_and_every_service_a_command_that_exists():
    names = {unit.name for unit in UNITS}
    assert {name.replace(".timer", ".service") for name in names} <= names
    assert {"fatekeeper-nightly.timer", "fatekeeper-calls.timer", "fatekeeper-webhooks.timer"} <= names
    for unit in UNITS:
        for command in re.findall(r"^ExecStart=\S+/fatekeeper (\w+)", unit.read_text(), re.M):
            assert command in OWN | set(get_commands()), unit.name


def test_the_notes_of_an_upgrade_enable_the_timers_that_the_old_version_did_not_have():
    """A timer that is only started is off again after the next start of the machine."""
    notes = (ROOT / "docs/operators/upgrade.md").read_text().partition("## Notes")[2]
    enabled = re.findall(r"`systemctl enable --now ([^`]+)`", notes)
    timers_of_1_0_0 = {"fatekeeper-webhooks.timer"}
    timers = {unit.name for unit in UNITS if unit.suffix == ".timer"}
    assert {name for names in enabled for name in names.split()} == timers - timers_of_1_0_0


def test_the_containers_are_not_root_and_their_files_do_not_change():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    site = services["services"]["site"]
    assert site["read_only"]
    assert site["cap_drop"] == ["ALL"]
    assert set(services["volumes"]) == {"site", "database", "certificates"}
    text = (DEPLOY / "Containerfile").read_text()
    assert re.search(r"^USER \d+$", text, re.M)
    assert site["tmpfs"] == ["/tmp:size=64m"], "what is large belongs on the volume and not in memory"
    assert re.search(r"^ENV .*\bTMPDIR=/data/tmp\b", text, re.M)
    assert "HEALTHCHECK" in text
    assert "/healthz" in text
    assert "--require-hashes" in text


def test_probes_and_metrics_of_the_container_can_be_opened_to_the_machine_alone():
    text = (DEPLOY / "compose.yaml").read_text()
    assert "ports" not in yaml.safe_load(text)["services"]["site"], "nobody asked for it"
    opened = yaml.safe_load(text.replace("# ports:", "ports:"))["services"]["site"]
    assert opened["ports"] == ["127.0.0.1:8000:8000"]
    assert re.search(r"@inside path /metrics /readyz\s+respond @inside 404", (DEPLOY / "Caddyfile").read_text())


def test_files_of_the_checkout_can_be_read_in_containers_under_selinux():
    """Volumes with a name are labelled by the container engine; a path of the checkout needs the option z."""
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    mounts = [mount for service in services.values() for mount in service.get("volumes", []) if mount[0] in "./~"]
    assert [mount.rpartition(":")[2].split(",") for mount in mounts] == [["ro", "z"]]


def test_every_image_has_its_full_name():
    """Podman on Debian knows no registry in which to look for a short name."""
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    images = [service["image"] for service in services.values() if "image" in service]
    images += re.findall(r"^FROM (\S+)", (DEPLOY / "Containerfile").read_text(), re.M)
    assert len(images) == 3
    assert all(re.fullmatch(r"docker\.io/library/[a-z]+:[\w-]+", image) for image in images), images


def test_the_suggested_password_of_the_database_fits_into_its_address():
    suggested = r'python3 -c "([^"]+)"[^\n]*\n(?:#[^\n]*\n)*DATABASE_PASSWORD=$'
    code = re.search(suggested, (DEPLOY / "site.env.example").read_text(), re.M)[1]
    password = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert password.isalnum()
    assert len(password) >= 32


@pytest.mark.parametrize("name", [".dockerignore", ".containerignore"])
def test_no_secret_of_a_checkout_gets_into_an_image(name):
    lines = (ROOT / name).read_text().split()
    assert {"deploy/site.env", "*.env", "*.sqlite3*", ".git", "var"} <= set(lines)
