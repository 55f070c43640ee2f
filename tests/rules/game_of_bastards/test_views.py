"""What each viewer sees: the keys, own and controlled hands, the turn, what is pending (contract; GOB-43, GOB-97)."""

import json
from typing import Any

import pytest

from rules import play
from tests.rules.game_of_bastards.asking import GAME
from tests.rules.game_of_bastards.participants import BOW, SWORD, extras, fated, foe, follower, traits
from tests.rules.game_of_bastards.table import Table
from tests.rules.game_of_bastards.watching import PERSON, VIEW

VIEWERS = ["ana", "bo", "fay", "mob", "gm", "observer"]


def scene(**more: Any) -> Table:
    return Table(
        fated("ana", rank=2, weapons=[SWORD, BOW], wildcards=2),
        foe(rank=2),
        follower(rating=3),
        extras(members=4),
        hands={"ana": "KS 4D", "bo": "9C 8D", "fay": "QH", "mob": "JH"},
        **more,
    )


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_has_its_keys_in_every_phase(viewer: str) -> None:
    table = Table(
        fated("ana", rank=2),
        foe(rank=2),
        follower(rating=3),
        extras(members=4),
        waiting=True,
        hands={"ana": "KS", "bo": "9C"},
    )

    def look() -> set[str]:
        view = table.view(viewer)
        assert set(view) >= VIEW
        for name, participant in view["participants"].items():
            assert set(participant) - {"members"} >= PERSON, name
        json.dumps(view, allow_nan=False)
        return set(view)

    found = [look()]
    for name, card in (("ana", "AC"), ("bo", "2C"), ("fay", "3C"), ("mob", "4C")):
        table.do("initiative", name, card=card)
    found.append(look())
    table.attack("ana", "bo", "KS")
    found.append(look())
    table.do("defend", "bo", card=None)
    found.append(look())
    table.settle()
    assert table.phase == "choice"
    found.append(look())
    assert all(keys == found[0] for keys in found), "nothing comes and goes but the outcomes"
    assert "outcome" not in found[0] or table.view(viewer)["outcome"] is None
    table.gm("end", outcome="so")
    assert set(table.view(viewer)) >= {*VIEW, "outcome"}


def test_types_of_a_view() -> None:
    view = scene().view("ana")
    assert isinstance(view["round"], int)
    assert isinstance(view["draw_pile"], int)
    for key in ("turn", "hand", "discard", "played"):
        assert isinstance(view[key], list), key
    assert isinstance(view["participants"], dict)
    assert isinstance(view["hands"], dict)
    assert view["pending"] is None


def test_all_but_the_hands_is_the_same_for_every_viewer() -> None:
    table = scene()
    for step in range(3):
        if step == 1:
            table.attack("ana", "bo", "KS")
        if step == 2:
            table.defend("bo", "9C")
            table.do("bet", "bo", cards="8D")
        seen = [
            {key: value for key, value in table.view(viewer).items() if key in VIEW - {"hand", "hands", "pending"}}
            for viewer in VIEWERS
        ]
        assert all(view == seen[0] for view in seen)
        pending = [table.view(viewer)["pending"] for viewer in VIEWERS]
        assert all((entry or {}).get("face_down") == (pending[0] or {}).get("face_down") for entry in pending)


def test_the_figures_of_a_person() -> None:
    table = scene()
    ana = table["ana"]
    expected = {
        "name": "Ana",
        "side": "heroes",
        "controller": "ana",
        "kind": "fated",
        "hand_size": 4,
        "wildcards": 2,
        "initiative": "AC",
    }
    assert {key: ana[key] for key in expected} == expected
    assert (ana["desperate"], ana["out"], ana["effects"]) == (False, None, [])
    assert ana["wielded"] == ["Sword"]
    assert table["mob"]["members"] == 4
    assert table["fay"]["traits"] == traits(3, 3, 3, 3)


def test_a_viewer_sees_their_own_hand_in_the_order_drawn_gob_41() -> None:
    table = scene(draws="TH")
    table.draw("ana")
    assert table.view("ana")["hand"][:2] == ["KS", "4D"]
    assert table.view("ana")["hand"][-1] == "TH"
    assert table.view("gm")["hand"] == []
    assert table.view("observer")["hand"] == []


