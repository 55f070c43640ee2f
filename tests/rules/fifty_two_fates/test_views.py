"""The view: its keys, its viewers, and what each may know (docs/engine-contract.md, F52-12)."""

import json
import random
from typing import Any

import pytest

from rules import play
from tests.rules.fifty_two_fates.asking import INVALID_IDS, canonical, seen, setup_of
from tests.rules.fifty_two_fates.participants import monster, participant
from tests.rules.fifty_two_fates.table import FULL_DECK, GAME, Table, foe, hero, warrior

KEYS = {
    "round",
    "phase",
    "turn",
    "pending",
    "participants",
    "initiative",
    "ranges",
    "hand",
    "fd_hand_size",
    "draw_pile",
    "discard",
    "played",
}
PARTICIPANT = {
    "name",
    "side",
    "group",
    "class",
    "level",
    "hp",
    "max_hp",
    "hand_size",
    "conditions",
    "effects",
    "armed",
    "weapon",
    "alive",
}
VIEWERS = ("ana", "ben", "goblin", "imp", "gm", "observer")


def scene(**more: Any) -> Table:
    return Table(
        warrior("ana", 2),
        hero("ben"),
        foe("goblin", max_hp=9, group="apes"),
        foe("imp", level=4),
        hands={"ana": "9C KD 2H 3H", "ben": "TC AD 4H"},
        fd="QH 7S",
        **more,
    )


def declare(table: Table) -> None:
    """Ana attacks, once, so that a scene is seen both acting and defending."""
    if table.phase == "acting":
        table.attack("ana", "goblin", "9C KD")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_has_every_key_of_the_ledger(viewer: str) -> None:
    table = scene()
    for _ in range(2):
        view = table.view(viewer)
        assert set(view) >= KEYS
        assert set(view["participants"]) == {"ana", "ben", "goblin", "imp"}
        for shown in view["participants"].values():
            assert set(shown) >= PARTICIPANT
        assert json.loads(json.dumps(view, allow_nan=False)) == view
        declare(table)


def test_a_view_at_the_start() -> None:
    view = scene(initiative="KC 2C QC 3C").view("observer")
    assert (view["round"], view["phase"], view["turn"], view["pending"]) == (1, "acting", ["ana", "ben"], None)
    assert (view["ranges"], view["played"], view["hand"], view["fd_hand_size"]) == ([], [], [], 2)
    assert view["discard"] == ["KC", "2C", "QC", "3C"]
    assert view["draw_pile"] == 52 - 7 - 2 - 4
    assert [row["group"] for row in view["initiative"]] == ["players", "apes", "monsters"]
    ana, goblin, imp = (view["participants"][name] for name in ("ana", "goblin", "imp"))
    assert (ana["name"], ana["side"], ana["class"], ana["level"], ana["hand_size"]) == (
        "Ana",
        "players",
        "warrior",
        2,
        4,
    )
    assert (goblin["group"], goblin["level"], goblin["max_hp"], goblin["hand_size"]) == ("apes", None, 9, None)
    assert (imp["group"], imp["level"], imp["side"]) == ("monsters", 4, "monsters")


def test_a_viewer_sees_their_own_hand_in_the_order_drawn() -> None:
    table = scene()
    assert table.view("ana")["hand"] == ["9C", "KD", "2H", "3H"]
    assert table.view("ben")["hand"] == ["TC", "AD", "4H"]
    for fate in ("gm", "goblin", "imp"):
        assert table.view(fate)["hand"] == ["QH", "7S"]
    assert table.view("observer")["hand"] == []


def test_cards_drawn_later_stand_behind_those_held() -> None:
    table = scene(draws="5D 6D 8D")
    table.attack("ana", "goblin", "KD 9C")
    table.defend("goblin", "QH")
    table.finish_round()
    assert table.view("ana")["hand"] == ["2H", "3H", "5D", "6D"]
    assert table.view("gm")["hand"] == ["7S", "8D"]


@pytest.mark.parametrize("viewer", ["nobody", "players", "apes", "monsters", "GM", "Ana", *INVALID_IDS])
def test_an_unknown_viewer_is_refused(viewer: Any) -> None:
    with pytest.raises(play.Refused):
        play.view(GAME, scene().state, viewer)


def test_a_pending_attack_is_seen_by_all_with_the_cards_played() -> None:
    table = scene()
    table.attack("ana", "goblin", "9C KD")
    for viewer in VIEWERS:
        view = table.view(viewer)
        assert (view["phase"], view["turn"]) == ("defending", ["goblin"])
        pending = {key: value for key, value in view["pending"].items() if key in ("kind", "actor", "target", "cards")}
        assert pending == {"kind": "attack", "actor": "ana", "target": "goblin", "cards": ["9C", "KD"]}
        assert view["played"] == ["9C", "KD"]
        assert view["participants"]["ana"]["hand_size"] == 2


def test_a_pending_maneuver_and_spell_bear_their_own_kind() -> None:
    table = Table(
        warrior("ana"), hero("ben", kind="wizard"), foe("goblin"), hands={"ana": "9D 2H 3H", "ben": "9S 4H 5H"}, fd="QH"
    )
    table.maneuver("ana", "disarm", "goblin", "9D")
    assert table.pending is not None
    assert (table.pending["kind"], table.pending["actor"], table.pending["target"]) == ("maneuver", "ana", "goblin")
    table.defend("goblin", "QH")
    table.cast("ben", "goblin", "9S")
    assert (table.pending["kind"], table.pending["cards"]) == ("spell", ["9S"])


