"""After export, wipe and restore everyone may do what they could before, by the permission table, and no more."""

import pytest

from campaigns.archive import reading
from campaigns.archive.place_taking import take_place
from people.models import Member
from tests.campaigns.archive import cells
from tests.campaigns.archive.consent import restored_with_consent
from tests.campaigns.archive.seeded import exported, wiped
from tests.site import roles

pytestmark = pytest.mark.django_db


@pytest.fixture
def restored(db):
    """The world of the table, its campaign gone and restored with everyone confirmed."""
    made = cells.world()
    before, file = cells.keys(made.campaign), exported(made.campaign)
    wiped(made.campaign)
    names = set(reading.read_archive(file).people.values())
    made.campaign = restored_with_consent(file, by=made.people["gm"], confirmed=names)
    made.ids = cells.moved(made.ids, before, cells.keys(made.campaign))
    return made


def test_every_role_may_do_what_the_table_says(restored):
    sampled = cells.sample(restored.ids)
    assert len(sampled) >= cells.MANY // 2
    assert {role for _route, _method, role, _word in sampled} == set(roles.ROLES)
    assert cells.wrong(restored, sampled) == {}


def test_somebody_who_left_stays_gone_though_the_gm_ticks_the_name_and_a_restore_that_forgot_it_is_noticed(restored):
    asked = [
        cell for cell in cells.whole(restored.ids) if cell[0].name == "campaign" and cell[1:3] == ("GET", "ex-member")
    ]
    assert len(asked) == 1
    assert cells.wrong(restored, asked) == {}
    person = restored.people["ex-member"]
    Member.objects.filter(campaign=restored.campaign, user__first_name=person.username).update(left=None)
    take_place(person, restored.campaign.members.get(user__first_name=person.username).pk)
    assert cells.wrong(restored, asked)