def test_of_two_cards_alike_the_one_drawn_first_leaves_the_hand_gob_01_gob_41() -> None:
    seen = 0
    for seed in range(60):
        table = Table.of(fated("ana"), foe(), seed=seed)
        held = table.hand("ana")
        for card in {card for card in held if held.count(card) == 2}:
            held.remove(card)
            table.do("initiative", "ana", card=card)
            assert table.hand("ana") == held, seed
            seen += 1
            break
    assert seen >= 3


def test_the_gm_has_the_hands_of_those_whom_it_controls_gob_97() -> None:
    table = scene()
    assert table.view("gm")["hands"] == {"fay": table.hand("fay"), "mob": table.hand("mob")}
    assert table.view("observer")["hands"] == {}


def test_an_attack_is_pending_with_its_people_and_a_count_gob_43() -> None:
    table = scene()
    table.attack("ana", "bo", "KS")
    for viewer in VIEWERS:
        pending = table.view(viewer)["pending"]
        assert isinstance(pending["kind"], str)
        assert (pending["actor"], pending["target"], pending["face_down"]) == ("ana", "bo", 1)


@pytest.mark.parametrize("viewer", ["bo", "fay", "mob", "gm", "observer"])
def test_a_face_down_card_is_only_a_count_to_others_gob_43(viewer: str) -> None:
    table = scene()
    table.attack("ana", "bo", "KS")
    assert "KS" not in json.dumps(table.view(viewer))
    assert "KS" not in json.dumps(
        [event for event in table.events if event["visible_to"] == "all" or viewer in event["visible_to"]]
    )


def test_cards_played_openly_are_oldest_first_and_then_discarded_gob_44() -> None:
    table = Table(fated("ana", rank=4), foe(rank=4, traits=traits(9)), hands={"ana": "KS 4D 5D", "bo": "9C 8D 7D"})
    table.attack("ana", "bo", "KS")
    table.defend("bo", "9C")
    table.do("bet", "bo", cards="8D")
    table.do("bet", "ana", cards="5D 4D")
    table.do("bet", "bo", cards="7D")
    assert table.played == ["8D", "5D", "4D", "7D"]
    table.settle()
    assert table.played == []
    assert sorted(table.discard) == sorted(["KS", "9C", "8D", "5D", "4D", "7D"])


def test_discards_are_oldest_first() -> None:
    table = scene()
    table.draw("ana")
    table.do("discard", "ana", cards="4D")
    table.do("pass", "ana")
    table.draw("bo")
    table.do("discard", "bo", cards="9C")
    assert table.discard == ["4D", "9C"]


@pytest.mark.parametrize("viewer", ["nobody", "", "GM", "Ana", "heroes", None, 7, True, ["ana"], "x" * 65])
def test_an_unknown_viewer_is_refused(viewer: Any) -> None:
    with pytest.raises(play.Refused):
        play.view(GAME, scene().state, viewer)


def test_a_participant_who_has_left_is_no_viewer() -> None:
    table = scene()
    table.gm("leave", target="bo")
    with pytest.raises(play.Refused):
        play.view(GAME, table.state, "bo")


def test_a_view_is_a_copy() -> None:
    table = scene()
    before = play.canonical(table.state)
    for viewer in VIEWERS:
        view = table.view(viewer)
        view["hand"].append("XX")
        view["turn"].clear()
        view["participants"]["ana"]["pools"]["bp"][0] = 99
        view["discard"].append("KS")
    assert play.canonical(table.state) == before
    assert table.turn == ["ana"]


def test_effects_are_shown_to_all_gob_64() -> None:
    table = Table(fated("ana", "iron-wall", wildcards=1), foe())
    table.do("use", "ana", advantage="iron-wall")
    assert table["ana"]["effects"] != []
    table.skip("ana", "bo")
    assert table["ana"]["effects"] == [], "the round is over"


def test_no_view_shows_the_generator_or_its_key() -> None:
    table = scene()
    texts = [value for value in leaves(table.state) if isinstance(value, str) and len(value) >= 32]
    for viewer in VIEWERS:
        shown = json.dumps([table.view(viewer), play.opening(GAME, table.state)])
        assert not [text for text in texts if text in shown]


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for part in value.values() for leaf in leaves(part)]
    if isinstance(value, list):
        return [leaf for part in value for leaf in leaves(part)]
    return [value]
