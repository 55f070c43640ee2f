"""openapi-typescript generates types, and a program that uses them compiles and plays an encounter."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clients.conftest import PROGRAMS, give_up, install, run

TOOLS = ["openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3", "@types/node@20.19.43"]
SETTINGS = {
    "compilerOptions": {
        "strict": True,
        "target": "es2022",
        "module": "nodenext",
        "types": ["node"],
        "outDir": "made",
    },
    "files": ["play.ts"],
}
# Mistakes that the types must find: a field that no view has, an unknown role, a field of another event.
MISTAKES = {
    "one.hp > 0": "one.hitpoints > 0",
    'body: { role: "player" }': 'body: { role: "wizard" }',
    "event.amount": "event.feet",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, document: Path) -> Path:
    """A folder with the tools, the generated types and the program."""
    if not shutil.which("npm") or not shutil.which("node"):
        give_up("TypeScript was not tried: node and npm are not installed here")
    folder = tmp_path_factory.mktemp("typescript")
    (folder / "package.json").write_text(json.dumps({"name": "evening", "private": True, "type": "module"}))
    (folder / "tsconfig.json").write_text(json.dumps(SETTINGS))
    install(["npm", "install", "--no-audit", "--no-fund", "--fetch-retries=1", *TOOLS], folder, "openapi-typescript")
    # A field with a default may be left out of a request.
    generate = ["npx", "--no-install", "openapi-typescript", document, "--default-non-nullable=false"]
    run([*generate, "--output", "api.d.ts"], folder)
    shutil.copy(PROGRAMS / "play.ts", folder)
    return folder


def test_the_typescript_client_compiles_and_plays_an_encounter_to_its_end(
    project: Path, site: str, tokens: Callable[[], list[str]]
) -> None:
    run(["npx", "--no-install", "tsc"], project)
    told = run(["node", "made/play.js", site, *tokens()], project).stdout
    assert "commands" in told
    print(told, end="")


@pytest.mark.parametrize("right", MISTAKES)
def test_a_program_that_uses_a_wrong_field_does_not_compile(project: Path, right: str) -> None:
    text = (PROGRAMS / "play.ts").read_text()
    assert text.count(right) == 1
    (project / "play.ts").write_text(text.replace(right, MISTAKES[right]))
    with pytest.raises(AssertionError, match="error TS"):
        run(["npx", "--no-install", "tsc", "--noEmit"], project)
