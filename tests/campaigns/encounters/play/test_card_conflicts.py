"""Real cards that do not fit together: no refusal tells where a card lies, and the table puts it right openly."""

import json
import re

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from campaigns.encounters import actions, play
from campaigns.encounters.models import Encounter, EncounterDraw
from campaigns.encounters.play import pending_draws, physical_draws
from campaigns.log.models import LogEntry
from people.access import membership_for
from rules.engine import cards, physical_deck

HANDS = {"mara": ["KD", "9C", "4S", "7C"], "oskar": ["QH", "5D", "AS", "KS"], "gm": ["JC", "2H"]}
CHECK = {"type": "skill-check", "actor": "mara", "difficulty": 8}
QUESTION = re.compile(r'"question": "[^"]*"')
NOT_TOGETHER = "The cards that were entered contradict each other"


@pytest.fixture
def own_deck(membership, prepared):
    """The ambush, about to be played with real cards."""
    return actions.change(membership=membership, encounter=prepared, real_cards=True)


@pytest.fixture
def players(gm, ana, ben):
    """Who names the cards of each owner."""
    return {"mara": ana, "oskar": ben, "gm": gm}


@pytest.fixture
def deal(membership, own_deck, players):
    """Starts the encounter; everyone names the hand, in the given order."""

    def dealt(hands, order=("mara", "oskar", "gm"), seed=7):
        row = actions.start(membership=membership, encounter=own_deck, seed=seed)
        for owner in order:
            physical_draws.enter_cards(encounter=row, by=players[owner], owner=owner, cards=hands[owner])
        row.refresh_from_db()
        return row

    return dealt


@pytest.fixture
def dealt(deal):
    return deal(HANDS)


def look(row, user, seat=None):
    return play.view(row, membership_for(user, row), seat)


def events(row, user):
    return [event["text"] for event in play.events(row, membership_for(user, row))]


def awaited(row, user):
    return [
        (draw.owner, draw.count, draw.cards_in_hand)
        for draw in pending_draws.awaited_cards(row, membership_for(user, row))
    ]


def post(user, name, row, body):
    client = APIClient()
    client.force_authenticate(user)
    return client.post(reverse(name, args=[row.pk]), body, format="json")


def answer_of(response):
    """Everything that a client can compare, but for the number of the request."""
    body = {key: value for key, value in response.json().items() if key not in ("instance", "request_id")}
    return response.status_code, json.dumps(body, sort_keys=True)


# In Oskar's hand, in the dealer's hand, in the actor's hand, in the discard pile (the initiative card of Oskar).
ELSEWHERE = ["QH", "JC", "KD", "KS"]


@pytest.mark.parametrize("card", ELSEWHERE)
def test_a_card_that_lies_elsewhere_is_answered_alike_wherever_it_lies_and_everybody_hears_of_it(
    dealt, players, card, ana, ben, gm
):
    play.submit(encounter=dealt, by=ana, command=CHECK)
    number = Encounter.objects.get(pk=dealt.pk).number
    answer = post(ana, "api-draws", dealt, {"as": "", "cards": [card]})
    assert answer.status_code == 422
    assert answer.json()["code"] == "card.elsewhere"
    assert answer.json()["detail"] == physical_deck.DO_NOT_FIT
    assert Encounter.objects.get(pk=dealt.pk).number == number + 1
    for user in players.values():
        assert events(dealt, user)[-1].startswith(NOT_TOGETHER)
        assert card not in events(dealt, user)[-1]
    assert awaited(dealt, ben) == [("", 1, 0)]
    physical_draws.enter_cards(encounter=dealt, by=ana, owner="", cards=["TC"])
    assert any(text.startswith("Mara draws TC") for text in events(dealt, ben))
    assert play.replays_equal(Encounter.objects.get(pk=dealt.pk))


def test_where_a_card_lies_changes_no_byte_of_any_refusal(dealt, ana):
    """The oracle of the issue: every card is tried out, and those that are refused are refused alike."""
    play.submit(encounter=dealt, by=ana, command=CHECK)
    before = EncounterDraw.sealed.get().body
    told = set()
    for card in ELSEWHERE:
        told.add(answer_of(post(ana, "api-draws", dealt, {"as": "", "cards": [card]})))
        EncounterDraw.sealed.update(body=before)
    assert len(told) == 1


def test_nothing_is_compared_before_everybody_has_answered(deal, membership, own_deck, ana, ben, players):
    """During the deal nobody learns by trying what another has named already."""
    answers = set()
    for oskar in (["QH", "5D", "AS", "KS"], ["9C", "5D", "AS", "KS"], ["KD", "9C", "4S", "7C"]):
        row = actions.start(membership=membership, encounter=own_deck, seed=7)
        physical_draws.enter_cards(encounter=row, by=ana, owner="mara", cards=HANDS["mara"])
        status, body = answer_of(post(ben, "api-draws", row, {"as": "oskar", "cards": oskar}))
        # Each deal has a random key of its own.
        answers.add((status, QUESTION.sub("", body)))
        physical_draws.cancel_draw(encounter=row, by=membership.user)
    assert len(answers) == 1
    assert next(iter(answers))[0] == 200


