"""The page of an ended encounter: who stands, who died in it, and its moments."""

import pytest

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.encounters.table.endings import Moment, describe_end, find_moments_of_many
from campaigns.sessions import actions as session_actions
from campaigns.sessions.models import Session
from campaigns.sessions.recaps import highlights
from campaigns.sessions.recaps.drafts import draft_recap
from characters.experience.actions import take_back
from characters.sheets.actions import apply_settlement
from characters.sheets.status_actions import mark_dead, restore_character
from rules import play as rules
from tests import factories
from tests.campaigns.encounters.play.test_ending import END
from tests.campaigns.encounters.play.test_submit import ATTACK, DEFEND


def moments_of(fight):
    return {str(moment.title): moment for moment in describe_end(fight).moments}


def test_the_page_shows_the_hardest_blow_and_whose_it_was(fight, gm, ana, client):
    play.submit(encounter=fight, by=ana, command=ATTACK)
    play.submit(encounter=fight, by=gm, command=DEFEND)
    play.submit(encounter=fight, by=gm, command=END)
    assert moments_of(fight)["Hardest blow"].name == "Mara"
    client.force_login(ana)
    page = client.get(f"/encounters/{fight.pk}/").content.decode()
    assert "Hardest blow · Mara" in page
    assert 'aria-label="Who is still standing"' in page


def test_the_page_of_the_end_leads_to_the_session_if_there_is_one(fight, gm, campaign, client):
    play.submit(encounter=fight, by=gm, command=END)
    client.force_login(gm)
    assert ">The session</a>" not in client.get(f"/encounters/{fight.pk}/").content.decode()
    session = Session.objects.create(campaign=campaign, number=1)
    Encounter.objects.filter(pk=fight.pk).update(session=session)
    page = client.get(f"/encounters/{fight.pk}/").content.decode()
    assert f'<a class="button" href="/sessions/{session.pk}/">The session</a>' in page


def test_a_play_that_was_taken_back_is_no_moment(fight, gm, ana):
    play.submit(encounter=fight, by=ana, command=ATTACK)
    play.submit(encounter=fight, by=gm, command=DEFEND)
    play.undo(encounter=fight, by=gm, to=0)
    play.submit(encounter=fight, by=gm, command=END)
    assert moments_of(fight) == {}


def test_an_encounter_without_a_play_has_no_moments(fight, gm, ana, client):
    play.submit(encounter=fight, by=gm, command=END)
    client.force_login(ana)
    assert "Highlights of this encounter" not in client.get(f"/encounters/{fight.pk}/").content.decode()


@pytest.mark.parametrize("fault", [rules.Refused("shape.invalid", "An event lacks a field."), KeyError("total")])
def test_moments_that_cannot_be_found_do_not_stop_the_page(fight, gm, ana, client, monkeypatch, caplog, fault):
    def fail(system, events, heroes):
        raise fault

    play.submit(encounter=fight, by=ana, command=ATTACK)
    play.submit(encounter=fight, by=gm, command=DEFEND)
    play.submit(encounter=fight, by=gm, command=END)
    assert moments_of(fight)
    monkeypatch.setattr(rules, "highlights", fail)
    assert (moments_of(fight), find_moments_of_many([fight], "fifty-two-fates")) == ({}, {fight.pk: []})
    assert "cannot be found" in caplog.text
    client.force_login(ana)
    assert client.get(f"/encounters/{fight.pk}/").status_code == 200


def test_a_hero_who_died_later_still_stands_at_the_end_of_this_encounter(fight, gm, mara):
    play.submit(encounter=fight, by=gm, command=END)
    mark_dead(character=mara, by=gm, reason="a fever, months later")
    end = describe_end(fight)
    assert (end.survivors, end.dead) == (["Mara", "Oskar"], [])


def test_a_hero_who_died_here_and_was_brought_back_stands_again(fight, gm, mara):
    play.submit(encounter=fight, by=gm, command=END)
    apply_settlement(character=mara, changes={}, survived=False, by=gm, reason="the ford", encounter=fight)
    assert (describe_end(fight).survivors, describe_end(fight).dead) == (["Oskar"], ["Mara"])
    mara.refresh_from_db()
    restore_character(character=mara, by=gm, reason="a miracle")
    assert describe_end(fight).dead == []


