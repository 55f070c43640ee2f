"""The first page of a campaign: who is there, what happened, and the way to what comes next."""

from datetime import timedelta

from django.utils import timezone

from campaigns.encounters.models import Encounter
from campaigns.log import actions as log_actions
from campaigns.sessions.models import Session
from people.access import get_membership
from people.models import Campaign
from tests import factories


def test_the_party_has_its_emblems_and_what_happened_its_marks(client, campaign, gm):
    factories.CharacterFactory(campaign=campaign, name="Mara Quell")
    log_actions.add_note(membership=get_membership(gm, campaign.pk), text="The reeve pays.")
    client.force_login(gm)
    html = client.get(f"/campaigns/{campaign.pk}/").content.decode()
    assert "MQ</text>" in html.replace("\n", "")
    assert 'class="log-mark"' in html
    assert f'href="/campaigns/{campaign.pk}/encounters/new/"' in html


def test_a_player_is_not_sent_to_prepare_an_encounter(client, campaign, ana):
    client.force_login(ana)
    assert "/encounters/new/" not in client.get(f"/campaigns/{campaign.pk}/").content.decode()


def test_a_player_without_a_character_is_led_to_make_one_before_all_else(read, campaign, gm, ana):
    Encounter.objects.create(campaign=campaign, title="Over the wall", status="running")
    address, words = f"/campaigns/{campaign.pk}/", "You have no active character here."
    page = read(ana, address)
    assert page.index(words) < page.index("Over the wall")
    assert page.count("Make a character") == 1
    assert words not in read(gm, address)
    factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara Quell")
    assert words not in read(ana, address)


def test_the_next_session_stands_above_the_party_and_what_happened(read, campaign, ana):
    Session.objects.create(
        campaign=campaign, number=1, title="The third night", starts=timezone.now() + timedelta(days=3)
    )
    page = read(ana, f"/campaigns/{campaign.pk}/")
    places = [page.index(f">{heading}</h2>") for heading in ("Next session", "The party", "Recent activity")]
    assert places == sorted(places)


def test_home_begins_for_a_member_with_the_tables_and_not_with_a_new_campaign(read, campaign, ana):
    Encounter.objects.create(campaign=campaign, title="Over the wall", status="running")
    page = read(ana, "/")
    assert page.index("Over the wall") < page.index("Start a campaign")


def test_the_journal_is_called_alike_in_its_heading_and_in_the_title_of_the_window(read, campaign, gm, ana):
    for person, name in ((gm, "Who learned what"), (ana, "What I learned")):
        page = read(person, f"/campaigns/{campaign.pk}/world/journal/")
        assert f"<title>{name} ·" in page
        assert page.count(name) == 2


def test_a_player_whose_only_character_has_died_is_not_told_that_there_never_was_one(read, campaign, ana):
    factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara Quell", status="dead")
    page = read(ana, f"/campaigns/{campaign.pk}/")
    assert "no character here yet" not in page
    assert "You have no active character here." in page


def test_nobody_is_led_to_make_a_character_in_an_archived_campaign(read, campaign, gm, ana):
    Campaign.objects.filter(pk=campaign.pk).update(archived=timezone.now())
    assert "first-step" not in read(ana, f"/campaigns/{campaign.pk}/")
    for person in (gm, ana):
        page = read(person, f"/campaigns/{campaign.pk}/")
        assert "No characters yet." in page
        assert "Make yours" not in page
        assert "Send your players a link" not in page
        assert "Make a character" not in page
