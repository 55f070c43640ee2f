"""The list of encounters: what runs and is prepared whole, what was played page by page."""

import re

import pytest

from campaigns.encounters import queries
from campaigns.encounters.models import Encounter

# Rows for the list alone: nothing was played at them.
pytestmark = [pytest.mark.django_db, pytest.mark.tampered]


def test_the_list_shows_the_newest_of_what_was_played_and_leads_to_the_rest(client, gm, campaign, monkeypatch):
    monkeypatch.setattr(queries, "MOST_ENDED", 2)
    rows = [Encounter.objects.create(campaign=campaign, title=f"Fight {n}", status="ended") for n in range(5)]
    Encounter.objects.create(campaign=campaign, title="Tonight", status="running")
    client.force_login(gm)
    seen, address = [], f"/campaigns/{campaign.pk}/encounters/"
    for _ in range(3):
        html = client.get(address).content.decode()
        assert "Tonight" in html
        seen.append([row.title for row in rows if row.title in html])
        older = re.search(r'rel="next" href="\?(before=\d+)"', html)
        address = f"/campaigns/{campaign.pk}/encounters/?{older[1]}" if older else ""
    assert seen == [["Fight 3", "Fight 4"], ["Fight 1", "Fight 2"], ["Fight 0"]]
    assert address == ""
    assert "Fight 4" in client.get(f"/campaigns/{campaign.pk}/encounters/?before=²").content.decode()


def test_the_list_costs_the_same_however_much_was_played(client, gm, campaign, django_assert_num_queries):
    client.force_login(gm)
    address = f"/campaigns/{campaign.pk}/encounters/"
    for count in (1, 60):
        for n in range(count):
            Encounter.objects.create(campaign=campaign, title=f"Fight {n}", status="ended")
        with django_assert_num_queries(6):
            client.get(address)
