"""`fatekeeper serve`, `doctor`, `backup`, `restore`, `upgrade` and so on: the site without a checkout."""

import argparse
import os
import signal
import socket
import subprocess
import sys
from typing import Final

from fatekeeper import settings_file

HELP: Final = """\
fatekeeper serve [--host 127.0.0.1] [--port 8000] [--workers 2] [--no-jobs] [--upgrade [--accept-different]]
                            serve the site, with its background jobs
fatekeeper init [--host NAME]   write a settings file with a fresh secret key
fatekeeper doctor check the site and name problems
fatekeeper backup [FILE]    write a backup and prove that it restores
fatekeeper restore FILE     check a backup; with --yes replace the site with it
fatekeeper upgrade          back up, migrate and verify, or leave everything as it was
fatekeeper nightly          what serve does every night: delete old data and make a backup
fatekeeper createsuperuser  make an administrator
fatekeeper --version
Every other management command works too: fatekeeper help lists them."""
NO_SITE: Final = """\
There is no site in {data} yet.
`fatekeeper serve` creates one and serves it; `fatekeeper init --host NAME` writes the settings of a public site.
For a site in another folder, set FATEKEEPER_DATA."""
NO_KEY: Final = """\
SECRET_KEY is missing in {file}. If this site had a key before, add that one; otherwise add this line:
SECRET_KEY={key}"""
# Our names for commands whose Django name is another.
OTHER_NAMES: Final = {"restore": "restore_backup"}


def main() -> None:
    """Runs the command line."""
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in {"-h", "--help"}:
        print(HELP)
        return
    try:
        sys.exit(run(arguments))
    except settings_file.BadSettings as fault:
        sys.exit(str(fault))


def run(arguments: list[str]) -> int:
    """Runs one command; its exit status."""
    name, rest = arguments[0], arguments[1:]
    if name == "init":
        return _init(rest)
    data = settings_file.load()
    if name in {"--version", "version"}:
        from common.version import VERSION

        print(f"Fatekeeper {VERSION}")
        return 0
    file = data / settings_file.NAME
    # Before a new site is created, so that neither --help nor a mistake makes one.
    options = _options(name, rest) if name == "serve" else None
    if options and not os.environ.get("SECRET_KEY") and not file.exists():
        print(f"This is a new site; its settings are in {settings_file.write_settings(data)}.", flush=True)
        settings_file.load()
    if os.environ.get("FATEKEEPER_MODE", "production") == "production" and not os.environ.get("SECRET_KEY"):
        missing = NO_KEY.format(file=file, key=settings_file.new_key()) if file.exists() else NO_SITE.format(data=data)
        raise settings_file.BadSettings(missing)
    if options:
        return _serve(options)
    if name == "web":
        return _serve_web(rest)
    from django.core.management import execute_from_command_line

    from config.env import load_settings

    load_settings()
    execute_from_command_line(["fatekeeper", OTHER_NAMES.get(name, name), *rest])
    return 0


def _init(rest: list[str]) -> int:
    parser = argparse.ArgumentParser("fatekeeper init", description="Writes a settings file with a fresh secret key.")
    parser.add_argument("--host", default="", help="the site's name, when it is served behind a proxy with TLS")
    options = parser.parse_args(rest)
    print(f"Written: {settings_file.write_settings(settings_file.data_folder(), options.host)}")
    return 0


def _options(name: str, rest: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(f"fatekeeper {name}", description="Serves the site.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="the port to listen on (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=2, help="web processes (default: %(default)s)")
    if name == "serve":
        parser.add_argument(
            "--no-jobs",
            action="store_true",
            help="do not run webhooks, calls and the nightly job (something else runs them)",
        )
        parser.add_argument("--upgrade", action="store_true", help="upgrade an older database first")
        parser.add_argument(
            "--accept-different",
            action="store_true",
            help="with --upgrade: even if encounters do not replay to their stored state",
        )
    return parser.parse_args(rest)


def _serve(options: argparse.Namespace) -> int:
    """Prepares the database and the static files, then supervises the processes."""
    _require_free_port(options.host, options.port)
    _leave_closed_folder()
    prepare = [*settings_file.own_command(), "prepare", "--port", str(options.port)]
    chosen = {"--upgrade": options.upgrade, "--accept-different": options.accept_different}
    # In a separate process, so that the supervisor never loads the site's code or opens its database.
    if status := _run_to_end(prepare + [name for name, wanted in chosen.items() if wanted]):
        return status
    os.environ["FATEKEEPER_PREPARED"] = "1"
    from fatekeeper.supervisor import site_supervisor

    return site_supervisor(options, settings_file.data_folder()).run()


def _require_free_port(host: str, port: int) -> None:
    """BadSettings if the site cannot listen there, for example because another program does."""
    # The web server would say it only after everything is prepared, and without naming the port.
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as fault:
            reason = str(getattr(fault, "strerror", None) or fault).rstrip(".")
            advice = "Choose another port with --port, or another address with --host."
            raise settings_file.BadSettings(f"Cannot listen on {host}, port {port}: {reason}. {advice}") from None


def _leave_closed_folder() -> None:
    """Leaves the current folder if this account may not enter it, such as /root after `runuser`."""
    # Each process of the web server enters the folder in which the server was started, by its path.
    try:
        os.chdir(os.getcwd())
    except OSError:
        os.chdir("/")


def _run_to_end(command: list[str]) -> int:
    """Runs a command and passes SIGTERM on to it; returns its exit status."""
    process = subprocess.Popen(command)  # noqa: S603 (our own program)
    before = signal.signal(signal.SIGTERM, lambda *_signal: process.terminate())
    try:
        return process.wait()
    finally:
        signal.signal(signal.SIGTERM, before)


def _serve_web(rest: list[str]) -> int:
    """Starts uvicorn with its workers, without its access log, because the site logs requests itself."""
    import uvicorn

    options = _options("web", rest)
    uvicorn.run(
        "config.asgi:application",
        host=options.host,
        port=options.port,
        workers=options.workers,
        lifespan="off",
        proxy_headers=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=3,
    )
    return 0
