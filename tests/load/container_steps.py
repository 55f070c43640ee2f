"""Every step of the Containerfile in a bare Debian root, then the site in it: not root, on a read-only file system.

Needs root, debootstrap and the package registries, and takes minutes, so it is in no timed suite: `make container`.
"""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

FILE = ROOT / "deploy" / "Containerfile"
USER = 10001
# What a root needs of this machine to reach the package registries.
BORROWED = ["etc/resolv.conf", "etc/pip.conf", "root/.config/pip", "etc/apt/apt.conf.d"]
# The package ca-certificates writes this file again in the root, so the steps get a copy under another name.
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
NETWORK = ("PIP_", "SSL_", "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")


def instructions():
    """The instructions of the Containerfile: (name, text)."""
    text = re.sub(r"\\\n", " ", FILE.read_text())
    return [tuple(line.split(maxsplit=1)) for line in text.splitlines() if line and not line.startswith("#")]


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A bare Debian root."""
    if os.geteuid() or not shutil.which("debootstrap") or not shutil.which("unshare"):
        pytest.skip("needs root, debootstrap and unshare")
    folder = Path(os.environ.get("BARE_ROOT") or tmp_path_factory.mktemp("root"))
    folder.chmod(0o755)  # a folder of pytest is closed to the site's user, who has it as "/"
    release = re.search(r"debian:(\w+)", dict(instructions())["FROM"])[1]
    if not (folder / "usr").exists():
        subprocess.run(["debootstrap", "--variant=minbase", release, folder], check=True, stdout=subprocess.DEVNULL)
    for name in BORROWED:
        source, target = Path("/") / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True, symlinks=False, ignore_dangling_symlinks=True)
        elif source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    if CERTIFICATES.exists():
        shutil.copyfile(CERTIFICATES, folder / "borrowed.pem")
    return folder


def run_step(root, command):
    """Runs a RUN step, as a builder does."""
    environment = {name: value for name, value in os.environ.items() if name.startswith(NETWORK)}
    environment |= dict.fromkeys(("PIP_CERT", "SSL_CERT_FILE"), "/borrowed.pem") if CERTIFICATES.exists() else {}
    environment |= {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
    mounted = f"mount --bind /dev {root}/dev && mount -t proc proc {root}/proc && exec chroot {root} /bin/sh -c "
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", mounted + shlex.quote(command)],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"


def copy_step(root, text):
    """Carries a COPY step out; of the project what git knows."""
    source, target = text.split()
    target = root / target.lstrip("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    if source != ".":
        shutil.copyfile(ROOT / source, target)
        return
    for name in subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.splitlines():
        if not name.startswith("tests/") and (ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name)


def test_every_step_runs_and_the_site_serves_as_nobody_special_on_a_read_only_root(root):
    environment, steps = {}, instructions()
    for name, text in steps:
        begun = time.monotonic()
        if name == "RUN":
            run_step(root, text)
        elif name == "COPY":
            copy_step(root, text)
        elif name == "ENV":
            environment |= dict(pair.split("=", 1) for pair in shlex.split(text))
        print(f"{time.monotonic() - begun:6.1f} s  {name} {text[:80]}", file=sys.stderr)
    given = dict(steps)
    assert given["USER"] == str(USER)
    environment["PATH"] = environment["PATH"].replace("$PATH", "/usr/bin:/bin")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    secrets = {"SECRET_KEY": "k0123456789" * 6, "ALLOWED_HOSTS": "localhost", "HTTPS": "0"}
    command = json.loads(given["CMD"])
    command[command.index("0.0.0.0")] = "127.0.0.1"
    process = subprocess.Popen(
        ["unshare", "--mount", "sh", "-c", read_only(root, [*command, "--port", str(port)])],
        env=environment | secrets,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        wait_until_alive(port, process)
        ready = json.loads(urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10).read())
        assert ready["ready"], ready
        probe = given["HEALTHCHECK"].split("CMD ", 1)[1].replace(":8000", f":{port}")
        subprocess.run(json.loads(probe), check=True)
        (owner,) = {path.stat().st_uid for path in (root / "data").rglob("*.sqlite3")}
        assert owner == USER
    finally:
        process.send_signal(signal.SIGTERM)
        output = process.communicate(timeout=30)[0]
    assert "/first-run/" in output
    assert process.returncode == 0, output


def read_only(root, command):
    """The shell's words that run a command as the container would: read-only but for /data and /tmp, not as root."""
    return (
        f"mount --bind {root} {root} && mount -o remount,ro,bind {root} && mount -t tmpfs tmpfs {root}/tmp"
        f" && mount --bind {root}/data {root}/data && mount -o remount,rw,bind {root}/data"
        f" && mount --bind /dev {root}/dev && mount -t proc proc {root}/proc"
        f" && exec {shutil.which('chroot')} --userspec={USER}:{USER} {root} {shlex.join(command)}"
    )


def wait_until_alive(port, process):
    """Waits for the first answer."""
    end = time.monotonic() + 240
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5)
            return
        except OSError:
            assert process.poll() is None, process.stdout.read()
            assert time.monotonic() < end
            time.sleep(0.5)
