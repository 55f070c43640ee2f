"""A fight with the table's own deck: everyone says what they drew, and nobody is shown what another said."""

import json
import re

import pytest
from django.core.exceptions import PermissionDenied
from django.template.loader import render_to_string
from django.urls import reverse
from rest_framework.test import APIClient

from campaigns.encounters import actions, play
from campaigns.encounters.models import Encounter, EncounterDraw
from campaigns.encounters.play import draw_body, draw_conflicts, pending_draws, physical_draws
from campaigns.encounters.table import draw_queries
from campaigns.log.models import LogEntry
from campaigns.overview.members.actions import remove_member
from people.access import membership_for
from tests import factories


def api(user):
    client = APIClient()
    client.force_authenticate(user)
    return client


MARA, OSKAR, DEALER = ["KD", "9C", "4S", "7C"], ["QH", "5D", "AS", "KS"], ["JC", "2H"]


def member(user, encounter):
    return membership_for(user, encounter)


@pytest.fixture
def own_deck(membership, prepared):
    """The same ambush, about to be played with real cards."""
    return actions.change(membership=membership, encounter=prepared, real_cards=True)


@pytest.fixture
def dealt(membership, own_deck, gm, ana, ben):
    """Begun: everyone has entered their hand and initiative card."""
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    for user, owner, cards in ((ben, "oskar", OSKAR), (gm, "gm", DEALER), (ana, "mara", MARA)):
        physical_draws.enter_cards(encounter=row, by=user, owner=owner, cards=cards)
    row.refresh_from_db()
    return row


def awaited(encounter, user):
    found = pending_draws.awaited_cards(encounter, member(user, encounter))
    return [(draw.owner, draw.count, draw.initiative, draw.mine) for draw in found]


def test_everybody_is_asked_for_their_own_hand_and_then_it_begins(membership, own_deck, gm, ana, ben):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    assert row.status == Encounter.Status.PREPARED
    assert awaited(row, ana) == [("mara", 4, 1, True), ("oskar", 4, 1, False), ("gm", 2, 1, False)]
    assert awaited(row, gm) == [("mara", 4, 1, False), ("oskar", 4, 1, False), ("gm", 2, 1, True)]
    physical_draws.enter_cards(encounter=row, by=ana, owner="mara", cards=MARA)
    assert awaited(row, ana) == [("oskar", 4, 1, False), ("gm", 2, 1, False)]
    assert not LogEntry.objects.filter(encounter=row).exists()
    physical_draws.enter_cards(encounter=row, by=ben, owner="oskar", cards=OSKAR)
    physical_draws.enter_cards(encounter=row, by=gm, owner="gm", cards=DEALER)
    row.refresh_from_db()
    assert row.status == Encounter.Status.RUNNING
    assert LogEntry.objects.filter(encounter=row).count() == 1
    assert not EncounterDraw.sealed.exists()
    assert play.view(row, member(ana, row), "mara")["hand"] == MARA[:3]
    assert play.view(row, member(ben, row), "oskar")["hand"] == OSKAR[:3]
    assert play.view(row, member(gm, row), "gm")["hand"] == DEALER[:1]
    # Oskar's king beats the rest: the players' group acts first.
    assert play.view(row, member(gm, row), "gm")["initiative"][0] == {"group": "players", "card": "KS"}
    assert play.replays_equal(row)


def test_starting_once_more_keeps_the_cards_that_were_entered(membership, own_deck, gm, ana, ben):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    physical_draws.enter_cards(encounter=row, by=ana, owner="mara", cards=MARA)
    row = actions.start(membership=membership, encounter=row, seed=8)
    assert awaited(row, ana) == [("oskar", 4, 1, False), ("gm", 2, 1, False)]
    physical_draws.cancel_draw(encounter=row, by=gm)
    row = actions.start(membership=membership, encounter=row, seed=8)
    assert [owner for owner, *_rest in awaited(row, ana)] == ["mara", "oskar", "gm"]


def enter(row, hands, users):
    for owner, cards in hands.items():
        physical_draws.enter_cards(encounter=row, by=users[owner], owner=owner, cards=cards)


