"""The three-way merge, row by row of its table, and its laws over random edits on both sides."""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.modules.format import object_check
from campaigns.modules.imports.merging import ABSENT, CONFLICT, NEW, merge, same
from campaigns.modules.imports.object_merging import merge_object

BASE = {
    "name": "Rat",
    "size": "Small",
    "tags": ["a", "b"],
    "blocks": [{"key": "one", "kind": "gm", "md": "First."}, {"key": "two", "kind": "gm", "md": "Second."}],
}


def told(merged):
    return {change.pointer: change.what for change in merged.changes}


@pytest.mark.parametrize(
    ("local", "new", "what", "value"),
    [
        ("Rat", "Big rat", "update", "Big rat"),
        ("Our rat", "Rat", "keep", "Our rat"),
        ("Big rat", "Big rat", "converged", "Big rat"),
        ("Our rat", "Big rat", "conflict", "Our rat"),
    ],
)
def test_a_field_goes_as_the_table_says(local, new, what, value):
    merged = merge(BASE, BASE | {"name": local}, BASE | {"name": new})
    assert told(merged) == {"/name": what}
    assert merged.value == BASE | {"name": value}


def test_two_people_may_change_two_blocks_of_one_text():
    local, new = copy.deepcopy(BASE), copy.deepcopy(BASE)
    local["blocks"][0]["md"] = "Ours."
    new["blocks"][1]["md"] = "Theirs."
    merged = merge(BASE, local, new)
    assert [block["md"] for block in merged.value["blocks"]] == ["Ours.", "Theirs."]
    assert told(merged) == {"/blocks/one/md": "keep", "/blocks/two/md": "update"}


def table(method, **rows):
    """A table with a row for each range of results, by key."""
    ranges = [{"key": key, "from": first, "to": last, "md": "Flour"} for key, (first, last) in rows.items()]
    return {"key": "finds", "title": "Finds", "method": method, "rows": ranges}


CARDS = {
    "key": "finds",
    "title": "Finds",
    "method": {"draw": "standard-52"},
    "rows": [{"key": "e", "cards": ["**"], "md": "Flour"}],
}


@pytest.mark.parametrize(
    ("local", "new"),
    [
        (table({"roll": "1d6"}, a=(1, 1), b=(2, 6)), table({"roll": "1d6"}, a=(1, 3), c=(4, 6))),
        (table({"roll": "1d8"}, a=(1, 3), b=(4, 8)), CARDS),
    ],
    ids=["two rows for a result", "dice and cards"],
)
@pytest.mark.parametrize("side", ["keep_local", NEW])
def test_halves_of_a_table_that_do_not_fit_together_are_one_place(local, new, side):
    base = table({"roll": "1d6"}, a=(1, 3), b=(4, 6))
    local = local | {"title": "Our finds"}
    assert object_check.faults("tables", merge(base, local, new).value)
    merged = merge_object("tables", base, local, new, lambda pointer: side if pointer == "/rows" else "keep_local")
    assert told(merged) == {"/title": "keep", "/rows": "conflict"}
    taken = new if side == NEW else local
    assert merged.value == taken | {"title": "Our finds"}


def test_halves_of_a_table_that_fit_together_are_merged_row_by_row():
    base = table({"roll": "1d6"}, a=(1, 3), b=(4, 6))
    local, new = copy.deepcopy(base), copy.deepcopy(base)
    local["rows"][0]["md"], new["rows"][1]["md"] = "Ours", "Theirs"
    merged = merge_object("tables", base, local, new)
    assert [row["md"] for row in merged.value["rows"]] == ["Ours", "Theirs"]
    assert told(merged) == {"/rows/a/md": "keep", "/rows/b/md": "update"}


def test_a_conflict_goes_as_it_is_decided():
    local, new = BASE | {"name": "Ours", "size": "Large"}, BASE | {"name": "Theirs", "size": "Huge"}
    merged = merge(BASE, local, new, lambda pointer: NEW if pointer == "/name" else "keep_local")
    assert (merged.value["name"], merged.value["size"]) == ("Theirs", "Large")
    assert [change.taken for change in merged.changes] == ["take_new", "keep_local"]


