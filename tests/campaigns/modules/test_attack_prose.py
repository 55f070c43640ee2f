"""The prose of an attack or power: its damage, its further effect, and the DC of its saving throw."""

import time

import pytest

from campaigns.modules.adapters import prose

HIT = "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 7 (2d4 + 2) piercing damage"


@pytest.mark.parametrize(
    ("words", "dc"),
    [
        ("Each swimmer must make a DC 13 Constitution saving throw.", 13),
        ("Each swimmer must make a DC 14 CON save, taking 9 (2d8) cold damage.", 14),
        ("It rings. 9 (2d8) thunder damage (DC 15 Con half).", 15),
        ("It rings, and swimmers are deafened (DC 15  Con negates).", 15),
        ("Constitution Saving Throw: DC 16, each creature in a 30-foot Cone. Failure: 9 (2d8) Cold damage.", 16),
        ("Each swimmer must make a DC 17 Strength (Athletics) check.", None),
        ("It casts a spell (spell save DC 12).", None),
    ],
)
def test_the_dc_of_a_power_is_read_as_every_book_writes_it(words, dc):
    assert prose.saving_dc(words) == dc


@pytest.mark.parametrize(
    ("words", "rider"),
    [
        (f"{HIT}. The target must succeed on a DC 12 STR save or be knocked prone.", {"kind": "prone", "dc": 12}),
        (f"{HIT} plus 3 (1d6) poison damage, and the target makes a DC 11 Constitution saving throw or is poisoned.",
         {"kind": "poison", "dc": 11}),
        ("Melee Weapon Attack: +4 to hit, 5 ft., one target, 7 (2d4+2) piercing damage and DC 13 Str save or be "
         "knocked prone.", {"kind": "prone", "dc": 13}),
        ("Melee Attack Roll: +4, reach 5 ft. Hit: 7 (2d4 + 2) Piercing damage, and the target has the Grappled "
         "condition (escape DC 14).", {"kind": "grappled", "dc": 14}),
        (f"{HIT}.", None),
        (f"{HIT}. The target is knocked prone.", None),
    ],
)  # fmt: skip
def test_the_further_effect_of_a_hit_is_read_with_and_without_the_word_hit(words, rider):
    assert prose.attack(words).get("rider") == rider


START = "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: "
SWORD = START + "8 (1d8 + 4) slashing damage"


@pytest.mark.parametrize(
    ("words", "average"),
    [
        (f"{SWORD}, or 9 (1d10 + 4) slashing damage if used with two hands, plus 18 (4d8) poison damage.", 26.5),
        (f"{SWORD} or 9 (1d10 + 4) slashing damage if used with two hands plus 7 (2d6) fire damage.", 15.5),
        (f"{SWORD}, or 9 (1d10 + 4) if used with two hands, plus 7 (2d6) fire damage and 5 (2d4) cold damage.", 20.5),
        (f"{SWORD}—or 6 (1d4 + 4) slashing damage if the eel is bloodied—plus 10 (3d6) poison damage.", 19),
        (f"{SWORD} plus 3 (1d6) fire damage, or 6 (1d4 + 4) slashing damage plus 2 (1d4) fire damage if bloodied.", 12),
        (f"{SWORD}, or 9 (1d10 + 4) slashing damage plus 3 (1d6) fire damage if used with two hands.", 8.5),
        (f"{SWORD}, or 9 (1d10 + 4) slashing damage if used with two hands.", 8.5),
        (f"{SWORD}, or 9 (1d10 + 4) slashing damage in melee, plus 2 (1d4) fire damage when it burns.", 8.5),
    ],
)
def test_damage_after_an_alternative_counts_only_if_the_alternative_is_of_one_part(words, average):
    assert prose.attack(words)["average"] == average


@pytest.mark.parametrize(
    ("words", "average"),
    [
        (f"{START}18 (3d6 + 8) plus 3 (1d6) poison damage.", 22),
        (f"{START}18 (2d12 + 5).", 18),
        (f"{START}The target loses 2 (1d4) of its rings, and takes 7 (2d6) cold damage.", 7),
        (f"{START}10 (3d6) swimmers are pushed aside.", None),
        ("Ranged Weapon Attack: +4 to hit, range 5/15 ft., the target is held. Dealing 5 slashing damage to the net "
         "frees it.", None),
    ],
)  # fmt: skip
def test_a_first_number_with_dice_is_damage_without_a_type_and_other_numbers_are_not(words, average):
    assert prose.attack(words).get("average") == average


WHOLE = (
    "Melee or Ranged Weapon Attack: +6 to hit, reach 10 ft. or range 80/320 ft., one target. Hit: 6 (1d6 + 3) piercing "
    "damage, and the target must make a DC 15 Constitution saving throw, taking 24 (7d6) poison damage if it fails."
)


def test_a_line_may_be_wrapped_at_every_space_of_an_attack():
    places = [place for place, sign in enumerate(WHOLE) if sign == " "]
    wrapped = [f"{WHOLE[:place]}\n{WHOLE[place + 1 :]}" for place in places]
    whole = {"to_hit": 6, "average": 6.5, "reach": 10, "range": "80/320", "rider": {"kind": "poison", "dc": 15}}
    assert prose.attack(WHOLE) == whole
    assert [words for words in wrapped if prose.attack(words) != whole] == []
    assert [words for words in wrapped if prose.damage(words) != prose.damage(WHOLE)] == []
    assert [words for words in wrapped if prose.saving_dc(words) != 15] == []
    assert [words for words in wrapped if prose.read_further_effect(words) != whole["rider"]] == []


@pytest.mark.parametrize(
    "unit",
    [
        "DC 1 CON ",
        "poisoned ",
        "DC 12 Con save or be poisoned ",
        "prone",
        "7 (2d4) plus ",
        ", or 7 fire damage plus 1 fire damage",
    ],
)
def test_no_description_of_a_hit_keeps_the_reader_busy(unit):
    begun = time.process_time()
    for words in (unit * 20_000, f"{HIT}, {unit * 20_000}"):
        prose.attack(words)
        prose.read_further_effect(words)
        prose.saving_dc(words)
    assert time.process_time() - begun < 0.8
