"""An evening of each game by keyboard alone, from the sign-in to the end: where the focus is, what is announced."""

import re

import pytest

from campaigns.encounters import play
from campaigns.encounters.models import EncounterSecret
from campaigns.encounters.play.waits import read_waits
from characters.models import Monster
from people.access import get_membership
from rules import play as rules
from tests import factories
from tests.browser import keyboard, steps, test_bastards_evening, test_slots_evening

knives, captain, cara = test_bastards_evening.knives, test_bastards_evening.captain, test_bastards_evening.cara
crew = test_slots_evening.crew


def seated(people, encounter, username="ana"):
    """Somebody at the table who never touched a pointer, and what their screen reader tells."""
    person = people()
    keyboard.sign_in(person, username)
    keyboard.open_table(person, encounter)
    return person, keyboard.Ear(person)


def first_play(person):
    """The first play that the page lets one make; a card is chosen where one is needed."""
    page = person.page
    buttons = page.locator("#play .buttons button[name=do]:enabled")
    cards = page.locator("#play input[name='some:cards']")
    for place in range(cards.count()):
        if buttons.count():
            break
        keyboard.choose(page, cards.nth(place))
    keyboard.press(person, buttons.first)


def test_52_fates(people, campaign, gm, ana):
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    bandit = factories.MonsterFactory(name="Bandit", campaign=campaign, stats={"max_hp": 3})
    encounter = steps.begun(campaign, gm, [mara], [(bandit, 1)])
    person, ear = seated(people, encounter)
    calls = []
    while keyboard.let_others_act(encounter, gm, "mara") and len(calls) < 6:
        steps.meet(encounter, person)
        ear.expect_each_once()
        calls.append(person.page.inner_text(".status .turn"))
        first_play(person)
        ear.expect_each_once()
    assert any("Your turn" in call for call in calls)
    assert any("You are attacked" in call for call in calls)
    assert len({call.split("·")[0] for call in calls}) > 1, "more than one round"
    keyboard.end(person, encounter, gm, ear, "parley")


def test_fortune_and_power_with_a_hit_on_the_hero(people, gm, ana):
    campaign = steps.campaign_with_members("fortune-and-power", {gm: "gm", ana: "player"}, "The Causeway Toll")
    sheet = {**rules.new_sheet("fortune-and-power"), "traits": {"Warrior": 6}, "fortune": 6, "finished": True}
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Juk", sheet=sheet)
    guard = Monster.objects.get(system="fortune-and-power", key="gate-guard", campaign=None)
    encounter = steps.begun(campaign, gm, [hero], [(guard, 1)])
    person, ear = seated(people, encounter)
    done = set()
    for _ in range(12):
        encounter.refresh_from_db()
        if "juk" not in {wait.actor for wait in read_waits(encounter)}:
            if "hit" in done:
                _pass(encounter, gm, "gate-guard")
            else:
                _answer(encounter, gm, "gate-guard", "attack", rolls=[6, 6])
        steps.meet(encounter, person)
        if not person.page.locator("#table[data-mine=yes]").count():
            continue
        ear.expect_each_once()
        hit = "You are hit" in person.page.locator(".status .turn").inner_text()
        form = keyboard.unfold(person.page, "How much fortune" if hit else "Attack")
        done.add("hit" if hit else "attack")
        keyboard.press(person, form.locator(".buttons button").last)
        ear.expect_each_once()
        if done == {"hit", "attack"}:
            break
    assert done == {"hit", "attack"}
    keyboard.end(person, encounter, gm, ear, "The toll is paid")


def test_the_fortune_system_with_a_hardship_and_a_rest(people, crew, gm, ben):
    [hero] = crew.characters.all()
    encounter = steps.begun(crew, gm, [hero])
    person, ear = seated(people, encounter, "ben")
    page = person.page
    for _ in range(8):
        keyboard.let_others_act(encounter, gm, "ben-rask")
        steps.meet(encounter, person)
        ear.expect_each_once()
        buttons = page.locator(".play :is(button.way, form:not(#play) .buttons button)")
        keyboard.press(person, buttons.first)
        ear.expect_each_once()
        encounter.refresh_from_db()
        if encounter.number > 6 and not page.locator("#table[data-mine=yes]").count():
            break
    offers = play.read_encounter(encounter, get_membership(gm, crew.pk)).offers("gm")
    order = next(offer["example"] for offer in offers if offer["example"]["type"] == "hardship")
    play.submit(encounter=encounter, by=gm, command={**order, "selection": "choice"})
    steps.meet(encounter, person)
    ear.expect_each_once()
    keyboard.press(person, page.locator(".play form .buttons button").first)
    ear.expect_each_once()
    assert page.locator(".slot.damaged").count()
    play.submit(encounter=encounter, by=gm, command={"type": "rest", "actor": "gm", "full": True})
    steps.meet(encounter, person)
    assert not page.locator("[data-id=ben-rask] .slot.damaged").count()
    ear.expect_each_once()
    keyboard.end(person, encounter, gm, ear, "Over, and nobody saw")


