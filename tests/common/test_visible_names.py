"""Names can be read: of pages, characters and campaigns."""

import pytest
from django.core.exceptions import ValidationError

from campaigns.overview.actions import create_campaign
from campaigns.world import actions
from campaigns.world.models import WorldEntry
from characters.sheets.saving import save_next_revision
from common.visible_names import is_visible_name
from tests import factories
from tests.people.helpers import place


@pytest.mark.parametrize("name", ["Otto", "עוז", "می‌خواهم", "\u200fעוז", "🐉", "?", "7", "e\u0301"])
def test_names_of_every_script_are_accepted(name):
    assert is_visible_name(name)


@pytest.mark.parametrize(
    "name", ["\u200b", "\u2060", "\ufeff", "\u2800", "\xad", "\u3164", " \u0301", "Otto\u202e", "\u2066Otto\u2069"]
)
def test_invisible_names_and_names_that_turn_text_around_are_refused(name):
    assert not is_visible_name(name)


@pytest.mark.django_db
def test_pages_characters_and_campaigns_get_visible_names_and_old_names_stay(gm, campaign):
    membership = place(campaign, gm)
    page = actions.create_entry(membership=membership, kind="note", name="עוז")
    with pytest.raises(ValidationError, match="visible letter"):
        actions.create_entry(membership=membership, kind="note", name="\u200b")
    with pytest.raises(ValidationError, match="visible letter"):
        actions.change_entry(membership=membership, entry=page, revision=None, name="a\u202eb")
    with pytest.raises(ValidationError, match="visible letter"):
        create_campaign(by=gm, name="\u2800", system=campaign.system)
    WorldEntry.objects.filter(pk=page.pk).update(name="a\u202eb")
    changed = actions.change_entry(membership=membership, entry=page, revision=None, text="Changed.")
    assert (changed.name, changed.text) == ("a\u202eb", "Changed.")
    character = factories.CharacterFactory(campaign=campaign, name="\u2800")
    save_next_revision(character, gm, "")
    character.name = "\u2060"
    with pytest.raises(ValidationError, match="visible letter"):
        save_next_revision(character, gm, "")
