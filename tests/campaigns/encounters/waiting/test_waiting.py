"""The page "Waiting for you": whom running encounters wait for, since when, and what nobody learns from it."""

import contextlib
from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.encounters import actions, play
from campaigns.encounters.models import Encounter, EncounterSecret
from campaigns.encounters.play.waits import next_waits, read_waits
from campaigns.encounters.waiting.queries import get_waiting_tables
from people.models import Campaign
from rules import play as rules
from tests import factories
from tests.site.api.conftest import Caller

pytestmark = pytest.mark.django_db


def seats(user):
    return [(table.encounter.title, [seat.name for seat in table.seats]) for table in get_waiting_tables(user)]


def test_a_table_waits_for_the_players_whose_turn_it_is_and_for_nobody_else(fight, ana, ben, gm, watcher, outsider):
    assert seats(ana) == [("Ambush at the ford", ["Mara"])]
    assert seats(ben) == [("Ambush at the ford", ["Oskar"])]
    assert [seats(user) for user in (gm, watcher, outsider)] == [[], [], []]
    play.submit(encounter=fight, by=ana, command={"type": "pass", "actor": "mara"})
    assert seats(ana) == []
    assert seats(ben) == [("Ambush at the ford", ["Oskar"])]
    play.submit(encounter=fight, by=ben, command={"type": "pass", "actor": "oskar"})
    assert seats(ben) == []
    assert seats(gm) == [("Ambush at the ford", ["Bandit 1", "Bandit 2"])]


def test_an_attacked_participant_is_asked_to_defend_while_the_wait_of_the_attacker_ends(fight, ana, gm):
    play.submit(
        encounter=fight,
        by=ana,
        command={"type": "attack", "actor": "mara", "target": "bandit-1", "weapon": "unarmed", "cards": ["KD"]},
    )
    assert seats(ana) == []
    [table] = get_waiting_tables(gm)
    assert [(seat.actor, seat.asked, seat.number) for seat in table.seats] == [("bandit-1", "Attacked: defend", 1)]


def test_a_wait_goes_on_through_what_others_do_and_begins_again_with_the_next_turn(fight, ana, gm):
    fight.refresh_from_db()
    begun = read_waits(fight)
    order = {"type": "adjust", "actor": "gm", "target": "bandit-1", "hp": 1, "reason": "a stone fell"}
    play.submit(encounter=fight, by=gm, command=order)
    fight.refresh_from_db()
    assert read_waits(fight) == begun
    again = next_waits("fifty-two-fates", state_of(fight), fight.awaited, "mara", 2)
    assert [(wait["actor"], wait["number"]) for wait in again] == [("mara", 2), ("oskar", 0)]


def state_of(encounter):
    return EncounterSecret.sealed.get(encounter=encounter).state


def test_an_undo_and_an_end_change_whom_the_table_waits_for(fight, ana, ben, gm):
    play.submit(encounter=fight, by=ana, command={"type": "pass", "actor": "mara"})
    assert seats(ana) == []
    play.undo(encounter=fight, by=gm, to=0)
    assert seats(ana) == [("Ambush at the ford", ["Mara"])]
    play.submit(encounter=fight, by=gm, command={"type": "end", "actor": "gm", "outcome": "victory"})
    assert seats(ana) == []
    assert Encounter.objects.get(pk=fight.pk).awaited == []


def test_a_participant_who_was_handed_over_waits_for_the_new_player(fight, ana, ben, gm, campaign):
    play.hand_over_participant(encounter=fight, by=gm, participant="mara", controller=campaign.members.get(user=ben))
    assert seats(ana) == []
    assert seats(ben) == [("Ambush at the ford", ["Mara", "Oskar"])]


def test_nobody_learns_of_a_hidden_participant(membership, prepared, ana, ben):
    assert hidden_waits(play_hidden(membership, prepared, ana, ben)) == [set()] * ROUNDS


def test_a_wait_for_a_hidden_participant_would_be_found(membership, prepared, ana, ben, monkeypatch):
    def ask_everybody(system, state):
        return {"phase": "acting", "who": [*rules.view(system, state, "gm")["participants"]]}

    monkeypatch.setattr(rules, "awaited", ask_everybody)
    assert set() not in hidden_waits(play_hidden(membership, prepared, ana, ben))


ROUNDS = 4


def play_hidden(membership, prepared, ana, ben):
    """The table again and again while the players pass, one of the monsters hidden."""
    bandits = prepared.groups.get(monster__isnull=False)
    bandits.count = 1
    bandits.save()
    ghost = factories.MonsterFactory(name="Ghost")
    actions.add_monsters(membership=membership, encounter=prepared, monster=ghost, count=1)
    prepared.groups.filter(monster=ghost).update(hidden=True)
    fight = actions.start(membership=membership, encounter=prepared, seed=7)
    for _turn in range(ROUNDS):
        yield Encounter.objects.get(pk=fight.pk)
        for user in (ana, ben):
            for table in get_waiting_tables(user):
                command = {"type": "pass", "actor": table.seats[0].actor}
                with contextlib.suppress(play.Refused):
                    play.submit(encounter=fight, by=user, command=command)


