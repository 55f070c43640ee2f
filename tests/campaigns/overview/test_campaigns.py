"""Campaigns: starting one, house rules with their changes, archiving."""

import pytest
from django.db import transaction
from django.db.models import RestrictedError

from campaigns.encounters import actions as encounter_actions
from campaigns.log.models import LogEntry
from campaigns.overview import actions as overview_actions
from characters.experience import actions as experience_actions
from characters.models import ExperienceEntry, Monster
from people.access import get_membership
from people.models import Campaign, Member
from rules import play
from tests import factories
from tests.people.helpers import forbidden, place, refused

GAME = "fifty-two-fates"


def test_the_person_who_starts_a_campaign_is_its_gm_and_the_log_says_so(ana):
    campaign = overview_actions.create_campaign(by=ana, name="Ash", system=GAME, summary="*Dust.*")
    assert place(campaign, ana).role == "gm"
    assert campaign.options == {name: about["default"] for name, about in play.SYSTEMS[GAME]["options"].items()}
    assert LogEntry.objects.get(campaign=campaign).text == "ana started the campaign (52 Fates)."


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"system": "poker"}, "no game “poker”"),
        ({"name": ""}, "cannot be blank"),
        ({"options": {"cheat": 1}}, "no option cheat"),
        ({"options": {"fd_hand": "all"}}, "fd_hand must be one of level, hand"),
        ({"options": {"fd_extra_cards": 11}}, "from 0 to 10"),
        ({"options": {"fd_extra_cards": True}}, "whole number"),
        ({"options": {"fd_extra_cards": 1.0}}, "whole number"),
        ({"options": ["fd_hand"]}, "names and values"),
        ({"zone": "Middle/Earth"}, "not a time zone"),
        ({"archived": None}, "no field archived"),
    ],
)
def test_fields_that_do_not_fit_are_refused_in_words_and_nothing_is_made(ana, fields, words):
    with refused(words):
        overview_actions.create_campaign(by=ana, **{"name": "Ash", "system": GAME} | fields)
    assert not Campaign.objects.exists()
    assert not Member.objects.exists()


def test_a_changed_house_rule_stands_in_log_and_history(gm, campaign):
    overview_actions.change_campaign(membership=place(campaign, gm), options={"fd_hand": "hand"}, open_sheets=False)
    campaign.refresh_from_db()
    assert campaign.options["fd_hand"] == "hand"
    line = LogEntry.objects.get(campaign=campaign)
    said = "“Cards in the Fate Dealer's hand” from the highest level to the highest level + 2"
    assert said in line.text
    assert "open sheets from yes to no" in line.text
    assert line.data["changed"] == {"fd_hand": ["level", "hand"], "open_sheets": [True, False]}
    assert [old.open_sheets for old in campaign.history.all()][:1] == [False]


def test_a_setting_with_choices_is_logged_in_words(gm, campaign):
    overview_actions.change_campaign(membership=place(campaign, gm), pass_after=1)
    assert LogEntry.objects.latest("id").text == (
        "Campaign changed: pass for absent players from never to after a day."
    )


def test_saving_without_a_change_logs_nothing(gm, campaign):
    overview_actions.change_campaign(membership=place(campaign, gm), name=campaign.name, options={})
    assert not LogEntry.objects.exists()


def test_players_change_no_house_rule(ana, campaign):
    with forbidden("Only the GM"):
        overview_actions.change_campaign(membership=place(campaign, ana), options={"fd_hand": "hand"})


def test_an_archived_campaign_comes_back_as_it_was(gm, campaign):
    membership = place(campaign, gm)
    assert overview_actions.archive_campaign(membership=membership).archived
    assert overview_actions.archive_campaign(membership=membership).archived
    assert overview_actions.unarchive_campaign(membership=membership).archived is None
    assert [line.text for line in LogEntry.objects.order_by("id")] == [
        "gm archived the campaign.",
        "gm brought the campaign back.",
    ]


def test_the_options_page_changes_what_the_form_says(client, gm, campaign):
    client.force_login(gm)
    address = f"/campaigns/{campaign.pk}/options/"
    page = client.get(address).content.decode()
    assert 'name="option-fd_hand"' in page
    answer = client.post(
        address,
        {
            "name": "The Salt Road",
            "revision": 1,
            "zone": "UTC",
            "open_sheets": "on",
            "option-fd_hand": "hand",
            "option-fd_extra_cards": 2,
        },
    )
    assert answer.status_code == 302, answer.content.decode()
    campaign.refresh_from_db()
    assert campaign.options == {"fd_hand": "hand", "fd_extra_cards": 2}
    wrong = client.post(address, {"name": "", "zone": "UTC", "option-fd_hand": "hand", "option-fd_extra_cards": 99})
    assert wrong.status_code == 200
    campaign.refresh_from_db()
    assert campaign.name == "The Salt Road"


def test_a_house_rule_that_may_be_empty_says_so_in_one_way(client, ana):
    client.force_login(ana)
    page = client.get("/campaigns/new/?system=fortune-and-power").content.decode()
    assert page.count("Leave it empty for no limit.") == page.count("As written: no limit.") == 2
    assert "As written: –" not in page


def test_a_campaign_is_started_from_the_page(client, ana):
    client.force_login(ana)
    assert b"52 Fates" in client.get("/campaigns/new/").content
    answer = client.post(
        "/campaigns/new/",
        {
            "system": GAME,
            "name": "Ash",
            "zone": "Europe/Berlin",
            "option-fd_hand": "level",
            "option-fd_extra_cards": 0,
        },
    )
    campaign = Campaign.objects.get()
    assert answer.headers["Location"] == f"/campaigns/{campaign.pk}/"
    assert campaign.zone == "Europe/Berlin"


def test_a_campaign_goes_with_all_that_hangs_on_it_and_nothing_goes_from_under_a_preparation(campaign, gm):
    membership = get_membership(gm, campaign.pk)
    foe = factories.MonsterFactory(campaign=campaign)
    hero = factories.CharacterFactory(campaign=campaign)
    award = experience_actions.award_experience(character=hero, amount=3, reason="the caravan", by=gm)
    experience_actions.take_back(entry=award, by=gm, reason="a mistake")
    row = encounter_actions.create(membership=membership, title="The ford")
    encounter_actions.add_monsters(membership=membership, encounter=row, monster=foe)
    with pytest.raises(RestrictedError), transaction.atomic():
        foe.delete()
    with pytest.raises(RestrictedError), transaction.atomic():
        award.delete()
    campaign.delete()
    assert not Monster.objects.filter(pk=foe.pk).exists()
    assert not ExperienceEntry.objects.exists()
