"""An archive keeps which encounters have no dealer, so that a restore opens no folded hand (GOB-97)."""

import io
import json

import pytest

from campaigns.archive import restoring, writing
from campaigns.encounters.models import Encounter
from people.models import Campaign
from tests.campaigns.archive.seeded import exported, seeded, wiped
from tests.campaigns.archive.test_faults import refuse, repacked

pytestmark = pytest.mark.django_db


@pytest.fixture
def without_dealer(catalogue, gm, ana, ben):
    """A campaign whose encounters, begun and prepared, have no dealer, although it has one now."""
    campaign = seeded("game-of-bastards", gm, [ana, ben])
    campaign.encounters.update(dealerless=True)
    return campaign


def archived(campaign):
    """The bytes of the campaign's archive; the campaign is gone afterwards."""
    data = exported(campaign).getvalue()
    wiped(campaign)
    return data


def restored(data, gm):
    campaign = restoring.restore_campaign(io.BytesIO(data), by=gm, confirmed={"gm"})
    return {(row.status != "prepared", row.dealerless) for row in campaign.encounters.all()}


def test_a_restored_encounter_has_no_dealer_if_it_had_none(without_dealer, gm):
    assert restored(archived(without_dealer), gm) == {(True, True), (False, True)}


def give_dealers(data):
    """The archive, in which every encounter has a dealer, as a GM could write it to see the hands."""

    def change(name, body):
        return body.replace(b'"dealerless":true', b'"dealerless":false') if name == "data/encounters.jsonl" else body

    changed = repacked(data, change)
    assert changed != repacked(data), "something must be changed, or nothing is proved"
    return changed


def test_an_archive_that_gives_a_dealer_to_an_encounter_is_refused(without_dealer, gm):
    refuse(give_dealers(archived(without_dealer)), gm, "sealed.bin", "damaged")


def test_without_the_value_in_the_encrypted_part_such_an_archive_would_be_restored(without_dealer, gm, monkeypatch):
    """The planted fault for the test above."""
    honest = writing.bound_values
    leave_out_dealer(monkeypatch, honest)
    data = give_dealers(archived(without_dealer))
    assert (True, False) in restored(data, gm)


def leave_out_dealer(monkeypatch, honest=writing.bound_values):
    """Encrypts what earlier versions encrypted."""

    def bound_values(encounter, using="default"):
        return {name: value for name, value in honest(encounter, using).items() if name != "dealerless"}

    monkeypatch.setattr(writing, "bound_values", bound_values)


@pytest.mark.parametrize("dealerless", [False, True])
def test_the_encounters_of_an_older_archive_are_as_its_campaign(without_dealer, gm, monkeypatch, dealerless):
    Campaign.objects.filter(pk=without_dealer.pk).update(dealerless=dealerless)
    with monkeypatch.context() as older:
        leave_out_dealer(older)
        data = archived(Campaign.objects.get(pk=without_dealer.pk))

    def change(name, body):
        if name != "data/encounters.jsonl":
            return body
        lines = [json.loads(line) for line in body.splitlines()]
        return b"".join(
            json.dumps({key: value for key, value in line.items() if key != "dealerless"}).encode() + b"\n"
            for line in lines
        )

    assert restored(repacked(data, change), gm) == {(True, dealerless), (False, dealerless)}
    assert not Encounter.objects.exclude(campaign__dealerless=dealerless).exists()
