"""A multiattack in prose becomes its alternatives with the number of each attack, however a book words it."""

import json
import time

import pytest

from campaigns.modules import adapters
from campaigns.modules.adapters import multiattack

NAMES = ["Bite", "Claws", "Tail Stinger", "Acidic Lash", "Shortbow"]
HIT = "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: {} (1d1 + {}) piercing damage."


def best(words, names=NAMES):
    return max(multiattack.read_alternatives(words, names), key=lambda way: sum(way.values()), default={})


def figures_of(multi, more=(), **averages):
    """The figures and the review of an eel whose attacks do this damage on average."""
    actions = [{"Name": "Multiattack", "Content": multi}, *more]
    actions += [{"Name": name, "Content": HIT.format(value, value - 1)} for name, value in averages.items()]
    eel = {"Name": "Bell Eel", "HP": {"Value": 9}, "AC": {"Value": 12}, "Challenge": "1", "Actions": actions}
    draft = adapters.convert("improved-initiative", json.dumps(eel))
    return draft.document["monsters"][0]["source_stats"]["data"], [line.message for line in draft.review]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("The eel attacks with its bite and twice with its claws.", {"Bite": 1, "Claws": 2}),
        ("The eel attacks with its bite and its claws.", {"Bite": 1, "Claws": 1}),
        ("The eel attacks with its bite, claws, and tail stinger.", {"Bite": 1, "Claws": 1, "Tail Stinger": 1}),
        ("The eel attacks once with its bite and three times with its claws.", {"Bite": 1, "Claws": 3}),
        ("The eel attacks two different swimmers with its bite and its tail stinger.", {"Bite": 1, "Tail Stinger": 1}),
        ("The eel makes a bite attack and then a claws attack.", {"Bite": 1, "Claws": 1}),
        ("The eel attacks with its claws and uses Acidic Lash.", {"Claws": 1, "Acidic Lash": 1}),
        ("The eel uses Acidic Lash twice.", {"Acidic Lash": 2}),
        ("The eel attacks twice.", {"*": 2}),
        ("The eel attacks four times and sings.", {"*": 4}),
    ],
)
def test_attacks_without_a_number_before_them_are_counted(words, expected):
    assert best(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("The eel makes one bite attack and two claw attacks.", {"Bite": 1, "Claws": 2}),
        ("The eel makes two lash attacks and one with its stinger.", {"Acidic Lash": 2, "Tail Stinger": 1}),
        ("The eel makes two attacks: one with its bite and one to lash.", {"Bite": 1, "Acidic Lash": 1}),
        ("The eel makes two  Bite\nattacks.", {"Bite": 2}),
        ("Two Bites and three Acidic Lashes.", {"Bite": 2, "Acidic Lash": 3}),
        ("The eel makes three attacks; one with its bite and two with its claws.", {"Bite": 1, "Claws": 2}),
    ],
)
def test_an_attack_is_found_by_its_plural_its_last_word_and_across_blanks(words, expected):
    assert best(words) == expected