def test_someone_who_is_added_during_the_deal_is_asked_by_name_and_enters_their_own_hand(
    membership, own_deck, campaign, gm, ana, ben
):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    cara = factories.UserFactory(username="cara")
    factories.MemberFactory(campaign=campaign, user=cara, role="player")
    vane = factories.CharacterFactory(campaign=campaign, owner=cara, name="Vane", sheet={"class": "wizard"})
    actions.add_characters(membership=membership, encounter=row, characters=[vane])
    enter(row, {"mara": MARA, "oskar": OSKAR, "gm": DEALER}, {"mara": ana, "oskar": ben, "gm": gm})
    assert [(draw.owner, draw.name, draw.mine) for draw in pending_draws.awaited_cards(row, member(cara, row))] == [
        ("vane", "Vane", True)
    ]
    physical_draws.enter_cards(encounter=row, by=cara, owner="vane", cards=["8D", "3C", "6H", "TC"])
    row.refresh_from_db()
    assert row.status == Encounter.Status.RUNNING
    assert play.view(row, member(cara, row), "vane")["hand"] == ["8D", "3C", "6H"]


def test_the_cards_of_someone_who_is_removed_during_the_deal_contradict_nothing(
    membership, own_deck, oskar, gm, ana, ben
):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    enter(row, {"mara": MARA, "oskar": OSKAR}, {"mara": ana, "oskar": ben})
    actions.remove_group(membership=membership, encounter=row, encounter_group=row.groups.get(character=oskar))
    # The dealer draws a card that Oskar's player has put back.
    physical_draws.enter_cards(encounter=row, by=gm, owner="gm", cards=["QH", "2H"])
    row.refresh_from_db()
    assert row.status == Encounter.Status.RUNNING
    assert play.view(row, member(ana, row), "mara")["hand"] == MARA[:3]


def test_the_gm_enters_the_hand_of_a_player_who_left_during_the_deal(membership, own_deck, gm, ana, ben):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    remove_member(membership=membership, member=member(ben, row))
    assert ("oskar", 4, 1, True) in awaited(row, gm)
    assert ("oskar", 4, 1, False) in awaited(row, ana)
    enter(row, {"mara": MARA, "oskar": OSKAR, "gm": DEALER}, {"mara": ana, "oskar": gm, "gm": gm})
    row.refresh_from_db()
    assert row.status == Encounter.Status.RUNNING
    assert row.participants.get(key="oskar").controller is None


def test_nobody_says_the_cards_of_somebody_else(membership, own_deck, gm, ana, ben):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    for user, owner in ((gm, "mara"), (ben, "mara"), (ana, "gm"), (ana, "nobody")):
        with pytest.raises(PermissionDenied):
            physical_draws.enter_cards(encounter=row, by=user, owner=owner, cards=MARA)
    assert EncounterDraw.sealed.get().body["given"] == {}


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (["KD"], "cards.count"),
        ([], "cards.count"),
        (["KD", "KD", "4S", "7C"], "card.elsewhere"),
        (["KD", "1X", "4S", "7C"], "card.unknown"),
        (["KD", "", "4S", "7C"], "card.unknown"),
        (["KD", "XX", "4S", "7C"], "card.unknown"),
    ],
)
def test_cards_that_cannot_have_been_drawn_are_refused_and_change_nothing(membership, own_deck, ana, cards, code):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    before = EncounterDraw.sealed.get().body
    with pytest.raises(play.Refused) as refused:
        physical_draws.enter_cards(encounter=row, by=ana, owner="mara", cards=cards)
    assert refused.value.code == code
    assert EncounterDraw.sealed.get().body == before


def test_a_card_that_was_entered_twice_is_named(membership, own_deck, ana):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    with pytest.raises(play.Refused, match=r"more often than the deck has it: K♦\."):
        physical_draws.enter_cards(encounter=row, by=ana, owner="mara", cards=["KD", "9C", "KD", "7C"])
    row.campaign.system = "game-of-bastards"
    with pytest.raises(play.Refused, match=r"more often than the deck has it: joker\."):
        draw_conflicts.require_cards_of_deck(row, ["XX"] * 5)


def test_a_contradiction_is_told_once_to_whoever_answered_last(membership, own_deck, gm, ana, ben, client):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    physical_draws.enter_cards(encounter=row, by=ben, owner="oskar", cards=["9C", *OSKAR[1:]])
    physical_draws.enter_cards(encounter=row, by=gm, owner="gm", cards=DEALER)
    client.force_login(ana)
    address = reverse("encounter-cards", args=[row.pk])
    page = client.post(address, {"owner": "mara", "cards": MARA}).content.decode()
    assert "contradict each other" in page
    assert "cannot all have been drawn" not in page
    page = client.post(address, {"owner": "mara", "cards": ["KD", "9C", "KD", "7C"]}).content.decode()
    assert "contradict each other" in page
    assert "more often than the deck has it: K♦." in page, "another refusal is told all the same"