def hidden_waits(tables):
    """The hidden participants among those whom each table waits for."""
    found = []
    for fight in tables:
        hidden = {row.key for row in fight.participants.filter(hidden=True)}
        assert hidden
        found.append(hidden & {wait.actor for wait in read_waits(fight)})
    return found


def test_without_a_dealer_a_table_waits_for_whoever_takes_the_seat(fight, ana, ben, campaign):
    Encounter.objects.filter(pk=fight.pk).update(dealerless=True)
    awaited = [{"actor": "bandit-1", "phase": "acting", "since": timezone.now().isoformat(), "number": 0}]
    Encounter.objects.filter(pk=fight.pk).update(awaited=awaited)
    assert seats(ana) == seats(ben) == [("Ambush at the ford", ["Bandit 1"])]


def test_without_a_dealer_a_table_waits_for_whoever_takes_a_seat_that_nobody_plays_any_more(fight, ana, ben, campaign):
    Encounter.objects.filter(pk=fight.pk).update(dealerless=True)
    rows, mara, oskar = campaign.members.filter(user=ana), ("Ambush at the ford", ["Mara"]), ["Oskar"]
    assert (seats(ana), seats(ben)) == ([mara], [("Ambush at the ford", oskar)])
    for change in ({"role": "observer"}, {"left": timezone.now()}):
        rows.update(**change)
        assert (seats(ana), seats(ben)) == ([], [("Ambush at the ford", ["Mara", *oskar])])
        rows.update(role="player", left=None)


def test_where_nobody_can_act_the_table_waits_for_the_gm(fight, ana, ben, gm):
    awaited = [{"actor": "gm", "phase": "acting", "since": timezone.now().isoformat(), "number": 3}]
    Encounter.objects.filter(pk=fight.pk).update(awaited=awaited)
    [table] = get_waiting_tables(gm)
    assert [(seat.name, seat.asked) for seat in table.seats] == [("Fate Dealer", "Decide how to continue")]
    assert (seats(ana), seats(ben)) == ([], [])


def test_the_page_and_the_home_page_lead_to_the_table(client, fight, ana, ben):
    long_ago = [{"actor": "mara", "phase": "acting", "since": iso(days=3), "number": 0}]
    Encounter.objects.filter(pk=fight.pk).update(awaited=long_ago)
    client.force_login(ana)
    page = client.get("/waiting/").content.decode()
    assert f"/encounters/{fight.pk}/" in page
    assert "Mara</strong> · Your turn" in page
    assert "3\u00a0days ago" in page
    assert 'href="/waiting/"' in client.get("/").content.decode()
    client.force_login(ben)
    assert f"/encounters/{fight.pk}/" not in client.get("/waiting/").content.decode()


def iso(**ago):
    return (timezone.now() - timedelta(**ago)).isoformat()


def test_scripts_ask_for_the_same(fight, ana, gm):
    [table] = Caller(ana).get("waiting/").json()["results"]
    assert (table["encounter"], table["campaign"], table["title"]) == (fight.pk, fight.campaign_id, fight.title)
    assert [(seat["actor"], seat["asked"]) for seat in table["seats"]] == [("mara", "Your turn")]
    assert Caller(gm).get("waiting/").json()["results"] == []


def test_archived_campaigns_and_former_members_are_not_waited_for(fight, ana, campaign):
    Campaign.objects.filter(pk=campaign.pk).update(archived=timezone.now())
    assert seats(ana) == []
    Campaign.objects.filter(pk=campaign.pk).update(archived=None)
    campaign.members.filter(user=ana).update(left=timezone.now())
    assert seats(ana) == []


def test_more_tables_take_as_many_queries(fight, ana, gm, client, django_assert_num_queries):
    client.force_login(ana)
    client.get("/waiting/")
    with django_assert_num_queries(5):
        client.get("/waiting/")
    for _number in range(4):
        other = factories.CampaignFactory(system="fifty-two-fates")
        member = factories.MemberFactory(campaign=other, user=ana, role="gm")
        factories.MemberFactory(campaign=other, user=gm, role="player")
        copy_table(other, member)
    with django_assert_num_queries(5):
        assert client.get("/waiting/").content.decode().count("Go to the table") == 5


def copy_table(campaign, member):
    hero = factories.CharacterFactory(campaign=campaign, owner=member.user, name="Sela")
    row = actions.create(membership=member, title="A duel")
    actions.add_characters(membership=member, encounter=row, characters=[hero])
    actions.add_monsters(membership=member, encounter=row, monster=factories.MonsterFactory(), count=1)
    actions.start(membership=member, encounter=row, seed=3)