def test_a_last_word_that_is_another_attack_means_that_attack():
    assert best("The eel makes two bite attacks.", ["Bite", "Poison Bite"]) == {"Bite": 2}
    assert best("The eel makes two poison bite attacks.", ["Bite", "Poison Bite"]) == {"Poison Bite": 2}
    assert best("The hoof-eel makes two hoof attacks.", ["Hooves"]) == {"Hooves": 2}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("The eel makes two bites or it makes three shortbow attacks.", [{"Bite": 2}, {"Shortbow": 3}]),
        ("The eel makes two attacks with its bite or throws two shortbows.", [{"Bite": 2}, {"Shortbow": 2}]),
        ("The eel makes three Bite or Shortbow attacks.", [{"Bite": 3}, {"Shortbow": 3}]),
        ("The eel makes two attacks, using Bite and Claws in any combination.", [{"Bite": 2}, {"Claws": 2}]),
        (
            "The eel makes one bite and one claws or lash attack.",
            [{"Bite": 1, "Claws": 1}, {"Bite": 1, "Acidic Lash": 1}],
        ),
        ("The eel makes two bites, two claws, or one of each.", [{"Bite": 2}, {"Claws": 2}]),
        (
            "The eel makes two claws attacks. It can replace one attack with a Bite attack.",
            [{"Claws": 2}, {"Claws": 1, "Bite": 1}],
        ),
        (
            "The eel makes two attacks: one with its bite and one with its claws. It can use Acidic Lash in place of "
            "any melee attack.",
            [
                {"Bite": 1, "Claws": 1},
                {"Bite": 0, "Claws": 1, "Acidic Lash": 1},
                {"Bite": 1, "Claws": 0, "Acidic Lash": 1},
            ],
        ),
        (
            "The eel makes two bites. While swimming, it can use its tail stinger in place of one other attack.",
            [{"Bite": 2}, {"Bite": 1, "Tail Stinger": 1}],
        ),
        (
            "The eel makes two bites. It can use its claws instead of one of its other melee weapon attacks.",
            [{"Bite": 2}, {"Bite": 1, "Claws": 1}],
        ),
        (
            "The eel makes either two attacks--one with its bite and one with its claws--or two shortbow attacks.",
            [{"Bite": 1, "Claws": 1}, {"Shortbow": 2}],
        ),
        ("The eel makes two bites. It can use Acidic Lash in place of its turn.", [{"Bite": 2}]),
        ("The eel makes two bites. Its Acidic Lash is not made in place of any attack.", [{"Bite": 2}]),
        ("The eel makes one bite attack. It can use its Claws in place of a bite.", [{"Bite": 1}]),
        (
            "The eel makes one bite and two claws attacks. It can also use its lash attack instead of one claw.",
            [{"Bite": 1, "Claws": 2}, {"Acidic Lash": 1}],
        ),
        (
            "The eel makes two bites. Alternatively, it can also make two shortbow attacks.",
            [{"Bite": 2}, {"Shortbow": 2}],
        ),
        ("The eel makes two bites or it can also make two shortbow attacks.", [{"Bite": 2}, {"Shortbow": 2}]),
        ("The eel makes two bites. It can also make two shortbow attacks instead.", [{"Bite": 2}, {"Shortbow": 2}]),
        ("The eel makes two bites. It can also make a claws attack as a reaction.", [{"Bite": 2}, {"Claws": 1}]),
    ],
)
def test_alternatives_are_told_apart_and_never_added(words, expected):
    assert multiattack.read_alternatives(words, NAMES) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "The eel makes two claws attacks. If it has its shortbow drawn, it can also make a shortbow attack.",
            [{"Claws": 2}, {"Claws": 2, "Shortbow": 1}],
        ),
        (
            "The eel makes one attack with its claws. If that attack hits, the eel can make one bite attack.",
            [{"Claws": 1}, {"Claws": 1, "Bite": 1}],
        ),
        (
            "The eel makes two claws attacks. If both attacks hit the same swimmer, the eel makes another claws attack "
            "and one bite attack.",
            [{"Claws": 2}, {"Claws": 2, "Bite": 1}],
        ),
        (
            "The eel makes two bites or two claws attacks. It can also use its Acidic Lash.",
            [{"Bite": 2}, {"Claws": 2}, {"Bite": 2, "Acidic Lash": 1}, {"Claws": 2, "Acidic Lash": 1}],
        ),
        ("The eel makes two bites. If it also has a shortbow, it makes three shortbow attacks instead.",
         [{"Bite": 2}, {"Shortbow": 3}]),
        ("The eel makes two bites. If it hits with two bites, the swimmer is held.", [{"Bite": 2}]),
        ("It can also make a bite attack.", [{"Bite": 1}]),
    ],
)  # fmt: skip
def test_a_sentence_that_adds_attacks_is_no_alternative(words, expected):
    assert multiattack.read_alternatives(words, NAMES) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("The eel makes three melee or ranged attacks.", {"*": 3}),
        ("The eel makes any two weapon attacks.", {"*": 2}),
        ("Three melee attacks.", {"*": 3}),
        ("Four Gurgling attacks.", {"*": 4}),
        ("The eel makes one bite and two other attacks, using Claws or Shortbow.", {"Bite": 1, "Claws": 2}),
        ("The eel makes three bites, or four Gurgling attacks.", {"Bite": 3}),
    ],
)
def test_attacks_of_any_kind_are_the_best_one_and_unknown_ones_only_if_nothing_else_is_named(words, expected):
    assert best(words) == expected


def test_an_attack_that_may_be_made_once_only_is_counted_once():
    words = "The eel makes three attacks, only one of which can be a bite attack."
    assert figures_of(words, Bite=10, Claws=4)[0]["round"] == 10 + 2 * 4
    assert figures_of(words, Bite=3, Claws=4)[0]["round"] == 3 * 4
    assert figures_of(words.replace("can", "must"), Bite=3, Claws=4)[0]["round"] == 3 + 2 * 4


def test_of_two_attacks_of_one_name_the_stronger_counts():
    for values in ((9, 4), (4, 9)):
        actions = [{"Name": f"Bite ({value})", "Content": HIT.format(value, value - 1)} for value in values]
        assert figures_of("The eel makes two bite attacks.", actions)[0]["round"] == 2 * 9


@pytest.mark.parametrize(
    "words",
    [
        "The eel makes as many bite attacks as it has heads.",
        "The eel bites once with each of its heads.",
        "The eel can snap at everybody in its pool.",
    ],
)
def test_the_review_says_when_the_number_of_attacks_is_not_understood(words):
    figures, review = figures_of(words, Bite=5)
    assert figures["round"] == 5
    assert [line for line in review if "multiattack of Bell Eel" in line]
    figures, review = figures_of("The eel makes two bite attacks.", Bite=5)
    assert figures["round"] == 10
    assert not [line for line in review if "multiattack" in line]


@pytest.mark.parametrize(
    "unit",
    [
        "one ",
        "two attacks ",
        "or ",
        ", or ",
        "bite ",
        "bite, ",
        "with its ",
        "one bite or ",
        "makes ",
        " ",
        "claw and ",
    ],
)
def test_no_multiattack_keeps_the_reader_busy(unit):
    begun = time.process_time()
    for first in ("The eel makes ", "The eel attacks with its bite", ""):
        multiattack.read_alternatives(first + unit * 20_000, NAMES * 20)
    assert time.process_time() - begun < 0.8


def test_many_attacks_of_one_kind_give_a_bounded_number_of_ways():
    names = [
        "(nameless)",
        *(f"{number} Lash" for number in range(300)),
        *(f"Bite of {number}" for number in range(300)),
    ]
    for words in ("The eel makes two lash attacks and two bite attacks.", "Two attacks, one of which can be a lash."):
        begun = time.process_time()
        assert 1 <= len(multiattack.read_alternatives(words, names)) <= multiattack.MOST_WAYS
        assert time.process_time() - begun < 0.8
