"""Blocks in the draft's words come out in the engine's words, with nothing lost; digests; conversion."""

import pytest

from campaigns.modules import stats_conversion
from campaigns.modules.format import draft_upgrades, validation
from campaigns.modules.format.canonical_json import canonical, digest
from tests.campaigns.modules import samples


@pytest.mark.parametrize(
    ("words", "part", "line"),
    [
        ("1 damage", "number", {"damage": 1}),
        ("2 damage", "face", {"damage": 2}),
        ("half current HP (min 3)", "ace", {"damage": "half"}),
        (
            "1 damage + blood loss (continuous, strength 5)",
            "face",
            {"damage": 1, "effect": {"name": "blood loss", "strength": 5}},
        ),
        (
            "2 damage + prone (partial)",
            "face",
            {"damage": 2, "incapacitate": {"degree": "partial"}, "prone": True},
        ),
        (
            "1 damage + paralysed (full, 5)",
            "face",
            {"damage": 1, "incapacitate": {"degree": "full", "unconscious": True, "wake": 5}},
        ),
        ("Fire Breath v 9", "ace", {"damage": "half", "text": "Fire Breath v 9"}),
        ("the dragon laughs", "number", {"damage": 1, "text": "the dragon laughs"}),
    ],
)
def test_an_attack_line_in_words_becomes_figures_and_keeps_what_it_cannot_say(words, part, line):
    """F52-95: a line is a damage figure and/or conditions, and a text."""
    assert draft_upgrades.line(words, part) == line


def test_the_blocks_of_all_four_games_are_carried_over():
    document = validation.document(samples.night_blade()).document
    stirge = next(item for item in document["monsters"] if item["key"] == "stirge")["stats"]
    assert stirge["fifty-two-fates"] == {
        "max_hp": 2,
        "allowance": 1,
        "level": 1,
        "speed": 10,
        "lines": {
            "number": {"damage": 1, "text": "Blood Drain"},
            "face": {"damage": 1, "effect": {"name": "blood loss", "strength": 5}},
            "ace": {"damage": "half"},
        },
        "text": "Blood Drain (5 feet).\n\nFlies 40 feet.",
    }
    assert stirge["fortune-and-power"]["limits"] == {"wounds": 4, "shocks": 999}
    assert stirge["fortune-and-power"]["text"].endswith("Mindless: nothing shocks it.")
    assert stirge["fortune-system"]["successes"] == 1
    assert stirge["fortune-system"]["selection"] == "choice"
    assert stirge["game-of-bastards"]["kind"] == "extras"
    captain = next(item for item in document["monsters"] if item["key"] == "bandit-captain")["stats"]
    assert captain["game-of-bastards"]["kind"] == "follower"
    assert captain["game-of-bastards"]["pools"] == {"power": 15}


def test_carrying_leaves_the_document_that_came_in_alone_and_a_carried_one_as_it_is():
    draft = samples.night_blade()
    before = canonical(draft)
    settled = validation.document(draft).document
    assert canonical(draft) == before
    assert draft_upgrades.upgrade_stats(settled) == settled
    assert digest(settled) != digest(draft)
    assert validation.document(settled).ok


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (333333333.33333329, "333333333.3333333"),
        (1e30, "1e+30"),
        (4.50, "4.5"),
        (2e-3, "0.002"),
        (0.000000000000000000000000001, "1e-27"),
        (1e21, "1e+21"),
        (1e20, "100000000000000000000"),
        (5e-324, "5e-324"),
        (-0.0, "0"),
        (1.0, "1"),
        (1e-6, "0.000001"),
        (1e-7, "1e-7"),
        (123, "123"),
        (True, "true"),
        ('\u20ac$\u000f\nA\'B"\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\"/"'),
        (
            {"\u20ac": 1, "\r": 2, "\U0001f600": 3, "\ufb33": 4, "1": 5},
            '{"\\r":2,"1":5,"€":1,"😀":3,"\ufb33":4}',
        ),
    ],
)
def test_canonical_json_is_as_rfc_8785_prints_it(value, text):
    assert canonical(value) == text


# docs/module-format.md, by the source's figures: hit points, cards, feet.
TWELVE = [
    ("bandit", {"cr": 0.125, "hp": 11, "ab": {"strength": 11, "dexterity": 12}, "walk": 30}, (3, 1, 30)),
    ("goblin", {"cr": 0.25, "hp": 7, "ab": {"strength": 8, "dexterity": 14}, "walk": 30}, (3, 1, 30)),
    ("wolf", {"cr": 0.25, "hp": 11, "ab": {"strength": 12, "dexterity": 15}, "walk": 40}, (3, 1, 40)),
    ("orc", {"cr": 0.5, "hp": 15, "ab": {"strength": 16, "dexterity": 12}, "walk": 30}, (4, 2, 30)),
    ("ghoul", {"cr": 1, "hp": 22, "ab": {"strength": 13, "dexterity": 15}, "walk": 30}, (5, 1, 30)),
    ("ogre", {"cr": 2, "hp": 59, "ab": {"strength": 19, "dexterity": 8}, "walk": 40}, (10, 2, 40)),
    ("troll", {"cr": 5, "hp": 84, "ab": {"strength": 18, "dexterity": 13}, "walk": 30}, (14, 2, 30)),
    ("hill giant", {"cr": 5, "hp": 105, "ab": {"strength": 21, "dexterity": 8}, "walk": 40}, (17, 2, 40)),
    (
        "young red dragon",
        {"cr": 10, "hp": 178, "ab": {"strength": 23, "dexterity": 10}, "walk": 40},
        (27, 3, 40),
    ),
    (
        "adult red dragon",
        {"cr": 17, "hp": 256, "ab": {"strength": 27, "dexterity": 10}, "walk": 40},
        (38, 3, 40),
    ),
]


@pytest.mark.parametrize(("name", "data", "figures"), TWELVE)
def test_known_monsters_get_the_figures_that_the_conversion_rules_print(name, data, figures):
    source = {"cr": data["cr"], "hp": data["hp"], "ab": data["ab"], "speed": {"walk": data["walk"]}}
    block = stats_conversion.stats("fifty-two-fates", {"source_stats": {"system": "5e-2014", "data": source}})
    assert (block["max_hp"], block["allowance"], block["speed"]) == figures
    assert 1 <= block["level"] <= 9


@pytest.mark.parametrize(
    "source",
    [
        None,
        {},
        {"system": "5e-2014"},
        {"system": "traveller", "data": {"cr": 1, "hp": 5}},
        {"system": "5e-2014", "data": {"cr": "1/4", "hp": 5}},
        {"system": "5e-2014", "data": {"cr": 1, "hp": True}},
    ],
)
def test_incomplete_figures_are_not_converted(source):
    assert stats_conversion.stats("fifty-two-fates", {"source_stats": source}) is None


def test_a_game_without_a_converter_is_not_converted():
    item = {"source_stats": {"system": "5e-2014", "data": {"cr": 1, "hp": 5}}}
    assert stats_conversion.stats("fortune-system", item) is None
