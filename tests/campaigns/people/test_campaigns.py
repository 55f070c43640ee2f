"""Campaigns: starting one, house rules with a trail, putting aside."""

import pytest
from django.db import transaction
from django.db.models import RestrictedError

from campaigns import access
from campaigns.actions import campaigns as actions
from campaigns.actions import encounters
from campaigns.models import Campaign, LogEntry, Member
from characters.actions import experience
from characters.models import ExperienceEntry, Monster
from rules import play
from tests import factories
from tests.campaigns.people.helpers import forbidden, place, refused

GAME = "fifty-two-fates"


def test_who_starts_a_campaign_is_its_gm_and_the_log_says_so(ana):
    campaign = actions.create(by=ana, name="Ash", system=GAME, summary="*Dust.*")
    assert place(campaign, ana).role == "gm"
    assert campaign.options == {name: about["default"] for name, about in play.SYSTEMS[GAME]["options"].items()}
    assert LogEntry.objects.get(campaign=campaign).text == "ana starts the campaign, a game of 52 Fates."


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"system": "poker"}, "no game “poker”"),
        ({"name": ""}, "cannot be blank"),
        ({"options": {"cheat": 1}}, "no option cheat"),
        ({"options": {"fd_hand": "all"}}, "fd_hand is one of level, hand"),
        ({"options": {"fd_extra_cards": 11}}, "from 0 to 10"),
        ({"options": {"fd_extra_cards": True}}, "whole number"),
        ({"options": {"fd_extra_cards": 1.0}}, "whole number"),
        ({"options": ["fd_hand"]}, "names with values"),
        ({"zone": "Middle/Earth"}, "not a time zone"),
        ({"archived": None}, "no field archived"),
    ],
)
def test_what_does_not_fit_is_refused_in_words_and_nothing_is_made(ana, fields, words):
    with refused(words):
        actions.create(by=ana, **{"name": "Ash", "system": GAME} | fields)
    assert not Campaign.objects.exists()
    assert not Member.objects.exists()


def test_a_changed_house_rule_stands_in_log_and_history(gm, campaign):
    actions.change(own=place(campaign, gm), options={"fd_hand": "hand"}, open_sheets=False)
    campaign.refresh_from_db()
    assert campaign.options["fd_hand"] == "hand"
    line = LogEntry.objects.get(campaign=campaign)
    said = "“Cards in the Fate Dealer's hand” from the highest level to the highest level + 2"
    assert said in line.text
    assert "open sheets from yes to no" in line.text
    assert line.data["changed"] == {"fd_hand": ["level", "hand"], "open_sheets": [True, False]}
    assert [old.open_sheets for old in campaign.history.all()][:1] == [False]


def test_saving_without_a_change_logs_nothing(gm, campaign):
    actions.change(own=place(campaign, gm), name=campaign.name, options={})
    assert not LogEntry.objects.exists()


def test_players_change_no_house_rule(ana, campaign):
    with forbidden("Only the GM"):
        actions.change(own=place(campaign, ana), options={"fd_hand": "hand"})


def test_an_archived_campaign_comes_back_as_it_was(gm, campaign):
    own = place(campaign, gm)
    assert actions.archive(own=own).archived
    assert actions.archive(own=own).archived
    assert actions.unarchive(own=own).archived is None
    assert [line.text for line in LogEntry.objects.order_by("id")] == [
        "gm archives the campaign.",
        "gm takes the campaign up again.",
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
    own = access.member(gm, campaign.pk)
    foe = factories.MonsterFactory(campaign=campaign)
    hero = factories.CharacterFactory(campaign=campaign)
    award = experience.award(character=hero, amount=3, reason="the caravan", by=gm)
    experience.take_back(entry=award, by=gm, reason="a mistake")
    row = encounters.create(own=own, title="The ford")
    encounters.add_monsters(own=own, encounter=row, monster=foe)
    with pytest.raises(RestrictedError), transaction.atomic():
        foe.delete()
    with pytest.raises(RestrictedError), transaction.atomic():
        award.delete()
    campaign.delete()
    assert not Monster.objects.filter(pk=foe.pk).exists()
    assert not ExperienceEntry.objects.exists()
