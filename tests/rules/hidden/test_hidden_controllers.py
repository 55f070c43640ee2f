"""A hidden character may control a hidden group, and nobody who does not know of it notices (GOB-97)."""

import json
from typing import Any

import pytest

from rules import play
from tests.rules.hidden.worlds import LURKERS, SETUPS


def ambush() -> dict[str, Any]:
    """The state of a hidden character who controls a hidden group."""
    system = "game-of-bastards"
    boss = {**LURKERS[system][2], "hidden": True}
    group = {**LURKERS[system][0], "hidden": True, "controller": boss["id"]}
    participants = [*SETUPS[system]["participants"], group, boss]
    return play.start(system, {**SETUPS[system], "participants": participants}, seed=2)


def controller_of_group(state: dict[str, Any]) -> str:
    return str(play.view("game-of-bastards", state, "gm")["participants"]["group-1"]["controller"])


def order(state: dict[str, Any], kind: str, **fields: Any) -> dict[str, Any]:
    return dict(play.act("game-of-bastards", state, {"type": kind, "actor": "gm", **fields})["state"])


def test_somebody_hidden_may_control_a_hidden_group_gob_97() -> None:
    system, state = "game-of-bastards", ambush()
    assert controller_of_group(state) == "zz-lurker"
    assert play.view(system, state, "zz-lurker")["participants"]["group-1"]["hidden"] is True
    assert "group-1" not in json.dumps(play.view(system, state, "ana"))
    more = {**LURKERS[system][0], "id": "group-2", "hidden": True, "controller": "zz-lurker"}
    assert order(state, "join", participant=more)
    with pytest.raises(play.Refused, match="not a fated participant"):
        order(state, "join", participant={**more, "hidden": False})
    with pytest.raises(play.Refused, match="not a fated participant"):
        order(state, "join", participant={**more, "controller": "group-1"})


def test_a_hidden_group_follows_its_hidden_controller_gob_97_gob_98() -> None:
    state = ambush()
    first = order(state, "reveal", target="zz-lurker")
    assert controller_of_group(first) == controller_of_group(order(first, "reveal", target="group-1")) == "zz-lurker"
    shown = order(state, "reveal", target="group-1")
    assert controller_of_group(shown) == "gm"
    assert "zz-lurker" not in json.dumps(play.view("game-of-bastards", shown, "ana"))
    assert controller_of_group(order(state, "leave", target="zz-lurker")) == "gm"


def test_a_newcomer_with_the_id_of_a_hidden_controller_does_not_get_its_group_gob_97() -> None:
    system, state = "game-of-bastards", ambush()
    newcomer = {**LURKERS[system][2], "name": "Newcomer"}
    while (who := play.awaited(system, state)["who"]) != ["ana"]:
        state = play.act(system, state, play.policy(system, state, who[0]) or {})["state"]
    ana = {"type": "dramatic", "actor": "ana", "action": "appearance", "participant": newcomer}
    state = play.act(system, state, ana)["state"]
    assert controller_of_group(state) == "zz-lurker-2"
    assert "group-1" not in json.dumps(play.view(system, state, "zz-lurker"))