def chosen_cards(page):
    """The cards that the form of a draw shows as chosen, in order; "" for an empty place."""
    lists = re.findall(r'<select name="cards".*?</select>', page, re.DOTALL)
    return ["".join(re.findall(r'value="(..)" selected', each)) for each in lists]


def test_refused_cards_stay_chosen_at_the_table_and_the_refusal_is_told_once(dealt, ana, client):
    play.submit(encounter=dealt, by=ana, command={"type": "skill-check", "actor": "mara", "difficulty": 8})
    client.force_login(ana)
    address = reverse("encounter-cards", args=[dealt.pk])
    page = client.post(address, {"owner": "", "cards": ["ZZ"]}).content.decode()
    assert page.count("is not a card of this deck") == 1
    page = client.post(address, {"owner": "", "cards": ["KD"]}).content.decode()
    assert chosen_cards(page) == ["KD"]
    assert "contradict each other" in page
    assert "cannot all have been drawn" not in page


def test_refused_cards_come_after_a_hand_that_is_now_entered_as_well():
    awaited_hand = pending_draws.AwaitedCards(
        owner="mara", name="Mara", count=5, initiative=0, mine=True, cards_in_hand=3
    )
    refused = draw_queries.RefusedCards("mara", ["KD", "9C"])
    page = draw_queries.DrawPage([awaited_hand], [], may_stop=False, refused=refused)
    [(_draw, places)] = page.forms
    assert [card for _n, card in places] == ["", "", "", "KD", "9C"]


@pytest.mark.parametrize(("count", "words"), [(1, "Nobody else can see it."), (3, "Nobody else can see them.")])
def test_the_form_for_one_card_speaks_of_one_card(dealt, count, words):
    asked = pending_draws.AwaitedCards(owner="mara", name="Mara", count=count, initiative=0, mine=True)
    page = draw_queries.DrawPage([asked], [], may_stop=False)
    html = render_to_string("campaigns/encounters/table/draws/drawn.html", {"pending_draw": page, "encounter": dealt})
    assert words in html


def test_two_who_say_the_same_card_are_not_both_believed(membership, own_deck, gm, ana, ben):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    physical_draws.enter_cards(encounter=row, by=ana, owner="mara", cards=MARA)
    physical_draws.enter_cards(encounter=row, by=ben, owner="oskar", cards=["9C", *OSKAR[1:]])
    with pytest.raises(play.Refused, match="cannot all have been drawn"):
        physical_draws.enter_cards(encounter=row, by=gm, owner="gm", cards=DEALER)
    assert awaited(row, ben) == [("mara", 4, 1, False), ("oskar", 4, 1, True), ("gm", 2, 1, False)]


def strike(dealt, by, **more):
    target = next(key for key in play.view(dealt, member(by, dealt))["participants"] if key.startswith("bandit"))
    command = {"type": "attack", "actor": "mara", "target": target, "weapon": "melee", "cards": ["KD"]}
    return play.submit(encounter=dealt, by=by, command=command | more)


def test_a_check_waits_for_the_card_and_goes_on_with_it(dealt, ana, ben, gm):
    check = {"type": "skill-check", "actor": "mara", "difficulty": 8}
    told = play.submit(encounter=dealt, by=ana, command=check, key="once")
    assert [event["type"] for event in told.events] == ["drawing"]
    assert awaited(dealt, ana) == [("", 1, 0, True)]
    assert awaited(dealt, ben) == [("", 1, 0, False)]
    assert play.offers(dealt, member(ben, dealt), "oskar") == []
    with pytest.raises(play.Refused) as refused:
        play.submit(encounter=dealt, by=ben, command={"type": "pass", "actor": "oskar"})
    assert refused.value.code == "cards.waiting"
    assert play.submit(encounter=dealt, by=ana, command=check, key="once").repeated
    physical_draws.enter_cards(encounter=dealt, by=ana, owner="", cards=["tc"])
    dealt.refresh_from_db()
    told = [event["text"] for event in play.events(dealt, member(ben, dealt))]
    assert any(text.startswith("Mara draws TC") for text in told), told[-3:]
    assert "TC" in play.view(dealt, member(ben, dealt))["discard"]
    assert play.offers(dealt, member(ben, dealt), "oskar")
    assert play.replays_equal(dealt)
    assert play.submit(encounter=dealt, by=ana, command=check, key="once").repeated


