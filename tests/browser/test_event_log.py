"""The event log of a table on a phone: every line can be read, at once or after a tap on "More"."""

import pytest

from campaigns.encounters import play
from tests import factories
from tests.browser.steps import begun, campaign_with_members
from tests.browser.test_gm_at_the_table import DECK

# The numbers of the lines that can be seen, newest first.
SEEN = """() => [...document.querySelectorAll("#table .event-log > li")]
  .filter((each) => each.checkVisibility()).map((each) => Number(each.dataset.number))"""


@pytest.fixture
def long_night(transactional_db):
    """An encounter with more than ten lines in its log, whose player is "ana"."""
    users = {factories.UserFactory(username="gm"): "gm", factories.UserFactory(username="ana"): "player"}
    keeper, ana = users
    campaign = campaign_with_members("fifty-two-fates", users, "The Salt Road")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    row = begun(campaign, keeper, [mara], [(factories.MonsterFactory(name="Bandit"), 1)], seed=7, deck=DECK)
    for count in range(10):
        change = {"type": "adjust", "actor": "gm", "target": "bandit", "hp": 1 + count % 2, "reason": "Rain"}
        play.submit(encounter=row, by=keeper, command=change)
    return row


@pytest.mark.parametrize(("name", "newest"), [("ana", 3), ("gm", 6)])
def test_every_line_can_be_read_on_a_phone(people, long_night, name, newest):
    person = people(phone=True).sign_in(name)
    person.open(f"/encounters/{long_night.pk}/")
    seen = person.page.evaluate(SEEN)
    assert len(seen) == newest
    person.page.locator("#more-lines > summary").tap()
    person.page.locator("#older-lines li").first.wait_for()
    later = person.page.evaluate(SEEN)
    assert later[:newest] == seen
    assert later[:11] == list(range(10, -1, -1)), "no line is left out"
    assert len(later) == person.page.locator("#table .event-log > li").count()


def test_the_gm_can_undo_at_each_of_the_newest_lines_on_a_phone(people, long_night):
    gm = people(phone=True).sign_in("gm")
    gm.open(f"/encounters/{long_night.pk}/")
    undo = gm.page.locator(".event-log-panel > .event-log form button")
    assert undo.count() == gm.page.locator(".event-log-panel > .event-log form button:visible").count() == 6
