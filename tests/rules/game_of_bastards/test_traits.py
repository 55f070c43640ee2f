"""Which trait may be named by whom in each kind of attack (GOB-46)."""

import pytest

from tests.rules.game_of_bastards.participants import fated, foe, traits
from tests.rules.game_of_bastards.table import Table

HARDY = {"traits": traits(4)}


def scene() -> Table:
    return Table(fated("ana", rank=2), foe(rank=2, **HARDY), hands={"ana": "KS 4D", "bo": "9C 5D"})


@pytest.mark.parametrize("trait", ["spirit", "mind", "luck"])
def test_a_physical_attack_or_defence_takes_no_other_trait_gob_46(trait: str) -> None:
    table = scene()
    table.no_attack("ana", "bo", "KS", trait=trait)
    table.attack("ana", "bo", "KS", trait="body")
    if trait != "mind":
        table.refuse("defend", "bo", card="9C", trait=trait)
    table.refuse("defend", "bo", card="9C", trait="body")
    table.defend("bo", "9C", trait="mind")


@pytest.mark.parametrize("trait", ["body", "spirit", "mind", "luck"])
@pytest.mark.parametrize("kind", ["social", "mental", "luck"])
def test_in_the_other_kinds_the_aggressor_may_name_any_trait_gob_46(kind: str, trait: str) -> None:
    four = {"body": 2, "spirit": 3, "mind": 4, "luck": 5}
    pool = {"social": "sp", "mental": "mp", "luck": "lp"}[kind]
    table = Table(fated("ana", traits=four), foe(traits=traits(9, 9, 9, 9)), hands={"ana": "KS", "bo": "3D"})
    table.clash("ana", "bo", "KS", "3D", kind=kind, trait=trait)
    assert table.pool("bo", pool) == 45 - (13 + four[trait] - 3 - 9)


@pytest.mark.parametrize(("kind", "trait"), [("social", "spirit"), ("mental", "mind"), ("luck", "luck")])
def test_a_defender_uses_the_trait_that_is_stated_gob_46(kind: str, trait: str) -> None:
    table = Table(fated("ana"), foe(), hands={"ana": "KS", "bo": "3D"})
    table.attack("ana", "bo", "KS", kind=kind)
    for other in {"body", "spirit", "mind", "luck"} - {trait}:
        table.refuse("defend", "bo", card="3D", trait=other)
    table.defend("bo", "3D", trait=trait)