def asked_for(encounter):
    return pending_draws.pending_body(encounter)["question"]


def test_cards_entered_for_a_draw_that_was_taken_back_do_not_answer_the_next_one(dealt, ana):
    check = {"type": "skill-check", "actor": "mara", "difficulty": 8}
    play.submit(encounter=dealt, by=ana, command=check)
    earlier = asked_for(dealt)
    physical_draws.cancel_draw(encounter=dealt, by=ana)
    play.submit(encounter=dealt, by=ana, command=check)
    with pytest.raises(play.Refused) as refused:
        physical_draws.enter_cards(encounter=dealt, by=ana, owner="", cards=["TC"], question=earlier)
    assert refused.value.code == "cards.other"
    assert awaited(dealt, ana) == [("", 1, 0, True)]
    physical_draws.enter_cards(encounter=dealt, by=ana, owner="", cards=["TC"], question=asked_for(dealt))
    assert awaited(dealt, ana) == []


def test_a_hand_entered_for_a_deal_that_was_taken_back_is_no_hand_of_the_next_deal(membership, own_deck, gm, ana):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    earlier = asked_for(row)
    physical_draws.cancel_draw(encounter=row, by=gm)
    row = actions.start(membership=membership, encounter=row, seed=8)
    with pytest.raises(play.Refused) as refused:
        physical_draws.enter_cards(encounter=row, by=ana, owner="mara", cards=MARA, question=earlier)
    assert refused.value.code == "cards.other"
    physical_draws.enter_cards(encounter=row, by=ana, owner="mara", cards=MARA, question=asked_for(row))
    assert [owner for owner, *_rest in awaited(row, ana)] == ["oskar", "gm"]


