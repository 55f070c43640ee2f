"""A death on a sheet gets the current date of the campaign's calendar."""

import pytest

from campaigns.log.calendar import actions
from campaigns.log.calendar.models import Calendar, InWorldDate
from characters.sheets import actions as sheet_actions
from characters.sheets import status_actions
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def hero(campaign, ana):
    """Ana's hero."""
    return factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")


def deaths(hero):
    row = Calendar.objects.get(campaign=hero.campaign_id)
    return [(row.format(date.span), date.gm_only) for date in InWorldDate.objects.filter(character=hero, kind="death")]


def test_a_death_is_dated_with_the_current_date(calendar, hero, gm):
    status_actions.mark_dead(character=hero, by=gm, reason="a fall")
    assert deaths(hero) == [("12 Harvestmoon 312", False)]


def test_a_death_in_a_fight_is_dated_too(calendar, hero, gm):
    sheet_actions.apply_settlement(character=hero, changes={}, survived=False, by=gm, reason="the ford")
    assert deaths(hero) == [("12 Harvestmoon 312", False)]


def test_another_death_replaces_the_date(calendar, gm_seat, hero, gm):
    status_actions.mark_dead(character=hero, by=gm, reason="a fall")
    status_actions.restore_character(character=hero, by=gm, reason="a wonder")
    row = Calendar.objects.get(pk=calendar.pk)
    actions.save_calendar(membership=gm_seat, definition=row.definition, date="3 Leafmoon 313")
    status_actions.mark_dead(character=hero, by=gm, reason="another fall")
    assert deaths(hero) == [("3 Leafmoon 313", False)]


def test_the_date_of_a_hidden_persons_death_is_for_gms(calendar, hero, gm):
    hero.visible = False
    hero.save()
    status_actions.mark_dead(character=hero, by=gm, reason="poison")
    assert deaths(hero) == [("12 Harvestmoon 312", True)]


def test_leaving_play_and_campaigns_without_a_calendar_have_no_date(campaign, hero, gm):
    status_actions.mark_dead(character=hero, by=gm, reason="a fall")
    assert not InWorldDate.objects.exists()


def test_retiring_is_no_death(calendar, hero, gm):
    status_actions.retire_character(character=hero, by=gm, reason="a farm")
    assert deaths(hero) == []
