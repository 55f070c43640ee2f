"""Real cards by the API: what a device sends late never concerns a later draw of somebody else."""

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from campaigns.encounters import actions, play
from campaigns.encounters.models import Encounter, EncounterDraw, Event
from campaigns.encounters.play import physical_draws
from campaigns.encounters.play.draw_conflicts import require_cards_of_deck
from rules.play import SYSTEMS

HANDS = {"oskar": ["QH", "5D", "AS", "KS"], "gm": ["JC", "2H"], "mara": ["KD", "9C", "4S", "7C"]}
CHECK = {"type": "skill-check", "actor": "mara", "difficulty": 8}


def cards(user, encounter):
    """A device of the user that enters cards: method, body -> response."""
    client = APIClient()
    client.force_authenticate(user)
    address = reverse("api-draws", args=[encounter.pk])

    def call(method="get", body=None, query=""):
        return getattr(client, method)(address + query, body, format="json" if method != "get" else None)

    return call


@pytest.fixture
def dealt(membership, prepared, gm, ana, ben):
    """A begun encounter with real cards."""
    row = actions.change(membership=membership, encounter=prepared, real_cards=True)
    row = actions.start(membership=membership, encounter=row, seed=7)
    for user, owner in ((ben, "oskar"), (gm, "gm"), (ana, "mara")):
        physical_draws.enter_cards(encounter=row, by=user, owner=owner, cards=HANDS[owner])
    row.refresh_from_db()
    return row


@pytest.fixture
def earlier(dealt, gm, ana, ben):
    """The question of Ana's draw, which the GM has taken back; now Ben's draw waits."""
    play.submit(encounter=dealt, by=ana, command=CHECK)
    question = cards(ana, dealt)().json()["question"]
    assert cards(gm, dealt)("delete").status_code == 204
    play.submit(encounter=dealt, by=ben, command=CHECK | {"actor": "oskar"})
    return question


def test_the_question_names_what_is_asked_and_is_empty_while_nothing_is_asked(dealt, ana):
    assert cards(ana, dealt)().json()["question"] == ""
    play.submit(encounter=dealt, by=ana, command=CHECK)
    assert cards(ana, dealt)().json()["question"] == EncounterDraw.sealed.get().body["question"]


def test_a_late_removal_takes_back_no_later_draw(dealt, earlier, gm):
    refused = cards(gm, dealt)("delete", query=f"?question={earlier}")
    assert (refused.status_code, refused.json()["code"]) == (422, "cards.other")
    present = cards(gm, dealt)().json()["question"]
    assert present not in {"", earlier}
    assert cards(gm, dealt)("delete", query=f"?question={present}").status_code == 204
    assert cards(gm, dealt)().json()["awaited"] == []


def test_a_late_card_answers_no_later_draw(dealt, earlier, gm):
    body = {"as": "", "cards": ["TC"]}
    refused = cards(gm, dealt)("post", body | {"question": earlier})
    assert (refused.status_code, refused.json()["code"]) == (422, "cards.other")
    present = cards(gm, dealt)().json()["question"]
    entered = cards(gm, dealt)("post", body | {"question": present})
    assert (entered.status_code, entered.json()["awaited"]) == (200, [])


def test_without_a_question_whatever_waits_is_meant(dealt, earlier, ben, gm):
    assert cards(gm, dealt)("delete", query="?question=").status_code == 204
    play.submit(encounter=dealt, by=ben, command=CHECK | {"actor": "oskar"})
    assert cards(ben, dealt)("post", {"as": "", "cards": ["TC"], "question": ""}).status_code == 200


def test_a_card_that_there_is_not_is_named_and_the_refusal_says_how_cards_are_written(dealt, ana):
    play.submit(encounter=dealt, by=ana, command=CHECK)
    told = cards(ana, dealt)("post", {"as": "", "cards": ["10C"]})
    assert (told.status_code, told.json()["code"]) == (422, "card.unknown")
    assert "“10C” is not a card of this deck" in told.json()["detail"]
    assert cards(ana, dealt)("post", {"as": "", "cards": ["tc"]}).status_code == 200


@pytest.mark.parametrize("jokers", [True, False])
def test_the_refusal_of_a_card_says_how_a_joker_is_written_where_there_is_one(campaign, jokers):
    campaign.system = next(key for key, system in SYSTEMS.items() if bool(system.get("jokers")) is jokers)
    encounter = Encounter(campaign=campaign)
    with pytest.raises(play.Refused) as refused:
        require_cards_of_deck(encounter, ["JOKER"])
    assert ("A joker is XX." in str(refused.value)) is jokers
    if jokers:
        require_cards_of_deck(encounter, ["XX", "TC"])


def test_the_table_is_told_of_face_up_cards_in_a_sentence(dealt, ana):
    play.submit(encounter=dealt, by=ana, command=CHECK)
    texts = [event["text"] for event in Event.objects.filter(encounter=dealt).values_list("body", flat=True)]
    assert texts[-1] == "Cards are drawn face up from the deck on the table."