def test_cards_that_arrive_twice_count_once(membership, own_deck, ana, client):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    client.force_login(ana)
    page = client.get(reverse("encounter", args=[row.pk])).content.decode()
    question = asked_for(row)
    assert f'name="question" value="{question}"' in " ".join(page.split())
    address, answer = reverse("encounter-cards", args=[row.pk]), {"owner": "mara", "cards": MARA, "question": question}
    first, again = (client.post(address, answer, headers={"HX-Request": "true"}) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert pending_draws.pending_body(row)["typed"] == {"mara": MARA}
    other = client.post(address, answer | {"cards": OSKAR}, headers={"HX-Request": "true"})
    assert other.status_code == 422, "other cards for the same question are refused"
    assert pending_draws.pending_body(row)["typed"] == {"mara": MARA}


def test_a_conflict_asks_a_new_question(membership, own_deck, gm, ana, ben):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    question = asked_for(row)
    physical_draws.enter_cards(encounter=row, by=ana, owner="mara", cards=MARA, question=question)
    physical_draws.enter_cards(encounter=row, by=gm, owner="gm", cards=DEALER, question=question)
    with pytest.raises(play.Refused):
        physical_draws.enter_cards(encounter=row, by=ben, owner="oskar", cards=MARA, question=question)
    assert asked_for(row) != question
    with pytest.raises(play.Refused) as refused:
        physical_draws.enter_cards(encounter=row, by=ana, owner="mara", cards=MARA, question=question)
    assert refused.value.code == "cards.other"


def test_the_person_who_gave_a_waiting_play_and_the_gm_take_it_back(dealt, ana, ben, gm):
    check = {"type": "skill-check", "actor": "mara", "difficulty": 8}
    for user in (ana, gm):
        play.submit(encounter=dealt, by=ana, command=check)
        with pytest.raises(PermissionDenied):
            physical_draws.cancel_draw(encounter=dealt, by=ben)
        physical_draws.cancel_draw(encounter=dealt, by=user)
        assert pending_draws.awaited_cards(dealt, member(ana, dealt)) == []
    play.submit(encounter=dealt, by=ana, command=check)
    play.submit(encounter=dealt, by=gm, command={"type": "end", "actor": "gm", "outcome": "parley"})
    dealt.refresh_from_db()
    assert dealt.status == Encounter.Status.ENDED
    assert not EncounterDraw.sealed.exists()
    assert play.replays_equal(dealt)


def test_an_old_page_takes_back_no_later_draw(dealt, ana, ben, gm, client):
    check = {"type": "skill-check", "actor": "mara", "difficulty": 8}
    play.submit(encounter=dealt, by=ana, command=check)
    client.force_login(gm)
    address = reverse("encounter-cards", args=[dealt.pk])
    shown = client.get(reverse("encounter", args=[dealt.pk])).content.decode()
    earlier = {"take-back": "1", "question": asked_for(dealt)}
    take_back = shown[: shown.index('name="take-back"')].rpartition("<form")[2]
    assert f'name="question" value="{asked_for(dealt)}"' in " ".join(take_back.split())
    physical_draws.enter_cards(encounter=dealt, by=ana, owner="", cards=["TC"])
    play.submit(encounter=dealt, by=ben, command=check | {"actor": "oskar"})
    refused = client.post(address, earlier)
    assert refused.status_code == 422
    assert "another draw" in refused.content.decode()
    assert awaited(dealt, ben) == [("", 1, 0, True)]
    assert client.post(address, earlier | {"question": asked_for(dealt)}).status_code == 302
    assert awaited(dealt, ben) == []


def test_a_draw_that_asks_again_after_a_conflict_is_taken_back_from_the_page_before(dealt, ana):
    play.submit(encounter=dealt, by=ana, command={"type": "skill-check", "actor": "mara", "difficulty": 8})
    question = asked_for(dealt)
    with pytest.raises(play.Refused):
        physical_draws.enter_cards(encounter=dealt, by=ana, owner="", cards=["QH"])
    assert asked_for(dealt) != question
    physical_draws.cancel_draw(encounter=dealt, by=ana, question=question)
    assert awaited(dealt, ana) == []


def test_an_undo_drops_what_waits(dealt, gm, ana):
    play.submit(encounter=dealt, by=ana, command={"type": "pass", "actor": "mara"})
    oskar = {"type": "pass", "actor": "oskar"}
    play.submit(encounter=dealt, by=dealt.participants.get(key="oskar").controller.user, command=oskar)
    dealt.refresh_from_db()
    play.undo(encounter=dealt, by=gm, to=0)
    assert not EncounterDraw.sealed.exists()
    assert play.view(dealt, member(ana, dealt), "mara")["hand"] == MARA[:3]
    assert play.replays_equal(dealt)


def test_an_undo_says_what_the_table_does_with_its_own_cards(dealt, gm, ana):
    strike(dealt, ana)
    play.undo(encounter=dealt, by=gm, to=0)
    [told] = [event for event in play.events(dealt, member(gm, dealt)) if event["type"] == "rewound"]
    assert "dealt again" not in told["text"], "the site moves no card of this deck"
    assert told["text"].endswith("Put each card back into the hand or pile from which it came.")


def test_no_page_and_no_answer_shows_what_another_typed(membership, own_deck, gm, ana, ben, client):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    client.force_login(ana)
    page = client.get(reverse("encounter", args=[row.pk])).content.decode()
    assert "What did you draw?" in page
    sent = client.post(reverse("encounter-cards", args=[row.pk]), {"owner": "mara", "cards": MARA})
    assert sent.status_code == 302
    for user in (gm, ben):
        client.force_login(user)
        for name in ("encounter", "api-draws"):
            told = client.get(reverse(name, args=[row.pk])).content.decode()
            # The choice lists every card alike; nothing of Mara's is marked or said beside it.
            assert told.count('value="KD"') == told.count('value="KC"')
            assert name == "encounter" or "KD" not in told
            assert "selected" not in told
            assert "given" not in told
    client.force_login(ben)
    assert client.post(reverse("encounter-cards", args=[row.pk]), {"owner": "mara", "cards": MARA}).status_code == 403


@pytest.mark.parametrize("asks", [{}, {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "dealing"}])
def test_refused_cards_of_the_deal_are_still_chosen_for_their_own_seat(membership, own_deck, gm, ana, client, asks):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    remove_member(membership=membership, member=member(ana, row))
    client.force_login(gm)
    sent = {"owner": "mara", "cards": ["KD", "9C", "", "KD"]}
    answer = client.post(reverse("encounter-cards", args=[row.pk]), sent, **asks)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert page.count(" selected") == 3
    hers = page[page.index('id="drawn-mara"') :].partition("</form>")[0]
    lists = hers.split("<select")[1:]
    assert [re.findall(r'value="(\w+)" selected', each) for each in lists] == [["KD"], ["9C"], [], ["KD"]]
    assert client.get(reverse("encounter", args=[row.pk])).content.decode().count(" selected") == 0


def test_no_seal_is_claimed_for_cards_that_the_site_never_shuffled(dealt, ana, client):
    assert not any("commitments" in event for event in play.events(dealt, member(ana, dealt)))
    assert play.verify(dealt)["ok"]
    client.force_login(ana)
    assert "your own deck" in client.get(reverse("encounter-fairness", args=[dealt.pk])).content.decode()


def test_the_preparing_form_chooses_and_what_runs_keeps_it(membership, prepared, dealt, gm, client):
    client.force_login(gm)
    fresh = actions.copy(membership=membership, encounter=prepared)
    assert fresh.real_cards is True
    fields = {"title": "Again", "counts": "on", "real_cards": "site", "revision": actions.fields_revision(fresh)}
    client.post(reverse("encounter-edit", args=[fresh.pk]), fields)
    fresh.refresh_from_db()
    assert fresh.real_cards is False
    with pytest.raises(Exception, match="keeps its options"):
        actions.change(membership=membership, encounter=dealt, real_cards=False)


def test_the_api_prepares_asks_and_is_told(membership, own_deck, gm, ana):
    start = api(gm).post(reverse("api-start", args=[own_deck.pk]), {}, format="json")
    assert start.status_code == 200, start.content
    assert start.json()["real_cards"] is True
    asked = api(ana).get(reverse("api-draws", args=[own_deck.pk])).json()["awaited"]
    assert asked[0] == {"as": "mara", "name": "Mara", "count": 4, "held": 0, "initiative": 1, "mine": True}
    body = {"as": "mara", "cards": MARA}
    left = api(ana).post(reverse("api-draws", args=[own_deck.pk]), body, format="json")
    assert [wait["as"] for wait in left.json()["awaited"]] == ["oskar", "gm"]
    assert "KD" not in json.dumps(left.json())
    again = api(ana).post(reverse("api-draws", args=[own_deck.pk]), body, format="json")
    assert again.status_code == 422


def test_a_trial_of_the_preparation_asks_nobody(own_deck, gm, client):
    client.force_login(gm)
    page = client.get(reverse("encounter", args=[own_deck.pk]), {"trial": 1})
    assert page.context["verdict"].games > 0
    assert page.context["warnings"] == []


def test_the_page_of_the_deal_gives_way_to_the_table(membership, own_deck, gm, ana, ben, client):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    client.force_login(ben)
    asks = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "dealing"}
    assert "HX-Refresh" not in client.get(reverse("encounter", args=[row.pk]), **asks).headers
    for user, owner, cards in ((ana, "mara", MARA), (ben, "oskar", OSKAR), (gm, "gm", DEALER)):
        physical_draws.enter_cards(encounter=row, by=user, owner=owner, cards=cards)
    assert client.get(reverse("encounter", args=[row.pk]), **asks).headers["HX-Refresh"] == "true"


