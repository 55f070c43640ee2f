"""What the Dealer is told before an encounter begins: hands that use up the deck, and who is out already."""

from rules import play
from tests.rules.game_of_bastards.participants import swordfighter
from tests.rules.game_of_bastards.setups import SYSTEM, everything


def test_the_game_master_is_warned_before_it_begins_gob_01_gob_49() -> None:
    assert play.warnings(SYSTEM, everything()) == []
    many = [swordfighter(f"p{n}", side=f"s{n}") for n in range(12)]
    told = play.warnings(SYSTEM, {"participants": many, "options": {"decks": 1}})
    assert [event["rules"] for event in told] == [["GOB-01", "GOB-40"]]
    spent = swordfighter("ana", pools={"bp": 0, "sp": 0})
    told = play.warnings(SYSTEM, {"participants": [spent, swordfighter("bo", side="foes")]})
    assert [event["rules"] for event in told] == [["GOB-49"], ["GOB-49"]]
