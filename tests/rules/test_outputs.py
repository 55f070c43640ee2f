"""Events, views and offers are what the published types of each game say, and nothing else.

`check_outputs` (tests/rules/outputs.py) compares everything that the tests of the rules, of recorded encounters and of
the fifth game receive. Here is random play for all viewers, and the proof that a wrong field is found.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules import play
from rules.engine.schemas import camel_case
from rules.games import registry
from tests.rules import outputs
from tests.rules.honest_logs import SETUPS

SLUGS = sorted(SETUPS)
RULE_ID = re.compile(r"\b[A-Z][A-Z0-9]{2}-\d\d\b")
ENGINE = Path(play.__file__).parent / "engine"
Found = dict[str, Any]


def random_play(slug: str, seed: int, steps: int) -> Iterator[tuple[str, Any]]:
    """("Event", "View" or "Offer", value) of everything that anyone receives in random play."""
    setup = SETUPS[slug]()
    setup.pop("dice", None)
    state = play.start(slug, setup, seed=seed)
    yield from (("Event", event) for event in play.opening(slug, state))
    for number in range(steps):
        actors = play.actors(slug, state)
        if not actors:
            break
        seen = play.view(slug, state, actors[number % len(actors)])
        yield "View", seen
        yield "View", play.view(slug, state, "observer")
        yield from (("Offer", offer) for offer in play.offers(slug, state, actors[number % len(actors)]))
        command = play.sample(slug, state, actors[number % len(actors)], seed=number)
        if command is None or (command["type"] in ("end", "concede") and number < steps - 5):
            continue
        result = play.act(slug, state, command)
        state = result["state"]
        yield from (("Event", event) for event in result["events"])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("slug", SLUGS)
def test_random_play_gives_what_the_types_say(slug: str, seed: int) -> None:
    kinds = {(output, value.get("type")) for output, value in random_play(slug, seed, 80)}
    assert len([kind for output, kind in kinds if output == "Event"]) > 8
    assert len([kind for output, kind in kinds if output == "Offer"]) > 4


def broken(value: Found) -> Iterator[Found]:
    """Copies of an event, a view or an offer with one thing wrong each."""
    yield {**value, "unheard": 1}
    yield {**value, "rules" if "rules" in value else "turn": "nobody"}
    for field in ("text", "visible_to", "phase", "participants", "label", "example"):
        if field in value:
            yield {name: part for name, part in value.items() if name != field}
            yield {**value, field: 7}
    participants = value.get("participants")
    if isinstance(participants, dict) and participants:
        who = next(iter(participants))
        yield {**value, "participants": {**participants, who: {**participants[who], "cards": ["TD"]}}}
        yield {**value, "participants": {**participants, who: {**participants[who], "name": None}}}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_planted_wrong_field_is_found(slug: str) -> None:
    seen: dict[tuple[str, str], Found] = {}
    for output, value in random_play(slug, 7, 50):
        seen.setdefault((output, value.get("type", "")), value)
    assert {output for output, _kind in seen} == {"Event", "View", "Offer"}
    for (output, kind), value in seen.items():
        name = f"{camel_case(kind)}Event" if output == "Event" else output
        assert outputs.faults(slug, name, value) == []
        for wrong in broken(value):
            assert outputs.faults(slug, name, wrong), (name, wrong)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_that_gives_an_unnamed_field_fails_every_test(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = registry.game(slug), play.start(slug, SETUPS[slug](), seed=1)
    view, opening = type(game).view, type(game).opening
    monkeypatch.setattr(type(game), "view", lambda own, *seat: {**view(own, *seat), "seed": 1})
    with pytest.raises(AssertionError, match="seed"):
        play.view(slug, state, "observer")
    monkeypatch.setattr(type(game), "opening", lambda own, loaded: [{**opening(own, loaded)[0], "key": "x"}])
    with pytest.raises(AssertionError, match="key"):
        play.opening(slug, state)
    monkeypatch.setattr(type(game), "opening", lambda own, loaded: [{**opening(own, loaded)[0], "type": "new"}])
    with pytest.raises(AssertionError, match="no event of"):
        play.opening(slug, state)


def test_an_event_of_any_type_is_described_by_one_schema_of_its_game() -> None:
    state = play.start("fortune-system", SETUPS["fortune-system"](), seed=1)
    event = play.opening("fortune-system", state)[0]
    assert outputs.faults("fortune-system", "Event", event) == []
    assert outputs.faults("fortune-system", "Event", {**event, "type": "unheard"})


@pytest.mark.parametrize("slug", SLUGS)
def test_every_field_is_described_and_names_only_rules_that_exist(slug: str) -> None:
    schemas, known = play.schemas(slug), {rule["id"] for rule in play.RULES[slug]}
    given = [name for name in schemas if name.endswith(("Event", "View", "Offer"))]
    assert all(schemas[name]["description"] for name in schemas if name.endswith("Command"))
    assert len(given) > 25
    for name in given:
        schema = schemas[name]
        assert schema["description"], name
        for field, declared in schema.get("properties", {}).items():
            inner = (
                declared if "description" in declared else schemas.get(declared.get("$ref", "").rpartition("/")[2], {})
            )
            assert "description" in inner or field == "type", f"{name}.{field} has no description"
        assert set(RULE_ID.findall(str(schema))) <= known, name


def words_of(folder: Path) -> set[str]:
    """Every text in the code of a folder, other than in the types."""
    found = set()
    for path in folder.glob("*.py"):
        if not path.name.endswith("event_types.py"):
            tree = ast.parse(path.read_text())
            found |= {
                node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and type(node.value) is str
            }
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_every_type_of_event_is_one_that_the_game_tells(slug: str) -> None:
    """Some types are put together: "slot-" and "damaged", "fumble" and "-draw"."""
    words = words_of(ENGINE) | words_of(ENGINE.parent / "games" / slug.replace("-", "_"))
    heads = tuple(word for word in words if re.fullmatch(r"[a-z]+-", word))
    tails = tuple(word for word in words if re.fullmatch(r"-[a-z]+", word))
    game = registry.game(slug)
    for kind in game.shapes.events:  # type: ignore[attr-defined]
        assert kind in words or kind.startswith(heads) or (tails and kind.endswith(tails)), kind


@pytest.mark.parametrize("slug", SLUGS)
def test_published_types_of_what_a_game_gives_allow_later_fields(slug: str) -> None:
    schemas = play.schemas(slug)
    for name, schema in schemas.items():
        if name.endswith(("Event", "View", "Offer")):
            assert schema.get("additionalProperties") is not False, name
    assert schemas[f"{camel_case(slug)}Command"]["discriminator"]["propertyName"] == "type"
