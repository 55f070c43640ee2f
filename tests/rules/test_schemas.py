"""The JSON Schemas of each game accept what the game accepts, and refuse what it refuses for its shape."""

from functools import cache

import jsonschema
import pytest

from rules import play
from rules.engine.schemas import camel_case, sentences_of
from tests.rules.honest_logs import SETUPS

SLUGS = sorted(SETUPS)


def fits(slug, name, value):
    """Whether a value is what the schema of this name describes."""
    return _validator(slug, name).is_valid(value)


@cache
def _validator(slug, name):
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{camel_case(slug)}{name}", "$defs": _schemas(slug)})


@cache
def _schemas(slug):
    return play.schemas(slug)  # takes a hundred times as long as a comparison


def random_commands(slug, seed, steps=120):
    """Commands that the game accepted, by type, one of each."""
    setup = SETUPS[slug]()
    setup.pop("dice", None)
    state, found = play.start(slug, setup, seed=seed), {}
    for number in range(steps):
        actors = play.actors(slug, state)
        for actor in actors:
            found |= {offer["type"]: offer["example"] for offer in play.offers(slug, state, actor)}
        command = play.sample(slug, state, actors[number % len(actors)], seed=number)
        if command is None or command["type"] in ("end", "concede"):
            continue
        state = play.act(slug, state, command)["state"]
        found[command["type"]] = command
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_every_schema_is_valid_and_refers_only_to_schemas_of_its_game(slug):
    schemas = play.schemas(slug)
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    assert all(name.startswith(camel_case(slug)) for name in schemas)
    assert f"{camel_case(slug)}Command" in schemas
    for name in play.SYSTEMS[slug]["commands"]:
        assert f"{camel_case(slug)}{camel_case(name)}Command" in schemas


@pytest.mark.parametrize("slug", SLUGS)
def test_accepted_commands_fit_their_schema_and_misshapen_ones_do_not(slug):
    commands = random_commands(slug, seed=11)
    assert len(commands) > 5
    for name, command in commands.items():
        assert fits(slug, "Command", command), command
        assert fits(slug, f"{camel_case(name)}Command", command), command
        assert not fits(slug, "Command", {**command, "unheard": 1}), command
        assert not fits(slug, "Command", {**command, "type": "no such command"}), command
        assert not fits(slug, "Command", {**command, "actor": 7}), command


@pytest.mark.parametrize("slug", SLUGS)
def test_setups_fit_their_schema(slug):
    setup = SETUPS[slug]()
    assert fits(slug, "Setup", setup)
    assert not fits(slug, "Setup", {**setup, "participants": "nobody"})


@pytest.mark.parametrize("slug", SLUGS)
def test_sheets_of_ready_made_heroes_fit_their_schema(slug):
    for hero in play.ready_made_heroes(slug):
        made = play.ready_made_hero(slug, hero["key"])
        sheet = play.sheet(slug, {**play.new_sheet(slug), **made["sheet"]}, {}, before=play.new_sheet(slug))["sheet"]
        given = {name: value for name, value in sheet.items() if value is not None}
        assert fits(slug, "Sheet", given), given
        assert not fits(slug, "Sheet", {**given, "unheard": 1})


def test_references_go_where_the_caller_wants_them():
    schemas = play.schemas("fifty-two-fates", place="#/components/schemas/")
    first = schemas["FiftyTwoFatesCommand"]["oneOf"][0]["$ref"]
    assert first.startswith("#/components/schemas/FiftyTwoFates")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_description_has_no_indent_on_any_version_of_python(slug):
    """Before 3.13, Python keeps the indent of a docstring."""
    described = {name: schema["description"] for name, schema in _schemas(slug).items() if "description" in schema}
    assert described[f"{camel_case(slug)}Setup"]
    assert [name for name, text in described.items() if "\n " in text or text != text.strip()] == []


def test_ids_are_described_by_an_expression_that_javascript_knows_too():
    found = play.schemas("game-of-bastards")["GameOfBastardsEntry"]["properties"]["id"]["pattern"]
    assert found == "^[A-Za-z0-9_-]{1,64}$"


def test_a_command_is_described_alike_before_and_since_python_removes_the_indent_of_docstrings():
    """Python 3.13 removes it when it compiles."""

    def attack(): ...

    sentences = set()
    for indent in ("", " " * 4, " " * 8):
        attack.__doc__ = f"Attack an opponent\n{indent}with a card.\n\n{indent}Second paragraph.\n{indent}"
        sentences.add(sentences_of({"attack": (None, attack, None)})["attack"])
    assert sentences == {"Attack an opponent with a card."}
    attack.__doc__ = None
    assert sentences_of({"attack": (None, attack, None)}) == {"attack": ""}