def test_a_game_of_bastards_with_a_raise_a_mulligan_and_a_fate_draw(people, knives, captain, gm, ana, ben, cara):
    party = list(knives.characters.order_by("pk"))
    encounter = steps.begun(knives, gm, party, [(captain, 1)], deck=test_bastards_evening.DECK)
    person, ear = seated(people, encounter)
    page = person.page
    ear.expect_each_once()
    _choose_card(page, "AC")
    keyboard.press(person, _button(page, "Choose your initiative card"))
    for user, key, card in ((ben, "crake", "4H"), (cara, "vane", "5S"), (gm, "captain", "2S")):
        play.submit(encounter=encounter, by=user, command={"type": "initiative", "actor": key, "card": card})
    steps.meet(encounter, person)
    ear.expect_each_once()
    keyboard.press(person, _button(page, "Draw a card"))
    ear.expect_each_once()
    form = keyboard.unfold(page, "Attack")
    keyboard.choose(page, form.locator("[name='one:target'][value=captain]"))
    _choose_card(page, "KS")
    keyboard.press(person, form.locator(".buttons button").last)
    ear.expect_each_once()
    _answer(encounter, gm, "captain", "defend")
    steps.meet(encounter, person)
    ear.expect_each_once()
    _choose_card(page, "5D")
    keyboard.press(person, _button(page, "Play"))
    ear.expect_each_once()
    while keyboard.let_others_act(encounter, gm, "ilse"):
        steps.meet(encounter, person)
        ear.expect_each_once()
        button = _button(page, "Call|Mulligan")
        if not button.count():
            break
        mulligan = "ulligan" in button.inner_text()
        keyboard.press(person, button)
        ear.expect_each_once()
        if mulligan:
            break
    assert "mulligan" in " ".join(steps.event_lines(person)).lower()
    keyboard.reach(page, page.get_by_role("link", name="Make a check (fate draw)"))
    with page.expect_navigation():
        page.keyboard.press("Enter")
    keyboard.reach(page, page.locator("main form button", has_text="No difficulty").first)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert re.search("success|failure", page.inner_text("main .done"))
    keyboard.reach(page, page.get_by_role("link", name="Running table"))
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.locator("#table").wait_for()


def _button(page, words):
    return page.locator("#play button:enabled", has_text=re.compile(words)).first


def _choose_card(page, card):
    keyboard.choose(page, page.locator(f"#table [name='some:cards'][form='play'][value='{card}']"))


def _pass(encounter, gm, seat):
    state = EncounterSecret.sealed.get(encounter=encounter).state
    play.submit(encounter=encounter, by=gm, command=rules.decline(encounter.campaign.system, state, seat))


def _answer(encounter, gm, seat, kind, **fields):
    offers = play.read_encounter(encounter, get_membership(gm, encounter.campaign_id)).offers(seat)
    command = next(offer["example"] for offer in offers if offer["example"]["type"] == kind)
    play.submit(encounter=encounter, by=gm, command={**command, **fields})


def test_a_line_that_is_told_twice_or_not_at_all_is_noticed(people, knives, captain, gm):
    """The planted faults: what watches the live region above sees them."""
    encounter = steps.begun(knives, gm, list(knives.characters.order_by("pk")), [(captain, 1)])
    person, ear = seated(people, encounter)
    person.page.evaluate("announced = []; announceChanges()")
    with pytest.raises(AssertionError):
        ear.expect_each_once()
    person.page.evaluate("toldWords.length = 0")
    with pytest.raises(AssertionError):
        keyboard.Ear(person).expect_each_once()