def test_a_value_removed_here_and_changed_there_is_a_conflict():
    new = copy.deepcopy(BASE)
    new["blocks"][0]["md"] = "Changed."
    local = BASE | {"blocks": BASE["blocks"][1:]}
    merged = merge(BASE, local, new)
    assert told(merged) == {"/blocks/one": "conflict"}
    assert [block["key"] for block in merged.value["blocks"]] == ["two"]
    assert merged.changes[0].as_json() == {
        "pointer": "/blocks/one",
        "what": "conflict",
        "base": BASE["blocks"][0],
        "new": new["blocks"][0],
        "taken": "keep_local",
    }


def test_additions_on_both_sides_stay_where_they_were_put():
    ours, theirs = {"key": "ours", "kind": "gm", "md": "x"}, {"key": "theirs", "kind": "gm", "md": "y"}
    merged = merge(
        BASE,
        BASE | {"blocks": [ours, *BASE["blocks"]]},
        BASE | {"blocks": [BASE["blocks"][0], theirs, BASE["blocks"][1]]},
    )
    assert [block["key"] for block in merged.value["blocks"]] == ["ours", "one", "theirs", "two"]


def test_an_order_changed_on_one_side_is_taken_and_on_both_sides_is_a_conflict():
    three = BASE | {"blocks": [*BASE["blocks"], {"key": "three", "kind": "gm", "md": "z"}]}
    turned = three | {"blocks": three["blocks"][::-1]}
    moved = three | {"blocks": [three["blocks"][1], three["blocks"][0], three["blocks"][2]]}
    assert merge(three, three, turned).value == merge(three, turned, three).value == turned
    merged = merge(three, turned, moved)
    assert told(merged) == {"/blocks/-": "conflict"}
    assert merged.value == turned
    assert merge(three, turned, moved, lambda pointer: NEW).value == moved


def test_lists_of_plain_words_are_whole():
    merged = merge(BASE, BASE | {"tags": ["a"]}, BASE | {"tags": ["a", "b", "c"]})
    assert told(merged) == {"/tags": "conflict"}


def test_true_is_not_one_and_one_point_nought_is():
    assert not same({"a": True}, {"a": 1})
    assert same([1.0], [1])
    assert not same(ABSENT, None)


WORDS = st.sampled_from(["", "a", "b", "c"])
SCALARS = st.none() | st.booleans() | st.integers(0, 3) | WORDS
KEYED = st.lists(
    st.fixed_dictionaries({"key": st.sampled_from("pqrs"), "md": WORDS}, optional={"n": st.integers(0, 2)}),
    max_size=4,
    unique_by=lambda block: block["key"],
)
VALUES = st.fixed_dictionaries(
    {},
    optional={
        "name": SCALARS,
        "list": st.lists(WORDS, max_size=2),
        "blocks": KEYED,
        "more": st.dictionaries(st.sampled_from("xyz"), SCALARS | KEYED, max_size=3),
    },
)


def naive(base, local, new):
    """A second opinion on single places, written without the merger's shortcuts."""
    if same(base, local):
        return new
    return local


@settings(max_examples=400, deadline=None)
@given(VALUES, VALUES, VALUES)
def test_the_merge_obeys_its_laws(base, local, new):
    before = copy.deepcopy((base, local, new))
    merged = merge(base, local, new)
    assert (base, local, new) == before
    # Who changed nothing gets the other side, and equal changes meet.
    assert same(merge(base, base, new).value, new)
    assert same(merge(base, local, base).value, local)
    assert same(merge(base, new, new).value, new)
    # The same module a second time changes nothing and raises nothing.
    again = merge(new, merged.value, new)
    assert same(again.value, merged.value)
    assert not again.have(CONFLICT)
    assert not again.have("update")
    # Every place that no side touched stays, and every place that one side touched is that side's.
    for name in {*base, *local, *new} - {"blocks", "more"}:
        sides = [side.get(name, ABSENT) for side in (base, local, new)]
        assert same(merged.value.get(name, ABSENT), naive(*sides))
    # Taking the module's side everywhere leaves no local word in a conflict.
    taken = merge(base, local, new, lambda pointer: NEW)
    assert {change.pointer for change in taken.changes} == {change.pointer for change in merged.changes}