def ask(client, user, row):
    """What the open page of the deal gets when it asks again, naming what it shows."""
    client.force_login(user)
    asks = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "dealing"}
    shown = client.get(reverse("encounter", args=[row.pk]), **asks).content.decode()
    address = re.search(r'hx-get="([^"]+)"', shown)[1]
    return lambda: (client.force_login(user), client.get(address, **asks))[1]


def test_an_open_deal_is_sent_again_only_when_what_this_person_sees_has_changed(
    membership, own_deck, gm, ana, ben, client
):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    ask_as_ana, ask_as_gm = ask(client, ana, row), ask(client, gm, row)
    assert ask_as_ana().status_code == 204
    physical_draws.enter_cards(encounter=row, by=gm, owner="gm", cards=DEALER)
    assert ask_as_ana().status_code == 204, "what she has entered so far stays"
    assert "Cards are being drawn" in ask_as_gm().content.decode()
    ask_as_gm = ask(client, gm, row)
    physical_draws.enter_cards(encounter=row, by=ana, owner="mara", cards=MARA)
    assert "Cards are being drawn" in ask_as_ana().content.decode(), "her other device shows it too"
    waits = ask_as_gm().content.decode()
    assert "Oskar" in waits
    assert "Mara" not in waits


@pytest.mark.parametrize(
    ("real_cards", "sentence"),
    [(True, "Everyone now enters the cards they drew."), (False, "The cards are dealt.")],
)
def test_the_start_says_who_deals_the_cards(membership, prepared, gm, client, real_cards, sentence):
    row = actions.change(membership=membership, encounter=prepared, real_cards=real_cards)
    client.force_login(gm)
    page = client.post(reverse("encounter-start", args=[row.pk]), follow=True)
    assert [str(message) for message in page.context["messages"]] == [sentence]


