"""A setup that cannot be is refused with the path of its fault (GOB-95, GOB-96)."""

from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.participants import extras, follower, swordfighter
from tests.rules.game_of_bastards.setups import SYSTEM

SHAPES: list[tuple[dict[str, Any], str]] = [
    ({"id": "gm"}, "participants[0].id"),
    ({"traits": {"body": 21, "spirit": 1, "mind": 1, "luck": 1}}, "participants[0].traits.body"),
    ({"pools": {"bp": 11}}, "participants[0].pools.bp"),
    ({"pools": {"power": 1}}, "participants[0].pools.power"),
    ({"power_rating": 3}, "participants[0].power_rating"),
    ({"members": 3}, "participants[0].members"),
    ({"wildcards": 21}, "participants[0].wildcards"),
    ({"wildcards": True}, "participants[0].wildcards"),
    ({"controller": "mob"}, "participants[0].controller"),
    ({"advantages": [{"key": "dodging"}]}, "participants[0].advantages[0].key"),
    ({"advantages": [{"key": "counter"}]}, "participants[0].advantages[0].weapon"),
    ({"advantages": [{"key": "dodge", "weapon": "Sword"}]}, "participants[0].advantages[0].weapon"),
    ({"advantages": [{"key": "dodge", "ranks": 2}]}, "participants[0].advantages[0].ranks"),
    ({"advantages": [{"key": "dodge"}, {"key": "dodge"}]}, "participants[0].advantages[1].key"),
]


@pytest.mark.parametrize(("fields", "path"), SHAPES)
def test_a_fault_of_a_participant_names_its_path(fields: dict[str, Any], path: str) -> None:
    participants = [swordfighter("ana", **fields), extras("mob"), follower("fay", 3)]
    with pytest.raises(play.Refused) as caught:
        play.start(SYSTEM, {"participants": participants}, seed=1)
    assert path in str(caught.value)


def test_followers_and_extras_have_no_fields_of_the_fated_gob_95_gob_96() -> None:
    for made in (follower, extras):
        for fields in ({"traits": {"body": 1, "spirit": 1, "mind": 1, "luck": 1}}, {"skills": {}}, {"advantages": []}):
            with pytest.raises(play.Refused):
                play.start(SYSTEM, {"participants": [made("x", **fields)]}, seed=1)
        with pytest.raises(play.Refused):
            play.start(SYSTEM, {"participants": [made("x", power_rating=None)]}, seed=1)
    with pytest.raises(play.Refused):
        play.start(SYSTEM, {"participants": [extras("x", members=None)]}, seed=1)
