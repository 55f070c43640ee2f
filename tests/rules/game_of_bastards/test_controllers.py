"""Who plays whom, with a dealer and without one (GOB-97)."""

from typing import Any

import pytest

from tests.rules.game_of_bastards.asking import refused_start
from tests.rules.game_of_bastards.participants import extras, fated, foe, follower
from tests.rules.game_of_bastards.table import Table


def scene() -> Table:
    return Table(
        fated("ana"),
        fated("ben"),
        follower("fay", 2, controller="ben"),
        extras("mob"),
        foe("bo", controller="gm"),
        hands={"fay": "QD", "mob": "KD", "bo": "JD", "ana": "AH", "ben": "AS"},
    )


def test_fated_control_themselves_and_the_gm_the_others_gob_97() -> None:
    table = Table(fated("ana"), foe(), follower(), extras())
    assert {name: participant["controller"] for name, participant in table.view()["participants"].items()} == {
        "ana": "ana",
        "bo": "bo",
        "fay": "gm",
        "mob": "gm",
    }


def test_a_controller_may_be_named_gob_97() -> None:
    table = scene()
    assert {name: participant["controller"] for name, participant in table.view()["participants"].items()} == {
        "ana": "ana",
        "ben": "ben",
        "fay": "ben",
        "mob": "gm",
        "bo": "gm",
    }


@pytest.mark.parametrize("wrong", ["fay", "mob", "nobody", "observer", "", 7, True, ["ana"]])
def test_only_a_fated_participant_or_the_gm_controls_gob_97(wrong: Any) -> None:
    refused_start(fated("ana"), follower("fay", 2), {**extras("mob"), "controller": wrong})
    table = scene()
    table.no_gm("assign", target="mob", controller=wrong)


def controlled(table: Table, viewer: str) -> dict[str, list[str]]:
    """The hands of others that the viewer controls."""
    return {name: cards for name, cards in table.view(viewer)["hands"].items() if name != viewer}


def test_a_controller_sees_the_hands_it_plays_and_no_others_gob_97() -> None:
    table = scene()
    assert controlled(table, "ben") == {"fay": table.hand("fay")}
    assert controlled(table, "gm") == {"mob": table.hand("mob"), "bo": table.hand("bo")}
    for viewer in ("ana", "fay", "mob", "observer"):
        assert controlled(table, viewer) == {}
    assert table.view("gm")["hand"] == []


def test_assigning_gives_the_hand_to_see_and_takes_it_from_the_other_gob_97() -> None:
    table = scene()
    table.gm("assign", target="mob", controller="ana")
    table.because("GOB-97")
    assert table["mob"]["controller"] == "ana"
    assert set(controlled(table, "ana")) == {"mob"}
    assert set(controlled(table, "gm")) == {"bo"}
    table.gm("assign", target="fay", controller="gm")
    assert controlled(table, "ben") == {}


def test_without_a_dealer_players_may_hold_everybody_gob_97() -> None:
    table = Table(fated("ana"), fated("ben"), extras("mob", controller="ben"), follower("fay", 1, controller="ben"))
    assert table.view("gm")["hands"] == {}
    for name in ("ana", "ben", "mob", "fay"):
        table.skip(name)
    assert table.round == 2


def test_play_names_participants_by_their_own_ids_gob_97() -> None:
    table = scene()
    table.skip("ana", "ben")
    assert table.turn == ["fay"]
    table.refuse("draw", "ben")
    table.refuse("draw", "gm")
    table.do("draw", "fay")


@pytest.mark.parametrize(
    ("target", "controller"),
    [("nobody", "ana"), ("gm", "ana"), (None, "ana"), ("mob", None), (7, "ana"), ("mob", "x" * 65)],
)
def test_malformed_assignments_are_refused_gob_97(target: Any, controller: Any) -> None:
    scene().no_gm("assign", target=target, controller=controller)


def test_only_the_gm_assigns_gob_97() -> None:
    scene().refuse("assign", "ana", target="mob", controller="ana")


def test_a_participant_who_loses_its_controller_is_not_left_to_nobody_gob_97() -> None:
    table = scene()
    table.gm("leave", target="ben")
    assert table["fay"]["controller"] in ("gm", "ana")


def test_a_drawn_card_is_told_to_its_controller_gob_97() -> None:
    table = scene()
    table.skip("ana", "ben")
    table.do("draw", "fay")
    card = table.hand("fay")[-1]
    for viewer in ("ben", "ana", "gm", "observer"):
        heard = [event for event in table.events if event["visible_to"] == "all" or viewer in event["visible_to"]]
        shown = card in str([{k: v for k, v in event.items() if k != "commitments"} for event in heard])
        assert shown == (viewer == "ben")
