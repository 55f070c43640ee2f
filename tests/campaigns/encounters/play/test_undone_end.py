"""An undone end takes back what it wrote, and nothing that someone changed after it."""

import pytest

from campaigns.encounters import play
from campaigns.encounters.models import EncounterSecret
from campaigns.encounters.play import settlement
from campaigns.log.models import LogEntry
from characters.experience import actions as experience_actions
from characters.models import Character
from characters.sheets import actions as sheet_actions
from characters.sheets import reverting, status_actions
from rules.play import Refused
from tests.campaigns.encounters.play.test_ending import END, hurt

pytestmark = pytest.mark.django_db


def now(row):
    return Character.objects.get(pk=row.pk)


def edited(row, gm, **fields):
    """The sheet with other fields, as the GM writes them between two looks at the table."""
    return sheet_actions.edit_character(
        character=now(row), by=gm, revision=now(row).revision, sheet=fields, reason="the market"
    )


@pytest.fixture
def ended(fight, gm, ben):
    """The encounter, ended after Oskar and Mara were hurt."""
    hurt(fight, gm, "oskar", 1)
    place = fight.campaign.members.get(user=ben)
    for offer in play.offers(fight, place, "oskar"):
        if offer["type"] == "discard":
            play.submit(encounter=fight, by=ben, command=offer["example"])
    hurt(fight, gm, "mara", 1)
    play.submit(encounter=fight, by=gm, command=END)
    return fight


def undone(encounter, gm):
    encounter.refresh_from_db()
    return play.undo(encounter=encounter, by=gm, to=encounter.number - 1)


def test_purchases_since_the_end_stay_and_the_wounds_are_taken_back(ended, gm, mara):
    edited(mara, gm, background_skills=["Sailor"])
    undone(ended, gm)
    assert now(mara).sheet["background_skills"] == ["Sailor"]
    assert now(mara).sheet["hp"] is None, "as before the end"
    assert not LogEntry.objects.filter(text__contains="These values were changed after the end").exists()


def test_a_field_that_the_end_wrote_and_somebody_changed_stays_and_is_named_to_the_gm(
    ended, membership, ana, gm, mara, oskar
):
    edited(mara, gm, hp=2)
    undone(ended, gm)
    assert (now(mara).sheet["hp"], now(oskar).sheet["hp"]) == (2, None)
    line = LogEntry.objects.get(text__contains="These values were changed after the end")
    assert "Mara: Hit points" in line.text
    assert "Oskar" not in line.text
    assert line.audience == "gm"
    told = [event for event in play.events(ended, membership) if event["type"] == "kept"]
    assert [event["text"] for event in told] == [line.text]
    place = ended.campaign.members.get(user=ana)
    assert not [event for event in play.events(ended, place) if event["type"] == "kept"]


def test_a_field_that_somebody_set_back_by_hand_is_nothing_to_name(ended, gm, mara):
    edited(mara, gm, hp=None)
    undone(ended, gm)
    assert now(mara).sheet["hp"] is None
    assert not LogEntry.objects.filter(text__contains="These values were changed after the end").exists()


def test_a_character_that_retired_since_stays_retired(ended, gm, mara):
    status_actions.retire_character(character=mara, by=gm, reason="enough")
    undone(ended, gm)
    assert now(mara).status == "retired"


def test_spent_experience_stays_is_named_and_is_not_credited_twice(ended, gm, mara, oskar, monkeypatch):
    honest = experience_actions.take_back

    def take_back(*, entry, by, reason):
        if entry.character_id == mara.pk:
            raise Refused("experience.spent", "Mara has spent some of this already.")
        return honest(entry=entry, by=by, reason=reason)

    monkeypatch.setattr(experience_actions, "take_back", take_back)
    undone(ended, gm)
    line = LogEntry.objects.get(text__contains="changed after the end")
    assert "Mara: the experience, because it has been spent" in line.text
    play.submit(encounter=ended, by=gm, command=END)
    for row in (mara, oskar):
        assert row.experience.filter(kind="award", taken_back=False).count() == 1


def test_an_end_of_an_older_version_of_the_site_overwrites_nothing(mara, gm):
    stood = now(mara).sheet
    told = reverting.revert(
        character=mara, before={"hp": 1}, after={"hp": 1}, status=("active", "active"), by=gm, reason="x"
    )
    assert (told, now(mara).sheet) == ([], stood)


@pytest.mark.parametrize("stored", [True, False])
def test_whether_it_counts_toward_a_level_is_as_before_the_end(fight, gm, stored):
    play.submit(encounter=fight, by=gm, command=END | {"counts": False})
    fight.refresh_from_db()
    assert not fight.counts
    if not stored:
        secret = EncounterSecret.sealed.get(encounter=fight)
        del secret.settled["counts"]
        secret.save()
    undone(fight, gm)
    fight.refresh_from_db()
    assert fight.counts == stored, "an end of an older version of the site did not store it"


def test_an_end_that_wrote_a_sheet_twice_is_taken_back_from_its_last_value(mara, gm):
    """As an older version of the site did for a character who left and joined again."""
    edited(mara, gm, hp=1)
    written = [
        [mara.pk, {"hp": None}, "active", {"hp": 2}, "active"],
        [mara.pk, {"hp": 2}, "active", {"hp": 1}, "active"],
    ]
    assert settlement._revert_sheets(written, gm, "x") == []
    assert now(mara).sheet["hp"] is None


@pytest.mark.parametrize(
    ("now_", "before", "after", "sheet", "kept"),
    [
        ({"a": 2}, {"a": 1}, {"a": 2}, {"a": 1}, []),
        ({"a": 3}, {"a": 1}, {"a": 2}, {"a": 3}, ["a"]),
        ({"a": 1}, {"a": 1}, {"a": 2}, {"a": 1}, []),
        ({"a": 2, "b": 9}, {}, {"a": 2}, {"b": 9}, []),
        ({"p": {"x": 2, "y": 7}}, {"p": {"x": 1, "y": 1}}, {"p": {"x": 2, "y": 2}}, {"p": {"x": 1, "y": 7}}, ["y"]),
        ({"l": [1, 2]}, {"l": []}, {"l": [1]}, {"l": [1, 2]}, ["l"]),
    ],
)
def test_field_by_field(now_, before, after, sheet, kept):
    assert reverting._revert(now_, before, after) == (sheet, kept)
