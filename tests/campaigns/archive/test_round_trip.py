"""Export, wipe, restore: every entity, every place and every replay as before, for each game."""

import pytest

from campaigns.archive import restoring
from campaigns.archive.writing import name_of
from campaigns.encounters.models import Encounter
from people.access import get_membership
from people.models import Campaign, Member
from tests.campaigns.archive import comparing
from tests.campaigns.archive.consent import restored_with_consent
from tests.campaigns.archive.seeded import SYSTEMS, exported, seeded, wiped
from tests.helpers import assert_all_replay


def differing(one, other):
    """The entities that differ, with the first pair of lines."""
    return {
        name: next(
            ((a, b) for a, b in zip(one[name], other[name], strict=False) if a != b), (len(one[name]), len(other[name]))
        )
        for name in one
        if one[name] != other[name]
    }


def roles_in(campaign):
    """The names, roles and ends of all places."""
    places = Member.objects.filter(campaign=campaign).select_related("user")
    return {(name_of(place.user), place.role, place.left) for place in places}


@pytest.mark.parametrize("system", SYSTEMS)
def test_export_wipe_restore_gives_the_same_campaign(catalogue, gm, ana, ben, system):
    campaign = seeded(system, gm, [ana, ben])
    statuses = set(campaign.encounters.values_list("status", flat=True))
    assert statuses == {"prepared", "running", "ended"}
    file = exported(campaign)
    before = comparing.content(file)
    empty = [name for name, lines in before.items() if not lines]
    assert system != "fifty-two-fates" or not empty, f"the seeded campaign has none of {empty}"
    roles = roles_in(campaign)
    wiped(campaign)
    assert not Campaign.objects.filter(pk=campaign.pk).exists()
    names = {name for name, _role, _left in roles}
    again = restored_with_consent(file, by=gm, confirmed=names)
    assert differing(before, comparing.content(exported(again))) == {}
    assert roles_in(again) == roles
    assert {"prepared", "running", "ended"} == set(
        Encounter.objects.filter(campaign=again).values_list("status", flat=True)
    )
    assert_all_replay()
    assert get_membership(ana, again.pk).role == "player"


def test_a_restore_that_resets_a_permission_is_noticed(catalogue, gm, ana, ben, monkeypatch):
    campaign = seeded("fifty-two-fates", gm, [ana, ben])
    Member.objects.filter(campaign=campaign, user=ben).update(role="co-gm")
    file = exported(campaign)
    before = comparing.content(file)
    wiped(campaign)
    true = restoring._Restore._resolve

    def reset(self, entity, row, later):
        if entity.name == "members" and row.values["role"] == "co-gm":
            row.values["role"] = "player"
        return true(self, entity, row, later)

    monkeypatch.setattr(restoring._Restore, "_resolve", reset)
    again = restored_with_consent(file, by=gm, confirmed={"gm", "ana", "ben"})
    assert "members" in differing(before, comparing.content(exported(again)))
