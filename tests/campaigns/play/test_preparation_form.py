"""The form of a preparation asks for nothing that its game makes no use of."""

import pytest

from campaigns.forms.encounters import EncounterForm
from campaigns.models import Session
from rules import play
from tests import factories


@pytest.mark.parametrize("system", sorted(play.SYSTEMS))
def test_whether_it_counts_is_asked_where_an_encounter_gives_experience_by_itself(db, system):
    campaign = factories.CampaignFactory(system=system)
    form = EncounterForm(sessions=Session.objects.none(), campaign=campaign)
    assert ("counts" in form.fields) == (play.SYSTEMS[system]["experience"]["per_encounter"] is not None)


def test_only_52_fates_asks():
    assert [key for key, game in play.SYSTEMS.items() if game["experience"]["per_encounter"]] == ["fifty-two-fates"]
