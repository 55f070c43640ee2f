"""The library says what its modules are about and for which game each was made."""

import pytest

from campaigns.modules import actions as module_actions
from people.access import get_membership
from tests import factories
from tests.campaigns.modules.object_pages import address
from tests.campaigns.modules.test_shipped import FILES, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def gm_of(client):
    def make(system):
        gm = factories.UserFactory()
        campaign = factories.CampaignFactory(system=system, created_by=gm)
        factories.MemberFactory(campaign=campaign, user=gm, role="gm")
        for path in FILES:
            module_actions.upload(by=gm, document=read(path))
        client.force_login(gm)
        return get_membership(gm, campaign.pk)

    return make


@pytest.mark.parametrize(
    ("system", "title", "other"),
    [
        ("fifty-two-fates", "The Drowned Bell", "made for Fortune System"),
        ("fortune-system", "The Counting House", "made for 52 Fates"),
        ("fortune-and-power", "The Third Gate", "made for A Game of Bastards"),
        ("game-of-bastards", "The Stolen Ledger", "made for Fortune and Power"),
    ],
)
def test_the_adventure_of_the_campaigns_game_stands_first_and_says_so(client, gm_of, system, title, other):
    """In another game its monsters get default figures."""
    html = client.get(address("campaign-modules", gm_of(system))).content.decode()
    library = " ".join(html[html.index("<h2>Library</h2>") :].split())
    titles = [read(path)["module"]["title"] for path in FILES]
    assert min(titles, key=library.index) == title
    assert library.count("made for this game") == 1
    assert other in library
    assert "Somebody has stolen its tongue." in library


def test_the_library_shows_the_summary_as_words_and_shortens_a_long_one(client, gm_of):
    membership = gm_of("fifty-two-fates")
    document = read(FILES[0])
    summary = "# Lost\n\n**Nobody** knows [why](https://example.org). " + "x" * 9000
    document["module"] |= {"key": "a-long-one", "summary": summary}
    module_actions.upload(by=membership.user, document=document)
    html = client.get(address("campaign-modules", membership)).text
    assert "Lost Nobody knows why." in " ".join(html.split())
    assert "x" * 1000 not in html
