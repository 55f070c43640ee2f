"""Which outcome is proposed, and how an encounter ends (F52-62, F52-90)."""

from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.table import GAME, Table, foe, hero, warrior, wizard


def scene(*extra: Any, **more: Any) -> Table:
    return Table(hero("ana"), hero("ben"), foe("goblin"), foe("orc"), *extra, **more)


def down(table: Table, *names: str) -> None:
    for name in names:
        table.gm("adjust", target=name, hp=0, reason="a rock")


def sleep(table: Table, *names: str) -> None:
    for name in names:
        table.gm("incapacitate", target=name, degree="full", unconscious=True)


def test_nothing_is_proposed_while_both_sides_stand_f52_62() -> None:
    table = scene()
    assert "proposed_outcome" not in table.view()
    down(table, "goblin", "ana")
    assert "proposed_outcome" not in table.view()


def test_victory_is_proposed_when_no_monster_stands_f52_62() -> None:
    table = scene()
    down(table, "goblin", "orc")
    assert {table.view(v)["proposed_outcome"] for v in ("gm", "ana", "observer", "orc")} == {"victory"}
    table.gm("adjust", target="orc", hp=1, reason="it breathes")
    assert "proposed_outcome" not in table.view()


def test_defeat_is_proposed_when_no_player_character_stands_f52_62() -> None:
    table = scene()
    down(table, "ana", "ben")
    assert table.proposed == "defeat"


def test_the_unconscious_do_not_stand_and_the_incapacitated_do_f52_62() -> None:
    table = scene()
    sleep(table, "orc")
    down(table, "goblin")
    assert table.proposed == "victory"
    table.gm("release", target="orc")
    table.gm("incapacitate", target="orc", degree="full")
    assert table.proposed is None
    table.gm("incapacitate", target="ana", degree="full")
    table.gm("incapacitate", target="ben", degree="partial")
    assert table.proposed is None


def test_both_at_once_is_a_defeat_f52_62() -> None:
    table = scene()
    down(table, "goblin", "ben")
    sleep(table, "orc", "ana")
    assert table.proposed == "defeat"


def test_the_proposal_follows_the_blow_that_decides_f52_62() -> None:
    table = Table(wizard("ana"), foe("goblin"), hands={"ana": "AS 2C 3C"})
    table.cast("ana", "goblin", "AS")
    assert table.proposed is None
    table.defend("goblin")
    assert table.proposed == "victory"
    table.passes("ana")
    assert (table.round, table.turn) == (3, ["ana"]), "the engine only proposes"


def test_a_push_with_the_ace_can_decide_f52_62_f52_75() -> None:
    table = Table(warrior("ana"), foe("goblin"), hands={"ana": "AC 2H 3H"})
    table.maneuver("ana", "push", "goblin", "AC")
    table.defend("goblin")
    assert table.proposed == "victory"


def test_a_monster_that_draws_against_death_does_not_stand_f52_62() -> None:
    table = Table(hero("ana"), foe("boss", death_draws=True))
    down(table, "boss")
    assert table.proposed == "victory"


def test_when_all_monsters_have_left_victory_is_proposed_f52_62() -> None:
    table = scene()
    table.gm("leave", target="goblin")
    table.gm("leave", target="orc")
    assert table.proposed == "victory"


@pytest.mark.parametrize("outcome", ["victory", "defeat", "escape", "parley", "other"])
@pytest.mark.parametrize("counts", [{}, {"counts": None}, {"counts": True}, {"counts": False}])
def test_the_gm_ends_the_encounter_with_any_of_five_outcomes_f52_62(outcome: str, counts: dict[str, Any]) -> None:
    table = scene()
    table.gm("end", outcome=outcome, **counts)
    table.because("F52-62")
    view = table.view()
    assert (view["phase"], view["turn"], view["pending"]) == ("over", [], None)
    assert play.actors(GAME, table.state) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"outcome": "draw"},
        {"outcome": None},
        {"outcome": 1},
        {"outcome": ["victory"]},
        {"counts": 1},
        {"counts": "yes"},
        {"counts": 0},
        {"reason": "tired"},
    ],
)
def test_an_end_of_a_wrong_shape_is_refused_f52_62(wrong: dict[str, Any]) -> None:
    table = scene()
    table.no_gm("end", **{"outcome": "victory", **wrong})
    assert table.phase == "acting"


def test_only_the_gm_ends_f52_62() -> None:
    table = scene()
    for actor in ("ana", "goblin", "observer"):
        table.refuse("end", actor, outcome="victory")


def test_after_the_end_every_command_is_refused_f52_62() -> None:
    table = scene(hands={"ana": "2C 3C 4C"})
    table.gm("end", outcome="parley")
    table.no_attack("ana", "goblin", "2C")
    table.refuse("pass", "ana")
    table.no_gm("end", outcome="parley")
    table.no_gm("next-round")
    table.no_gm("adjust", target="ana", hp=1, reason="late")
    table.no_gm("join", participant=hero("cleo"))
    table.no_gm("leave", target="ana")
    table.no_gm("fall", target="ana", feet=30)
    for actor in ("ana", "ben", "goblin", "gm"):
        assert play.offers(GAME, table.state, actor) == []
        assert play.sample(GAME, table.state, actor, seed=1) is None


def test_an_end_is_accepted_while_a_defence_is_pending_f52_62() -> None:
    table = scene(hands={"ana": "2C 3C 4C"})
    table.attack("ana", "goblin", "2C")
    table.gm("end", outcome="escape", counts=False)
    assert (table.phase, table.pending, table.hp("goblin")) == ("over", None, 3)


def test_hands_stay_secret_after_the_end_f52_12() -> None:
    table = scene(hands={"ana": "2C 3C 4C"})
    table.gm("end", outcome="victory")
    assert table.hand("ana") == {"2C", "3C", "4C"}
    assert not {"2C", "3C", "4C"} & set(table.view("ben")["hand"])
    assert table.view("observer")["hand"] == []
