"""Drawing from an empty pile: the discards are shuffled into a new one, in the middle of a draw too (F52-02)."""

from tests.rules.fifty_two_fates.table import FULL_DECK, Table, foe, hero

PARTY = "ana ben cy"
FATE = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D 3D 4D 5D 6D 7D"
SHOWN = "KS 2S 3S QS"


def crowded(fate: int, draws: str = "") -> Table:
    """Three of level 8 (30 cards), so many for the Fate Dealer, four shown: the pile is what is left of 52."""
    participants = [hero(name, 8, background_skills=["hunting"]) for name in PARTY.split()]
    table = Table(
        *participants, foe("goblin", max_hp=9), fd=" ".join(FATE.split()[:fate]), initiative=SHOWN, draws=draws
    )
    assert table.view()["draw_pile"] == 52 - 30 - fate - 4
    assert table.discard == SHOWN.split()
    return table


def test_an_empty_pile_is_filled_from_the_discards_f52_02() -> None:
    table = crowded(18)
    table.do("skill-check", "ana", difficulty=5, cards=1)
    assert table.view()["draw_pile"] == 3
    (card,) = table.discard
    assert card in SHOWN.split()
    table.because("F52-02")


def test_the_pile_is_not_filled_before_it_is_needed_f52_02() -> None:
    table = crowded(17, "AH")
    table.do("skill-check", "ana", difficulty=5, cards=1)
    assert (table.view()["draw_pile"], table.discard) == (0, [*SHOWN.split(), "AH"])
    assert "F52-02" not in {rule for event in table.events for rule in event["rules"]}


def test_a_card_being_looked_at_is_not_shuffled_in_f52_02() -> None:
    """Three cards are drawn when one is left: the first one stays on the table while the pile is filled."""
    table = crowded(17, "AH")
    table.do("skill-check", "ana", difficulty=5, background="hunting")
    assert table.discard[0] == "AH"
    assert len(table.discard) == 3
    assert set(table.discard[1:]) < set(SHOWN.split())
    assert table.view()["draw_pile"] == 2


def test_a_draw_stops_short_when_pile_and_discards_are_empty_f52_02() -> None:
    participants = [hero(name, 8, background_skills=["hunting"]) for name in ("ana", "ben", "cy", "dot")]
    table = Table(*participants, foe("goblin"), fd="2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", initiative="KS")
    assert (table.view()["draw_pile"], len(table.discard)) == (0, 1)
    events = table.do("skill-check", "ana", difficulty=2, background="hunting")
    assert table.discard == ["KS"], "one card was there to be drawn, of three"
    assert events


def test_the_cards_played_in_the_round_are_drawn_again_at_its_end_f52_02_f52_60() -> None:
    """Nothing is left to draw but what lies on the table; it is shuffled and dealt again."""
    participants = [hero(name, 8) for name in ("ana", "ben", "cy", "dot")]
    table = Table(*participants, foe("goblin", max_hp=9), fd="2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", initiative="")
    card = table.view("ana")["hand"][0]
    table.attack("ana", "goblin", card)
    table.defend("goblin", "KC")
    table.finish_round()
    assert table.round == 2
    assert (len(table.hand("ana")), len(table.hand("gm"))) == (10, 12)
    assert (table.view()["draw_pile"], table.discard) == (0, [])
    assert {card, "KC"} <= table.hand("ana") | table.hand("gm")


def test_a_shuffle_loses_no_card_and_tells_none_f52_02_f52_12() -> None:
    table = crowded(18)
    table.do("skill-check", "ana", difficulty=5, cards=1)
    shuffled = [event for event in table.events if "F52-02" in event["rules"]]
    assert shuffled
    hidden = set(SHOWN.split()) - set(table.discard)
    assert not any(card in event["text"] for event in shuffled for card in hidden)
    held = [card for name in [*PARTY.split(), "gm"] for card in table.view(name)["hand"]]
    assert len(held) + len(table.discard) + 3 == len(FULL_DECK)