def test_a_pending_surplus_says_who_and_how_many() -> None:
    table = scene()
    table.gm("fall", target="ana", feet=60)
    for viewer in VIEWERS:
        view = table.view(viewer)
        assert (view["phase"], view["turn"]) == ("discarding", ["ana"])
        assert (view["pending"]["kind"], view["pending"]["actor"], view["pending"]["count"]) == ("surplus", "ana", 2)


def test_all_but_the_hand_is_the_same_for_every_viewer() -> None:
    table = scene()
    for _ in range(2):
        common = [{key: table.view(viewer)[key] for key in KEYS - {"hand"}} for viewer in VIEWERS]
        assert all(canonical(view) == canonical(common[0]) for view in common)
        declare(table)


def test_discard_and_played_are_oldest_first() -> None:
    table = scene(initiative="KC 2C QC 3C")
    table.attack("ana", "goblin", "KD 9C")
    table.defend("goblin", "7S")
    assert table.played == ["KD", "9C", "7S"]
    table.attack("ben", "imp", "TC", "missile")
    table.defend("imp", "QH")
    assert table.played == ["KD", "9C", "7S", "TC", "QH"]
    assert table.discard == ["KC", "2C", "QC", "3C"]
    table.passes("goblin", "imp")
    assert table.played == []
    assert table.discard == ["KC", "2C", "QC", "3C", "KD", "9C", "7S", "TC", "QH"]


def cards_in(value: Any) -> set[str]:
    text = json.dumps(value)
    return {card for card in FULL_DECK if json.dumps(card) in text}


def test_no_view_or_offer_shows_a_card_that_its_viewer_may_not_know_f52_12() -> None:
    table = scene()
    for _ in range(2):
        shown = set(table.discard) | set(table.played)
        for viewer in VIEWERS:
            own = set(table.view(viewer)["hand"])
            assert cards_in(table.view(viewer)) == shown | own
            if viewer != "observer":
                assert cards_in(play.offers(GAME, table.state, viewer)) <= shown | own
        declare(table)


def test_the_state_that_is_seen_is_left_as_it_was() -> None:
    table = scene()
    before = canonical(table.state)
    for viewer in VIEWERS:
        view = seen(table.state, viewer)
        view["participants"]["ana"]["hp"] = 99
        view["hand"].append("XX")
        view["turn"].clear()
        view["discard"].clear()
    assert canonical(table.state) == before
    assert table.view("ana")["turn"] == ["ana", "ben"]


def test_a_participant_who_has_left_is_gone_from_view_and_no_viewer() -> None:
    table = scene()
    table.gm("leave", target="ben")
    assert set(table.view()["participants"]) == {"ana", "goblin", "imp"}
    with pytest.raises(play.Refused):
        play.view(GAME, table.state, "ben")


def test_nothing_is_proposed_while_both_sides_stand_f52_62() -> None:
    table = scene()
    assert table.view().get("proposed_outcome") is None
    assert "proposed_outcome" not in table.view()
    table.gm("adjust", target="goblin", hp=0, reason="it fled")
    assert "proposed_outcome" not in table.view()
    table.gm("adjust", target="imp", hp=0, reason="it fled")
    assert {table.view(viewer)["proposed_outcome"] for viewer in VIEWERS} == {"victory"}


def test_both_down_is_a_defeat_f52_62() -> None:
    table = scene()
    for name in ("goblin", "imp", "ana", "ben"):
        table.gm("adjust", target=name, hp=0, reason="the roof comes down")
    assert table.proposed == "defeat"


@pytest.mark.parametrize("seed", range(4))
def test_the_hidden_cards_of_others_change_nothing_that_a_player_sees(seed: int) -> None:
    """Two deals, alike but for the Fate Dealer's hand, Ben's and the pile: Ana cannot tell them apart (F52-12)."""
    own, shown = ["9C", "KD", "2H"], ["QS", "JS", "TS"]
    hidden = [card for card in FULL_DECK if card not in own + shown]
    random.Random(seed).shuffle(hidden)
    participants = [participant("ana", **{"class": "warrior"}), participant("ben"), monster("goblin", max_hp=9)]
    states = []
    for cut in (0, 7):
        pile = hidden[cut:] + hidden[:cut]
        states.append(play.start(GAME, setup_of(*participants, deck=own + pile[:4] + shown + pile[4:]), seed=cut))
    for command in (None, {"type": "attack", "actor": "ana", "target": "goblin", "cards": ["9C"], "weapon": "melee"}):
        if command is not None:
            states = [play.act(GAME, state, command)["state"] for state in states]
        for viewer in ("ana", "observer"):
            first, two = (canonical(seen(state, viewer)) for state in states)
            assert first == two
        assert canonical(play.offers(GAME, states[0], "ana")) == canonical(play.offers(GAME, states[1], "ana"))
        assert canonical(play.sample(GAME, states[0], "ana", seed=5)) == canonical(
            play.sample(GAME, states[1], "ana", seed=5)
        )
