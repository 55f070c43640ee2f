"""Three-way merge of texts by paragraphs."""

import random
from itertools import count, islice, product

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


def test_a_merge_keeps_the_indents_of_lists_and_code():
    text = "- A list.\n\n  - A list in it.\n\n    Its second paragraph.\n \n\t\n    code()"
    merged = merge_texts(f"One.\n\n{text}\n\nEnd.", f"Mine.\n\n{text}\n\nEnd.", f"One.\n\n{text}\n\nTheirs.")
    assert merged.conflicts == []
    assert merged.resolve() == "Mine.\n\n" + text.replace("\n \n\t\n", "\n\n") + "\n\nTheirs."


def test_the_same_paragraph_is_a_conflict_with_three_choices():
    found = merge_texts(BASE, BASE.replace("Two", "Mine"), BASE.replace("Two", "Theirs").replace("Four", "4"))
    assert [(conflict.mine, conflict.theirs) for conflict in found.conflicts] == [("Mine.", "Theirs.")]
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
        assert "NEW SECRET" not in visible_text(found.resolve([choice]), is_gm=False)


def test_no_choice_takes_the_marks_of_a_block_away():
    """One writer opens a block, the other gave it a number and wrote a secret into it."""
    mine = ":::secret {1}\n\nOld.\n\nEnd.\n\nNEW SECRET.\n\n:::"
    found = merge_texts(":::secret\n\nOld.\n\nEnd.\n\n:::", mine, "Old.\n\nEnd.")
    for choices in product(text_merge.CHOICES, repeat=len(found.conflicts)):
        assert "NEW SECRET" not in visible_text(found.resolve(choices), is_gm=False)


def test_no_choice_opens_the_second_of_two_blocks_with_a_number():
    mine = ":::secret {1}\nRead.\n:::\n\nBetween.\n\n:::secret {1}\nUNREAD.\n:::"
    base = ":::secret\nRead.\n:::\n\nBetween.\n\n:::secret\nUNREAD.\n:::"
    found = merge_texts(base, mine, base.replace("Read.", "Other."))
    for choices in product(text_merge.CHOICES, repeat=len(found.conflicts)):
        assert "UNREAD" not in visible_text(found.resolve(choices), is_gm=False, opened={1})


def _write(rng, items):
    """A text of paragraphs and secret blocks: (number or None, paragraphs)."""
    texts = []
    for item in items:
        if isinstance(item, str):
            texts.append(item)
            continue
        number, inner = item
        gap = rng.choice(["\n", "\n\n"])
        mark = ":::secret" if number is None else f":::secret {{{number}}}"
        texts.append(gap.join([mark, "\n\n".join(inner), ":::"]))
    return "\n\n".join(texts)


def _edit_blocks(rng, items, word, numbered):
    """A random edit: paragraphs go, come and change, and blocks are opened, closed, numbered and made."""
    edited = []
    for item in items:
        act = rng.choice(["stay"] * 5 + ["go", "change", "turn", "add"])
        if act == "go":
            continue
        if isinstance(item, str):
            edited.append({"change": word(), "turn": (None, [item])}.get(act, item))
        elif act == "turn":
            edited.extend(item[1])
        else:
            number, inner = item[0], list(item[1])
            if numbered and rng.random() < 0.5:
                number = rng.randint(1, 3)
            if act == "change":
                inner[rng.randrange(len(inner))] = word()
            if act == "add":
                inner.insert(rng.randint(0, len(inner)), word())
            edited.append((number, inner))
        if rng.random() < 0.15:
            edited.append(rng.choice([word(), (None, [word()])]))
    return edited


def test_no_choice_shows_a_word_that_both_texts_hide():
    rng, numbers = random.Random(11), count()

    def word():
        return f"w{next(numbers)}"

    def shown(text, opened):
        return set(visible_text(text, is_gm=False, opened=opened).split())

    for _round in range(600):
        base = [
            (None, [word() for _ in range(rng.randint(1, 3))]) if rng.random() < 0.45 else word()
            for _ in range(rng.randint(1, 6))
        ]
        mine = _write(rng, _edit_blocks(rng, base, word, numbered=True))
        theirs = _write(rng, _edit_blocks(rng, base, word, numbered=False))
        merge = merge_texts(_write(rng, base), mine, theirs)
        for choices in islice(product(text_merge.CHOICES, repeat=len(merge.conflicts)), 27):
            result = merge.resolve(choices)
            for opened in (set(), {1}, {1, 2, 3}):
                told = {piece for piece in shown(result, opened) if piece.startswith("w")}
                assert told <= shown(mine, opened) | shown(theirs, opened), (mine, theirs, choices)


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