def test_after_a_deal_was_taken_back_players_find_nothing_and_the_gm_loads_the_preparation(
    membership, own_deck, gm, ana, client
):
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    ask_as_ana, ask_as_gm = ask(client, ana, row), ask(client, gm, row)
    physical_draws.cancel_draw(encounter=row, by=gm)
    assert ask_as_ana().status_code == 404
    assert ask_as_gm().headers["HX-Refresh"] == "true"
    actions.start(membership=membership, encounter=own_deck, seed=8)
    assert "What did you draw?" in ask_as_ana().content.decode()


def enter_all(row, gm, ana, ben):
    for user, owner, cards in ((ana, "mara", MARA), (ben, "oskar", OSKAR), (gm, "gm", DEALER)):
        physical_draws.enter_cards(encounter=row, by=user, owner=owner, cards=cards)


def test_no_player_receives_the_preparation_while_the_deal_ends(
    membership, own_deck, gm, ana, ben, client, monkeypatch
):
    actions.change(membership=membership, encounter=own_deck, notes="The bridge is mined.")
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    honest, address = draw_queries.get_draw_page, reverse("encounter", args=[row.pk])
    for end, status, words in (
        (lambda: None, 302, ""),
        (lambda: physical_draws.cancel_draw(encounter=row, by=gm), 404, ""),
        (lambda: enter_all(row, gm, ana, ben), 200, "Ambush at the ford"),
    ):
        if not EncounterDraw.sealed.exists():
            actions.start(membership=membership, encounter=row, seed=7)

        def end_first(encounter, viewer, *rest, end=end):
            end()
            return None if not encounter.is_run_by(viewer) else honest(encounter, viewer, *rest)

        monkeypatch.setattr(draw_queries, "get_draw_page", end_first)
        client.force_login(ana)
        answer = client.get(address)
        monkeypatch.setattr(draw_queries, "get_draw_page", honest)
        assert answer.status_code == status
        assert words in answer.content.decode()
        assert "mined" not in answer.content.decode()


def test_a_deal_that_changes_to_the_cards_of_the_site_starts_with_them(membership, own_deck, gm, ana, ben, client):
    actions.change(membership=membership, encounter=own_deck, notes="The bridge is mined.")
    row = actions.start(membership=membership, encounter=own_deck, seed=7)
    actions.change(membership=membership, encounter=Encounter.objects.get(pk=row.pk), real_cards=False)
    with pytest.raises(play.Refused, match="now uses the site's cards"):
        enter_all(row, gm, ana, ben)
    body = EncounterDraw.sealed.get().body
    assert list(draw_body.counts_to_enter(body)) == ["gm"], "no hand that was entered is lost"
    # An older version of the site asked for no cards then, and never began.
    EncounterDraw.sealed.update(body=body | {"needs": [], "typed": {}})
    address = reverse("encounter", args=[row.pk])
    client.force_login(ana)
    assert client.get(address).headers["Location"] == reverse("campaign-encounters", args=[row.campaign_id])
    told = api(ana).get(reverse("api-encounter", args=[row.pk])).json()
    assert (told["notes"], {"groups", "warnings", "participants"} & told.keys()) == (None, set())
    client.force_login(gm)
    assert "mined" in client.get(address).content.decode()
    client.post(reverse("encounter-start", args=[row.pk]))
    row.refresh_from_db()
    assert (row.status, EncounterDraw.sealed.exists()) == (Encounter.Status.RUNNING, False)
    assert len(play.view(row, member(ana, row), "mara")["hand"]) == 3
    assert LogEntry.objects.filter(encounter=row).count() == 1
