"""Movement at the table: what changed is seen for a moment, nothing waits for it, and it can be switched off."""

import pytest

from tests import factories
from tests.browser import steps

# Every movement that the page begins, in order: what moves, and for how long altogether.
RECORD = """
    window.movements = [];
    const begin = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        const part = this.closest(".play-area") ? "hand" : this.closest(".felt") ? "felt" :
            this.closest(".outcome") ? "end" : this.closest("[data-id]")?.dataset.id || "";
        window.movements.push({ part, face: this.querySelector("use")?.getAttribute("href").split("#")[1] || "",
            length: timing.duration + (timing.delay || 0) });
        return begin.call(this, frames, timing);
    };"""
LONGEST = 200


@pytest.fixture
def table(transactional_db):
    """A fight of two heroes with one bandit, from an even deck."""
    gm, ana, ben = [factories.UserFactory(username=name) for name in ("frida", "ana", "ben")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player", ben: "player"}, "Movement")
    heroes = [
        factories.CharacterFactory(campaign=campaign, owner=owner, name=name, sheet={"class": "warrior"})
        for owner, name in ((ana, "Mara"), (ben, "Oskar"))
    ]
    monster = factories.MonsterFactory(name="Bandit", stats={"max_hp": 3}, campaign=campaign)
    return steps.begun(campaign, gm, heroes, [(monster, 1)])


def at_the_table(people, table, name, **options):
    person = people(phone=name != "frida", **options)
    person.page.add_init_script(RECORD)
    person.sign_in(name).open(f"/encounters/{table.pk}/")
    person.page.wait_for_function("() => stream?.readyState === 1")
    return person


def movements(person, part):
    return [each for each in person.page.evaluate("window.movements") if each["part"] == part]


def attack(person):
    """The first card that someone holds against the bandit; the card."""
    page = person.page
    page.locator("input[name='one:target'][value^=bandit]").first.check(force=True)
    card = page.locator("#play input[name='some:cards']").first
    face = card.get_attribute("value")
    card.check(force=True)
    steps.played(person, page.locator("#play button[name=do]:enabled").first)
    return face


def acting(phones):
    return next(phone for phone in phones if phone.page.locator("#table").get_attribute("data-mine"))


def test_a_played_card_moves_on_every_phone_and_the_end_is_shown(people, table):
    dealer, *phones = [at_the_table(people, table, name) for name in ("frida", "ana", "ben")]
    if not any(phone.page.locator("#table").get_attribute("data-mine") for phone in phones):
        pytest.fail("the heroes begin with this seed")
    player = acting(phones)
    watching = next(phone for phone in phones if phone is not player)
    face = attack(player)
    steps.meet(table, dealer, *phones)
    for person in (player, watching, dealer):
        assert face in [each["face"] for each in movements(person, "felt")]
    assert movements(watching, "hand") == [], "nothing was dealt to them"
    steps.give(dealer, "End")
    steps.meet(table, dealer, *phones)
    for person in (player, watching, dealer):
        assert movements(person, "end")
        lengths = [each["length"] for each in person.page.evaluate("window.movements")]
        assert max(lengths) < LONGEST


def test_nothing_moves_where_reduced_motion_is_asked_for(people, table):
    phones = [at_the_table(people, table, name, reduced_motion="reduce") for name in ("ana", "ben")]
    attack(acting(phones))
    steps.meet(table, *phones)
    for phone in phones:
        assert phone.page.evaluate("window.movements") == []
