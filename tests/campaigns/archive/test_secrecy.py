"""No archive of a GM tells a card that was never shown, nor does a copy of a campaign."""

import json
import re
import zipfile

import pytest

from campaigns.archive import encryption, reading, restoring, writing
from campaigns.archive.faults import ArchiveInvalid
from campaigns.encounters.models import Encounter, EncounterSecret
from tests.campaigns.archive.seeded import exported
from tests.site.secrecy.channels import cards_in, hands, secrets_of

pytestmark = pytest.mark.django_db


def texts(file):
    """Every file of an archive as text."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}


def test_no_card_of_a_hand_and_no_secret_of_a_pile_stands_in_the_archive(seeded_campaign, gm):
    campaign = seeded_campaign
    told = texts(exported(campaign))
    for row in campaign.encounters.exclude(status="prepared"):
        account = told[f"encounters/{row.pk}/account.jsonl"]
        shown = {
            opening["card"]
            for line in account.splitlines()
            for opening in json.loads(line).get("opened", [])
            if "card" in opening
        }
        held = hands(row)
        hidden = {card for who, cards in held.items() if who != "gm" for card in cards} - shown
        assert hidden, "there must be something to hide"
        assert not cards_in(account) & hidden
        for name, text in told.items():
            assert not [secret for secret in secrets_of(row) if secret in text], name
            assert "visible_to" not in text or name.endswith("account.jsonl")
    encrypted = [text for name, text in told.items() if name.endswith("sealed.bin")]
    assert len(encrypted) >= 2
    assert not any(re.search(r'"(deck|hand|commands)"', text) for text in encrypted)


def test_the_length_of_an_encrypted_part_hardly_tells_anything(seeded_campaign, gm):
    campaign = seeded_campaign
    row = campaign.encounters.filter(status="running").first()
    whole = encryption.hidden_part(row, writing.bound_values(row))
    one = encryption.encrypt(whole, encryption.installation_key())
    secret = EncounterSecret.sealed.get(encounter=row)
    whole["state"] = {**secret.state, "more": "x" * 100}
    assert len(encryption.encrypt(whole, encryption.installation_key())) == len(one)
    assert encryption.decrypt(one, "")["number"] == row.number


def test_a_copy_beside_the_original_opens_no_hand(seeded_campaign, gm):
    campaign = seeded_campaign
    file = exported(campaign)
    found = reading.read_archive(file)
    assert found.shut.keys() == found.begun
    with pytest.raises(ArchiveInvalid, match="cannot be opened in a copy"):
        restoring.restore_campaign(file, by=gm, confirmed={"gm", "ana", "ben"})
    copy = restoring.restore_campaign(file, by=gm, confirmed={"gm"}, leave_shut=True)
    assert not Encounter.objects.filter(campaign=copy).exclude(status="prepared").exists()
    assert EncounterSecret.sealed.filter(encounter__campaign=copy).count() == 0


def test_a_planted_leak_is_found(seeded_campaign, gm, monkeypatch):
    monkeypatch.setattr(encryption, "encrypt", lambda value, key: encryption.MARK + json.dumps(value).encode())
    with pytest.raises(AssertionError):
        test_no_card_of_a_hand_and_no_secret_of_a_pile_stands_in_the_archive(seeded_campaign, gm)