def test_the_end_says_what_everyone_earned_and_an_award_for_it_counts(fight, gm, mara, client):
    play.submit(encounter=fight, by=gm, command=END)
    earned = [(award.name, award.amount) for award in describe_end(fight).earned]
    assert earned == [("Mara", "+1 encounter"), ("Oskar", "+1 encounter")]
    take_back(entry=mara.experience.get(), by=gm, reason="she slept through it")
    assert [award.name for award in describe_end(fight).earned] == ["Oskar"]
    client.force_login(gm)
    page = client.get(f"/encounters/{fight.pk}/").content.decode()
    assert "<span>Oskar</span> <strong>+1 encounter</strong>" in page
    assert "<span>Mara</span> <strong>" not in page


def test_an_award_that_begins_at_the_end_of_an_encounter_is_shown_there(fight, gm, mara, client):
    play.submit(encounter=fight, by=gm, command=END)
    take_back(entry=mara.experience.get(), by=gm, reason="to be awarded by hand")
    client.force_login(gm)
    form = client.get(f"/campaigns/{fight.campaign_id}/award/?encounter={fight.pk}").content.decode()
    assert f'name="reason" value="{fight.title}"' in form, "the reason need not be written"
    assert f'name="encounter" value="{fight.pk}"' in form
    fields = {"characters": [mara.pk], "amount": 1, "reason": "the ford", "encounter": fight.pk}
    answer = client.post(f"/campaigns/{fight.campaign_id}/award/?encounter={fight.pk}", fields)
    assert answer["Location"] == f"/encounters/{fight.pk}/"
    assert ("Mara", "+1 encounter") in [(award.name, award.amount) for award in describe_end(fight).earned]


def test_the_recap_of_a_session_tells_the_highlights_of_its_encounters(fight, membership, gm, ana, client):
    session = session_actions.plan_session(membership=membership, title="The ford")
    Encounter.objects.filter(pk=fight.pk).update(session=session)
    fight.refresh_from_db()
    play.submit(encounter=fight, by=ana, command=ATTACK)
    play.submit(encounter=fight, by=gm, command=DEFEND)
    assert "Hardest blow" not in draft_recap(membership, session, "party"), "it still runs"
    play.submit(encounter=fight, by=gm, command=END)
    told = draft_recap(membership, session, "party")
    assert "## Highlights" in told
    assert "- **Hardest blow** · Mara: " in told
    stranger = factories.CharacterFactory(campaign=fight.campaign, name="Cob")
    assert "Highlights" not in draft_recap(membership, session, "character", stranger)


def test_a_recap_of_a_character_tells_their_own_highlights_whatever_they_are_called_now(fight, membership, gm, ana):
    session = session_actions.plan_session(membership=membership, title="The ford")
    Encounter.objects.filter(pk=fight.pk).update(session=session)
    fight.refresh_from_db()
    play.submit(encounter=fight, by=ana, command=ATTACK)
    play.submit(encounter=fight, by=gm, command=DEFEND)
    play.submit(encounter=fight, by=gm, command=END)
    mara = fight.participants.get(name="Mara").character
    mara.name = "Mara of the Ford"
    mara.save()
    assert "Hardest blow" in draft_recap(membership, session, "character", mara)


def test_a_highlight_names_whose_it_is_unless_the_sentence_has_the_whole_name():
    assert highlights.describe(Moment("Hardest blow", "Al", "Alric falls.")) == "**Hardest blow** · Al: Alric falls."


def test_a_recap_writes_cards_with_the_signs_of_their_suits():
    line = highlights.describe(Moment("Closest call", "Ana_", "The imp draws TD.", ["TD"], ["9S"]))
    assert highlights.describe(Moment("Closest call", "Ana", "Ana holds.")) == "**Closest call**: Ana holds."
    assert line == "**Closest call** · Ana\\_: The imp draws 10♦. (10♦ against 9♠)"
