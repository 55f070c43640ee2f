"""An attack that the rules do not allow is refused by its rule (GOB-43, GOB-46, GOB-51)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.table import SWORD_ATTACK, duel

STRIKE = {**SWORD_ATTACK, "target": "bo", "card": "KS"}


@pytest.mark.parametrize(
    ("changes", "code", "rule"),
    [
        ({"target": "ana"}, "target.self", "GOB-43"),
        ({"target": None}, "target.one", "GOB-43"),
        ({"targets": ["bo"]}, "target.one", "GOB-43"),
        ({"target": None, "targets": []}, "target.none", "GOB-43"),
        ({"target": None, "targets": ["bo", "bo"]}, "target.twice", "GOB-43"),
        ({"target": "nobody"}, "participant.unknown", None),
        ({"skill": "Influence"}, "skill.weapon", "GOB-51"),
        ({"skill": None}, "skill.missing", "GOB-43"),
        ({"weapon": "Axe"}, "weapon.missing", "GOB-51"),
        ({"weapons": ["Sword"]}, "weapon.both", "GOB-51"),
        ({"weapon": None, "weapons": ["Sword", "Sword"]}, "weapon.missing", "GOB-51"),
        ({"card": "KD"}, "card.not-held", "GOB-43"),
        ({"trait": "luck"}, "trait.physical", "GOB-46"),
        ({"use": [{"advantage": "dodge"}]}, "advantage.missing", "GOB-69"),
        ({"use": [{"advantage": "flying"}]}, "advantage.unknown", None),
    ],
)
def test_an_attack_that_cannot_be_is_refused(changes: dict[str, Any], code: str, rule: str | None) -> None:
    fight = duel()
    fight.do("draw", "ana")
    assert fight.refused("attack", "ana", **{**STRIKE, **changes}) == (code, rule)
