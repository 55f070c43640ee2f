"""Pasted stat blocks whose lines are wrapped in the middle of a sentence, as those of a PDF are."""

import pytest

from campaigns.modules import adapters

HEAD = """Tin Drake
Huge dragon, chaotic evil
Armor Class 19 (natural armor)
Hit Points 256 (19d12 + 133)
Speed 40 ft., fly 80 ft.
STR DEX CON INT WIS CHA
27 (+8) 10 (+0) 25 (+7) 16 (+3) 13 (+1) 21 (+5)
Senses passive Perception 23
Challenge 17 (18,000 XP)
Actions
"""
BITE = """Bite. Melee Weapon Attack: +14 to hit, reach 10 ft.,
one target. Hit: 19 (2d10 + 8) piercing
damage plus 7 (2d6) fire damage.
"""


def read(words):
    (item,) = adapters.convert("stat-block", words).document["monsters"]
    return item["source_stats"]["data"], {block.get("title"): block["md"] for block in item.get("blocks", [])}


def test_a_line_inside_a_feature_is_more_of_its_text_though_it_begins_like_a_figure():
    figures, texts = read(f"{HEAD}{BITE}")
    assert figures["attacks"][0]["average"] == 26
    assert texts["Bite"].endswith("damage plus 7 (2d6) fire damage.")


@pytest.mark.parametrize(
    "continued",
    [
        "speed is halved until its next turn.",
        "Speed is halved until its next turn.",
        "languages sound alike to it.",
        "hit points 12 are lost.",
        "AC 12 is then its armour.",
        "dex 10 is then its score.",
        "skills fail, such as stealth +3.",
    ],
)
def test_a_wrapped_feature_changes_no_figure_and_loses_no_word(continued):
    whole, _texts = read(HEAD)
    figures, texts = read(f"{HEAD}Slow. The target drops what it holds, and\n{continued}\n")
    assert texts["Slow"].endswith(continued)
    assert figures == whole


def test_figures_below_the_features_are_still_read():
    start, _challenge, _rest = HEAD.partition("Challenge")
    start, scores = start.replace("27 (+8) 10 (+0) 25 (+7) 16 (+3) 13 (+1) 21 (+5)\n", ""), "27 10 25 16 13 21"
    figures, texts = read(
        f"{start}Actions\n{BITE}STR DEX CON INT WIS CHA\n{scores}\nSkills Stealth +6\nChallenge 17 (18,000 XP)\n"
    )
    assert (figures["cr"], figures["xp"], figures["skills"]) == (17, 18000, {"stealth": 6})
    assert figures["ab"]["charisma"] == 21
    assert "Challenge" not in texts["Bite"]


def test_a_line_with_the_hit_of_the_attack_above_is_no_feature():
    figures, texts = read(
        f"{HEAD}Squeeze. Melee Weapon Attack: +14 to hit, reach 5 ft., one\n"
        "Large or smaller creature. Hit: 19 (2d10 + 8) bludgeoning damage.\n"
    )
    assert figures["attacks"][0]["average"] == 19
    assert list(texts) == ["Squeeze"]


@pytest.mark.parametrize(
    "facts",
    [
        "**Senses** darkvision 60 ft. passive Perception 23\n**Languages** Draconic",
        "Senses darkvision 60 ft. passive Perception 23\nLanguages Draconic. Telepathy 60 ft",
    ],
)
def test_a_full_stop_in_a_line_of_senses_or_languages_makes_no_feature_of_it(facts):
    figures, texts = read(HEAD.replace("Senses passive Perception 23", facts))
    assert (figures["pp"], figures["cr"], figures["xp"]) == (23, 17, 18000)
    assert "traits" not in figures
    assert list(texts) == ["Senses and languages"]


@pytest.mark.parametrize("name", ["***Senses of the Wolf.***", "***Languages Galore.***", "Senses of the Wolf."])
def test_a_feature_may_be_called_like_a_line_of_senses(name):
    figures, _texts = read(HEAD.replace("Actions", f"Traits\n{name} It smells what it hunts.\nActions"))
    assert figures["traits"] == [name.strip("*.")]


@pytest.mark.parametrize(
    "line",
    [
        "Armor Class 15 (leather)",
        "Hit Points 7 (2d6)",
        "Challenge 1/4 (50 XP)",
        "Challenge 1/4 (50 XP) Proficiency Bonus +2",
        "CR 1/4 (XP 50; PB +2)",
        "AC 15 Initiative +2",
        "Speed 30 ft., fly 60 ft. (hover)",
    ],
)
def test_a_whole_line_with_a_figure_counts_below_text_without_a_full_stop(line):
    first = {"A": "Armor", "H": "Hit", "C": "Challenge", "S": "Speed"}[line[0]]
    others = [each for each in HEAD.splitlines() if each.split()[0] != first]
    others[2:2] = ["Drakes are shy. They live in caves and hate the sun", line]
    figures, texts = read("\n".join([*others, "Bite. It bites.\n"]))
    expected = {"A": ("ac", 15), "H": ("hp", 7), "C": ("cr", 0.25), "S": ("speed", {"walk": 30, "fly": 60})}
    field, value = expected[line[0]]
    assert figures[field] == value
    assert figures["pp"] == 23, "the lines below the figure are figures too"
    assert texts["Drakes are shy"] == "They live in caves and hate the sun"


@pytest.mark.parametrize("line", ["AC 12.", "Hit Points 30 or fewer", "Speed 30 feet until dawn."])
def test_a_sentence_that_goes_on_with_a_number_is_no_figure(line):
    figures, texts = read(f"{HEAD}Slow. The target falls to\n{line}\n")
    assert figures == read(HEAD)[0]
    assert texts["Slow"].endswith(line)