def test_a_conflict_in_the_deal_is_told_to_all_and_everybody_names_the_hand_again(deal, players, client):
    wrong = {**HANDS, "oskar": ["9C", "5D", "AS", "KS"]}
    with pytest.raises(play.Refused) as refused:
        deal(wrong)
    assert refused.value.code == "card.elsewhere"
    row = Encounter.objects.get()
    assert row.status == Encounter.Status.PREPARED
    [entry] = LogEntry.objects.filter(encounter=row)
    assert NOT_TOGETHER in entry.text
    assert "Mara, Oskar, Fate Dealer" in entry.text
    for user in players.values():
        client.force_login(user)
        assert NOT_TOGETHER in client.get(reverse("encounter", args=[row.pk])).content.decode()
        assert awaited(row, user) == [("mara", 4, 0), ("oskar", 4, 0), ("gm", 2, 0)]
    for owner, user in players.items():
        physical_draws.enter_cards(encounter=row, by=user, owner=owner, cards=HANDS[owner])
    row.refresh_from_db()
    assert row.status == Encounter.Status.RUNNING
    assert look(row, players["oskar"], "oskar")["hand"] == HANDS["oskar"][:3]
    assert play.replays_equal(Encounter.objects.get(pk=row.pk))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("first", ["mara", "oskar", "gm"])
def test_an_honest_hand_is_never_refused_because_others_have_not_named_theirs(deal, players, first, seed):
    order = (first, *[owner for owner in HANDS if owner != first])
    row = deal(HANDS, order, seed)
    assert row.status == Encounter.Status.RUNNING
    for owner, user in players.items():
        assert look(row, user, owner)["hand"] == HANDS[owner][: 1 if owner == "gm" else 3]


@pytest.mark.parametrize(
    ("typed", "code", "words"),
    [
        (["KD", "KD", "4S", "7C"], "card.elsewhere", "more often than the deck has it: K♦"),
        (["KD", "1X", "4S", "7C"], "card.unknown", "“1X” is not a card of this deck"),
        (["KD", "XX", "4S", "7C"], "card.unknown", "“XX” is not a card of this deck"),
    ],
)
def test_cards_that_nobody_can_have_drawn_are_refused_at_once(membership, own_deck, ana, typed, code, words):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    before = EncounterDraw.sealed.get().body
    with pytest.raises(play.Refused, match=words) as refused:
        physical_draws.enter_cards(encounter=row, by=ana, owner="mara", cards=typed)
    assert refused.value.code == code
    assert EncounterDraw.sealed.get().body == before


def test_nobody_names_their_own_cards_twice(membership, own_deck, ana):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    physical_draws.enter_cards(encounter=row, by=ana, owner="mara", cards=HANDS["mara"])
    with pytest.raises(play.Refused) as refused:
        physical_draws.enter_cards(encounter=row, by=ana, owner="mara", cards=HANDS["mara"])
    assert refused.value.code == "cards.count"


@pytest.fixture
def mistyped(dealt, ana):
    """Oskar named the queen of hearts in the deal and holds the queen of diamonds; now Mara draws QH, twice refused."""
    play.submit(encounter=dealt, by=ana, command=CHECK)
    for _ in range(2):
        with pytest.raises(play.Refused):
            physical_draws.enter_cards(encounter=dealt, by=ana, owner="", cards=["QH"])
    return dealt


def test_a_wrong_card_of_an_earlier_hand_is_put_right_when_everybody_names_the_hand_again(mistyped, players, client):
    row = mistyped
    asked = [("mara", 3, 3), ("oskar", 3, 3), ("gm", 1, 1), ("", 1, 0)]
    assert sorted(awaited(row, players["gm"])) == sorted(asked)
    assert "enter the cards in their hand again" in events(row, players["oskar"])[-1]
    client.force_login(players["oskar"])
    assert "First enter the 3 cards" in client.get(reverse("encounter", args=[row.pk])).content.decode()
    hands = {"mara": HANDS["mara"][:3], "gm": ["JC"], "oskar": ["QD", "5D", "AS"]}
    for owner, named in hands.items():
        physical_draws.enter_cards(encounter=row, by=players[owner], owner=owner, cards=named)
    physical_draws.enter_cards(encounter=row, by=players["mara"], owner="", cards=["QH"])
    assert any(text.startswith("Mara draws QH") for text in events(row, players["oskar"]))
    for owner, named in hands.items():
        assert look(row, players[owner], owner)["hand"] == named
    assert not EncounterDraw.sealed.exists()
    assert play.replays_equal(Encounter.objects.get(pk=row.pk))


