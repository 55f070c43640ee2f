"""The first page of a campaign: who is there, what happened, and the way to what comes next."""

from campaigns.log import actions as log_actions
from people.access import get_membership
from tests import factories


def test_the_party_has_its_emblems_and_what_happened_its_marks(client, campaign, gm):
    factories.CharacterFactory(campaign=campaign, name="Mara Quell")
    log_actions.add_note(membership=get_membership(gm, campaign.pk), text="The reeve pays.")
    client.force_login(gm)
    html = client.get(f"/campaigns/{campaign.pk}/").content.decode()
    assert "MQ</text>" in html.replace("\n", "")
    assert 'class="log-mark"' in html
    assert f'href="/campaigns/{campaign.pk}/encounters/new/"' in html


def test_a_player_is_not_sent_to_prepare_an_encounter(client, campaign, ana):
    client.force_login(ana)
    assert "/encounters/new/" not in client.get(f"/campaigns/{campaign.pk}/").content.decode()
