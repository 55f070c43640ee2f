"""docs/engine-contract.md names every function of rules.play and every key of every game's view."""

import inspect
import re

import pytest

from rules import play
from tests.docs.source import ROOT

TEXT = (ROOT / "docs" / "engine-contract.md").read_text(encoding="utf-8")


def documented(slug):
    """The keys of a game's view and of its participants, in the order of the paragraph about them."""
    found = re.search(rf"^\*\*{slug}\*\*: (.*?)\n\n", TEXT, re.M | re.S)
    assert found, f"no paragraph about the view of {slug}"
    view, _each, participant = re.sub(r"\([^)]*\)", "", found[1]).partition("participant:")
    return tuple(re.findall(r"`([a-z_]+)`", part) for part in (view, participant))


def typed_keys(slug):
    """The same keys, from the types of the code."""
    schemas = play.schemas(slug)
    view = next(schema for name, schema in schemas.items() if name.endswith("View"))
    participant = view["properties"]["participants"]["additionalProperties"]["$ref"].rpartition("/")[2]
    return view["properties"].keys(), schemas[participant]["properties"].keys()


@pytest.mark.parametrize("slug", sorted(play.SYSTEMS))
def test_the_documented_keys_of_a_view_are_those_of_its_types(slug):
    for written, typed in zip(documented(slug), typed_keys(slug), strict=True):
        assert sorted(written) == sorted(typed - {"hidden"})


@pytest.mark.parametrize("name", play.__all__)
def test_every_public_name_is_documented(name):
    assert re.search(rf"`{name}\b", TEXT), f"docs/engine-contract.md does not mention {name}"


def test_the_documented_parameters_are_those_of_the_code():
    rows = re.findall(r"^\| `(\w+)\(([^)]*)\)`", TEXT, re.M)
    assert len(rows) > 20
    for name, arguments in rows:
        if "..." in arguments:
            continue
        written = [part.split("=")[0].strip() for part in arguments.split(",") if part.strip() != "*"]
        assert written == list(inspect.signature(getattr(play, name)).parameters), name
