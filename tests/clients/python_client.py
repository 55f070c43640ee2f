"""openapi-python-client generates a client, and a program plays an encounter of every game with it."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clients.conftest import GAMES, PROGRAMS, install, run

GENERATOR = "openapi-python-client==0.29.1"


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory, document: Path) -> Path:
    """An environment of its own with the generated client: its Python."""
    folder = tmp_path_factory.mktemp("python")
    run([sys.executable, "-m", "venv", folder / "venv"], folder)
    binary = folder / "venv" / "bin"
    install([binary / "python", "-m", "pip", "install", "--quiet", "--retries", "1", GENERATOR], folder, GENERATOR)
    site_packages = next((folder / "venv" / "lib").glob("python*/site-packages"))
    generate = [binary / "openapi-python-client", "generate", "--meta", "none", "--path", document]
    (folder / "config.yaml").write_text("post_hooks: []\n")
    client = site_packages / "fatekeeper_client"
    told = run([*generate, "--config", folder / "config.yaml", "--output-path", client], folder).stdout
    assert "Unable to process schema" not in told, "every schema of the document becomes a class of the client"
    assert "Unable to parse" not in told
    run([binary / "python", "-m", "compileall", "-q", client], folder)
    return binary / "python"


@pytest.mark.parametrize("game", GAMES)
def test_the_python_client_plays_an_encounter_to_its_end(
    python: Path, site: str, tokens: Callable[[], list[str]], game: str, tmp_path: Path
) -> None:
    told = run([python, PROGRAMS / "play.py", site, game, *tokens()], tmp_path).stdout
    assert told.startswith(f"{game}: ")
    print(told, end="")
