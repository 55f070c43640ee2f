"""An evening of A Game of Bastards: three phones and a laptop, bets and a reveal; one without a dealer."""

import re

import pytest

from campaigns.encounters import actions, play
from campaigns.encounters.models import Encounter
from people.access import get_membership
from rules import play as rules
from tests import factories
from tests.browser import steps

GAME = "game-of-bastards"
# Five cards each, in the order of seats, then what is drawn: chance is supplied, so that no line below is luck.
DECK = [
    *("AC", "KS", "QS", "5D", "9H"),
    *("4H", "3D", "2H", "6H", "7D"),
    *("5S", "8S", "9S", "TS", "JS"),
    *("2S", "KD", "QD", "JD", "TD"),
    *("6C", "7C", "8C", "9C", "TC", "JC", "QC", "2D", "4D", "6D"),
]

RANKS = {"2": "two", "3": "three", "5": "five", "T": "ten", "Q": "queen", "K": "king"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
OWN = {"clubs": "body", "hearts": "spirit", "spades": "mind"}


def sheet(suit):
    """A finished sheet of a suit that can fence."""
    sword = {"name": "Sword", "damage": 2, "skill": "Combat (Sword)"}
    traits = {"body": 1, "spirit": 1, "mind": 1, "luck": 1} | {OWN[suit]: 2}
    given = {"suit": suit, "traits": traits, "skills": {"Combat (Sword)": 3}, "weapons": [sword]}
    return {**rules.new_sheet(GAME), **given, "finished": True}


@pytest.fixture
def cara(db):
    """A third player."""
    return factories.UserFactory(username="cara")


@pytest.fixture
def captain(db):
    """Someone to fight, fated as the heroes are."""
    stats = {
        "kind": "fated",
        "suit": "clubs",
        "traits": {"body": 4, "spirit": 1, "mind": 1, "luck": 1},
        "skills": {"Combat (Sword)": 3},
        "weapons": [{"name": "Sword", "damage": 2, "skill": "Combat (Sword)"}],
    }
    return factories.MonsterFactory(system=GAME, name="Captain", stats=stats)


@pytest.fixture
def knives(gm, ana, ben, cara):
    """A campaign with three heroes."""
    users = {gm: "gm", ana: "player", ben: "player", cara: "player"}
    campaign = steps.campaign_with_members(GAME, users, "The Tollhouse Knives")
    for user, name, suit in ((ana, "Ilse", "clubs"), (ben, "Crake", "hearts"), (cara, "Vane", "spades")):
        factories.CharacterFactory(campaign=campaign, owner=user, name=name, sheet=sheet(suit))
    return campaign


# The older lines of the event log, which a table loads when they are opened.
OLDER = """() => {
  const box = document.getElementById('older-lines');
  if (!box) return '';
  return fetch(box.getAttribute('hx-get'), {headers: {'HX-Request': 'true'}}).then(answer => answer.text());
}"""


def shows(person, code):
    """Whether a card stands anywhere in what someone's browser gets: text, names, pictures and older lines."""
    spoken = f"{RANKS[code[0]]} of {SUITS[code[1]]}"
    return bool(re.search(rf"\b{code}\b|{spoken}", person.page.content() + person.page.evaluate(OLDER)))


def chosen(person, cards, words):
    """Cards of the hand tapped, then the button that takes them."""
    for card in cards:
        person.page.locator(f"#table [name='some:cards'][form='play'][value='{card}']").check(force=True)
    steps.tap(person, words)


def face_down(encounter, card, *others):
    """A card that lies face down is in nothing that anyone else's browser was given."""
    steps.meet(encounter, *others)
    assert not [other for other in others if shows(other, card)]


def called(encounter, *sides):
    """Everyone who is asked calls, until the cards are turned up."""
    for _ in range(4):
        for person in sides:
            steps.meet(encounter, person)
            if person.page.locator("#play button", has_text="Call").count():
                steps.tap(person, "Call")


def scene(ana, ben, cara, dealer, encounter):
    """Initiative, two attacks with bets, a reveal, desperation, a concession, the end."""
    everyone = (ana, ben, cara, dealer)
    for person in everyone:
        person.open(f"/encounters/{encounter.pk}/")
        person.page.wait_for_selector("#table")
    for person, card in ((ana, "AC"), (ben, "4H"), (cara, "5S"), (dealer, "2S")):
        chosen(person, [card], "Choose your initiative card")
        steps.meet(encounter, *everyone)
    assert "Your turn" in ana.page.locator(".status .turn").inner_text()
    steps.tap(ana, "Draw a card")
    steps.give(ana, "Attack", {"one:target": "captain", "one:card": "KS"})
    face_down(encounter, "KS", ben, cara, dealer)
    steps.give(dealer, "Defend", {"one:card": "TD"})
    face_down(encounter, "TD", ana, ben, cara)
    face_down(encounter, "KS", ben, cara, dealer)
    chosen(ana, ["5D"], "Play")
    steps.meet(encounter, *everyone)
    # What is played in the betting lies open, what was laid first does not.
    assert all(shows(person, "5D") for person in everyone)
    face_down(encounter, "KS", ben, cara, dealer)
    called(encounter, ana, dealer)
    steps.meet(encounter, *everyone)
    assert all(shows(person, "KS") and shows(person, "TD") for person in everyone)
    assert "7/20" in cara.page.locator("[data-id=captain]").inner_text()
    steps.tap(dealer, "Draw a card")
    steps.give(dealer, "Attack", {"one:target": "crake", "one:card": "KD"})
    face_down(encounter, "KD", ana, ben, cara)
    steps.give(ben, "Defend", {"one:card": "3D"})
    called(encounter, dealer, ben)
    steps.meet(encounter, *everyone)
    assert "You must choose" in ben.page.locator(".status .turn").inner_text()
    assert "Captain: attack" in cara.page.locator(".felt").inner_text()
    steps.tap(ben, "Draw 2 cards for Spirit")
    steps.meet(encounter, *everyone)
    assert "desperate" in ana.page.locator("[data-id=crake]").inner_text()
    ben.page.locator(".give-up summary").tap()
    steps.played(ben, ben.page.locator(".give-up button"))
    steps.meet(encounter, *everyone)
    assert "has given up" in cara.page.locator("[data-id=crake]").inner_text()
    assert "Your turn" in cara.page.locator(".status .turn").inner_text()
    steps.give(dealer, "End the opposition", {"text:outcome": "The captain lets them pass"})
    for person in (ana, ben, cara):
        person.page.wait_for_selector(".status .turn >> text=over")
    encounter.refresh_from_db()
    assert encounter.status == Encounter.Status.ENDED
    assert play.replays_equal(encounter)
    assert play.verify(encounter)["ok"]


def test_three_players_fight_an_opposition(people, knives, captain, gm):
    ana, ben, cara = (people(phone=True).sign_in(name) for name in ("ana", "ben", "cara"))
    dealer = people().sign_in("gm")
    encounter = steps.begun(knives, gm, list(knives.characters.order_by("pk")), [(captain, 1)], deck=DECK)
    scene(ana, ben, cara, dealer, encounter)


def test_without_a_dealer_a_player_takes_the_seat(people, knives, captain, ben):
    knives.dealerless = True
    knives.save()
    membership = get_membership(ben, knives.pk)
    row = actions.create(membership=membership, title="The ledger")
    actions.add_characters(membership=membership, encounter=row, characters=list(knives.characters.order_by("pk")))
    actions.add_monsters(membership=membership, encounter=row, monster=captain)
    encounter = actions.start(membership=membership, encounter=row, seed="an even night", deck=DECK)
    player, other = people(phone=True).sign_in("ana"), people(phone=True).sign_in("ben")
    for person in (player, other):
        person.open(f"/encounters/{encounter.pk}/")
        person.page.wait_for_selector("#table")
    assert not shows(player, "QD")
    player.open(f"/encounters/{encounter.pk}/hands/")
    seat = player.page.locator("ul.rows li", has_text="Captain")
    seat.locator("select").select_option(label="ana")
    with player.page.expect_navigation():
        seat.get_by_role("button", name="Hand over").tap()
    player.open(f"/encounters/{encounter.pk}/?as=captain")
    player.page.wait_for_selector("#table")
    assert shows(player, "QD")
    steps.meet(encounter, other)
    assert "ana now plays Captain" in " ".join(steps.event_lines(other))
    assert not shows(other, "QD")
    chosen(player, ["2S"], "Choose your initiative card")
    steps.meet(encounter, other)
    assert "Captain shows" in " ".join(steps.event_lines(other))
    assert not shows(other, "QD")


def test_the_form_that_is_asked_for_lies_open_though_another_lay_open_before(people, knives, captain, ben):
    knives.dealerless = True
    knives.save()
    party = list(knives.characters.order_by("pk"))
    encounter = steps.begun(knives, knives.created_by, party, [(captain, 1)], deck=DECK)
    membership = get_membership(ben, knives.pk)
    play.hand_over_participant(encounter=encounter, by=ben, participant="captain", controller=membership)
    for key, card in (("ilse", "AC"), ("crake", "4H"), ("vane", "5S"), ("captain", "2S")):
        by = encounter.participants.get(key=key).controller.user
        play.submit(encounter=encounter, by=by, command={"type": "initiative", "actor": key, "card": card})
    for kind in ("draw", "pass"):
        by = encounter.participants.get(key="ilse").controller.user
        play.submit(encounter=encounter, by=by, command={"type": kind, "actor": "ilse"})
    person = people(phone=True).sign_in("ben")
    # The answer to one's own play must do, without the live stream's second look.
    person.context.add_init_script("window.EventSource = class { addEventListener() {} close() {} };")
    person.open(f"/encounters/{encounter.pk}/")
    person.page.wait_for_selector("#table")
    steps.tap(person, "Draw a card")
    # Ben plays both: the captain's attack on Crake asks Crake for an answer on the same page.
    steps.give(person, "Attack", {"one:target": "crake", "one:card": "KD"})
    assert "You are attacked" in person.page.locator(".status .turn").inner_text()
    assert person.page.locator("details[id^=form-crake-defend]").first.get_attribute("open") is not None