def test_an_observer_is_not_asked_for_the_hand_again(dealt, ana, ben, gm):
    dealt.campaign.members.filter(user=ben).update(role="observer")
    play.submit(encounter=dealt, by=ana, command=CHECK)
    for _ in range(2):
        with pytest.raises(play.Refused):
            physical_draws.enter_cards(encounter=dealt, by=ana, owner="", cards=["QH"])
    assert sorted(awaited(dealt, gm)) == [("", 1, 0), ("gm", 1, 1), ("mara", 3, 3)]


def test_hands_that_do_not_fit_either_are_asked_for_again_and_the_gm_can_take_it_back(mistyped, players, gm):
    row = mistyped
    for owner, named in (("mara", HANDS["mara"][:3]), ("gm", ["JC"]), ("oskar", HANDS["oskar"][:3])):
        physical_draws.enter_cards(encounter=row, by=players[owner], owner=owner, cards=named)
    with pytest.raises(play.Refused):
        physical_draws.enter_cards(encounter=row, by=players["mara"], owner="", cards=["QH"])
    assert len(awaited(row, gm)) == 4
    physical_draws.cancel_draw(encounter=row, by=gm)
    assert pending_draws.awaited_cards(row, membership_for(gm, row)) == []
    assert look(row, players["oskar"], "oskar")["hand"] == HANDS["oskar"][:3]
    play.submit(encounter=row, by=players["mara"], command={"type": "pass", "actor": "mara"})
    assert play.replays_equal(Encounter.objects.get(pk=row.pk))


def test_a_newcomer_whose_cards_conflict_is_asked_again_and_nobody_sits_down_before(
    dealt, membership, campaign, ana, players
):
    from tests import factories

    late = factories.UserFactory(username="cara")
    factories.MemberFactory(campaign=campaign, user=late, role="player")
    vane = factories.CharacterFactory(campaign=campaign, owner=late, name="Vane", sheet={"class": "wizard"})
    actions.join(membership=membership, encounter=dealt, character=vane)
    with pytest.raises(play.Refused):
        physical_draws.enter_cards(encounter=dealt, by=late, owner="vane", cards=["KD", "3C", "6H"])
    assert events(dealt, ana)[-1].startswith(NOT_TOGETHER)
    assert not dealt.participants.filter(key="vane").exists()
    physical_draws.enter_cards(encounter=dealt, by=late, owner="vane", cards=["8D", "3C", "6H"])
    assert look(dealt, late, "vane")["hand"] == ["8D", "3C", "6H"]
    assert play.replays_equal(Encounter.objects.get(pk=dealt.pk))


WORLDS = (
    HANDS,
    {**HANDS, "oskar": ["TD", "5C", "2S", "KS"]},
    {**HANDS, "gm": ["AD", "2H"], "oskar": ["JC", "5H", "8S", "KS"]},
)


def test_two_worlds_that_differ_in_others_hands_answer_every_probing_command_alike(
    membership, prepared, players, ana, client
):
    """Whatever Oskar and the dealer hold: 52 commands with `drawn` bring Mara the same bytes, and change nothing."""
    told = []
    for world in WORLDS:
        row = actions.change(
            membership=membership, encounter=actions.copy(membership=membership, encounter=prepared), real_cards=True
        )
        row = actions.start(membership=membership, encounter=row, seed=7)
        for owner, user in players.items():
            physical_draws.enter_cards(encounter=row, by=user, owner=owner, cards=world[owner])
        number = Encounter.objects.get(pk=row.pk).number
        found = []
        for card in cards.NAMES:
            for command in probes(card):
                found.append(answer_of(post(ana, "api-commands", row, {"command": command})))
                client.force_login(ana)
                form = {"do": json.dumps({"type": command["type"], "actor": "mara", "fixed": command, "take": []})}
                page = client.post(reverse("encounter-command", args=[row.pk]), form)
                found.append((page.status_code, page.context["table"].refusal))
        assert Encounter.objects.get(pk=row.pk).number == number
        assert not EncounterDraw.sealed.filter(encounter=row).exists()
        told.append(found)
    assert told[0] == told[1] == told[2]
    assert len(set(told[0])) == 4, "one refusal for each field, by the API and by the page"


def probes(card):
    """Commands that would learn where a card lies."""
    yield {**CHECK, "drawn": {"": [card]}}
    yield {**CHECK, "drawn": {"oskar": [card], "gm": [card]}}
    yield {**CHECK, "held": {"oskar": [card, card, card]}}
