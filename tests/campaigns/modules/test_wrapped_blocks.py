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
