"""A real server, the tokens of a GM and of a player, and the tools that generate clients."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from drf_spectacular.generators import SchemaGenerator

from people import actions
from tests import factories
from tests.campaigns.encounters.play.serving import serving

PROGRAMS = Path(__file__).with_name("programs")
GAMES = ("fifty-two-fates", "fortune-and-power", "fortune-system", "game-of-bastards")
ATTEMPTS = 3


def run(command: list[str | Path], folder: Path, seconds: int = 300) -> subprocess.CompletedProcess[str]:
    """What a command says; it must succeed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds)
    assert done.returncode == 0, f"{command[0]} failed:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done


def give_up(reason: str) -> NoReturn:
    """Skip the test; with FATEKEEPER_CLIENTS=required, as in CI, fail it instead."""
    if os.environ.get("FATEKEEPER_CLIENTS") == "required":
        pytest.fail(reason)
    pytest.skip(reason)


def install(command: list[str | Path], folder: Path, what: str) -> None:
    """Install a tool, with three attempts, because downloads fail at times; give up where that is impossible."""
    fault = ""
    for _attempt in range(ATTEMPTS):
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
        except (OSError, subprocess.TimeoutExpired) as error:
            fault = str(error)
            continue
        if not done.returncode:
            return
        fault = done.stderr[-300:]
    give_up(f"{what} could not be installed here, perhaps without a network: {fault}")


@pytest.fixture(scope="session")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The OpenAPI document as a file."""
    path = tmp_path_factory.mktemp("document") / "openapi.json"
    path.write_text(json.dumps(SchemaGenerator().get_schema(request=None, public=True)))
    return path


@pytest.fixture
def site(transactional_db: None) -> Iterator[str]:
    """The whole site on a free port: its address."""
    with serving() as (host, port):
        yield f"http://{host}:{port}"


@pytest.fixture
def tokens(transactional_db: None) -> Callable[[], list[str]]:
    """Makes the tokens of a GM and of a player."""

    def make() -> list[str]:
        people = [factories.UserFactory(), factories.UserFactory()]
        return [actions.create_token(user=user, name="script", can_write=True)[1] for user in people]

    return make
