"""Three-way merge of texts by paragraphs."""

import random

import pytest

from common import text_merge
from common.secret_blocks import visible_text
from common.text_merge import merge_texts

BASE = "One.\n\nTwo.\n\nThree.\n\nFour."


@pytest.mark.parametrize(
    ("mine", "theirs", "merged"),
    [
        (BASE, BASE.replace("Two", "2"), BASE.replace("Two", "2")),
        (BASE.replace("One", "1"), BASE.replace("Four", "4"), "1.\n\nTwo.\n\nThree.\n\n4."),
        (BASE.replace("Two", "2"), BASE.replace("Three", "3"), "One.\n\n2.\n\n3.\n\nFour."),
        (f"Zero.\n\n{BASE}", f"{BASE}\n\nFive.", f"Zero.\n\n{BASE}\n\nFive."),
        (BASE.replace("Two.\n\n", ""), BASE.replace("Four", "4"), "One.\n\nThree.\n\n4."),
        (BASE.replace("Two", "2"), BASE.replace("Two", "2"), BASE.replace("Two", "2")),
    ],
)
def test_changes_of_different_paragraphs_are_merged(mine, theirs, merged):
    found = merge_texts(BASE, mine, theirs)
    assert found.conflicts == []
    assert found.resolve() == merged


def test_the_same_paragraph_is_a_conflict_with_three_choices():
    found = merge_texts(BASE, BASE.replace("Two", "Mine"), BASE.replace("Two", "Theirs").replace("Four", "4"))
    assert [(one.mine, one.theirs) for one in found.conflicts] == [("Mine.", "Theirs.")]
    assert found.resolve(["mine"]) == "One.\n\nMine.\n\nThree.\n\n4."
    assert found.resolve(["theirs"]) == "One.\n\nTheirs.\n\nThree.\n\n4."
    assert found.resolve() == "One.\n\nMine.\n\nTheirs.\n\nThree.\n\n4."


def test_two_texts_at_the_same_place_are_a_conflict():
    found = merge_texts("", "Mine.", "Theirs.")
    assert found.resolve(["both"]) == "Mine.\n\nTheirs."


def test_a_merge_opens_no_secret():
    """One writer opens a block by taking away its marks, while the other writes a secret into it."""
    base = ":::secret\nOld.\n\nEnd.\n:::"
    found = merge_texts(base, "Old.\n\nEnd.", ":::secret\nOld.\n\nNEW SECRET.\n\nEnd.\n:::")
    assert len(found.conflicts) == 1
    for choice in ("both", "theirs", "mine"):
        assert "NEW SECRET" not in visible_text(found.resolve([choice]), runs=False)


def test_every_merge_of_random_edits_keeps_every_new_word():
    rng = random.Random(7)
    for _round in range(300):
        base = [f"p{n}" for n in range(rng.randint(0, 6))]
        sides = []
        for side in "mt":
            text = list(base)
            for number in range(rng.randint(0, 3)):
                place = rng.randint(0, len(text))
                if text and rng.random() < 0.5:
                    text[place % len(text)] = f"{side}{number}"
                else:
                    text.insert(place, f"{side}{number}")
            sides.append(text)
        merged = merge_texts(*("\n\n".join(text) for text in (base, *sides))).resolve()
        written = {word for text in sides for word in text if word not in base}
        assert written <= set(merged.split()), (base, sides, merged)


def test_a_paragraph_added_beside_a_changed_one_is_no_conflict():
    added = "One.\n\nNew."
    for merge in (merge_texts("One.", added, "Uno."), merge_texts("One.", "Uno.", added)):
        assert not merge.conflicts
        assert merge.resolve() == "Uno.\n\nNew."
    assert merge_texts("One.", "Eins.\n\nNew.", "Uno.").conflicts


def test_a_merge_of_deeply_nested_secrets_passes_on_no_mountain_of_numbers():
    nested = ":::secret " * 3000 + "\n" + "\n".join(f"{number:x}" for number in range(6000))
    places = text_merge._places(nested)
    assert max(len(numbers) for _line, numbers in places) <= 20
