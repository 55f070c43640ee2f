"""Names without a space, as long as a form takes them, make no page wider than its window."""

import pytest

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.sessions.models import Session
from campaigns.world import reveals
from campaigns.world.ties import actions as tie_actions
from rules.models import CatalogueRow
from tests import factories

LONG = "W" * 78
WIDTHS = (390, 1280)


@pytest.fixture
def places(transactional_db):
    """The addresses of a campaign in which everything and everyone has a long name."""
    gm, player = factories.UserFactory(username="gm"), factories.UserFactory(username=LONG)
    campaign = factories.CampaignFactory(name=LONG, created_by=gm)
    member = factories.MemberFactory(campaign=campaign, user=gm, role="gm")
    factories.MemberFactory(campaign=campaign, user=player)
    hero = factories.CharacterFactory(campaign=campaign, owner=player, name=LONG)
    monster = factories.MonsterFactory(campaign=campaign, name=LONG)
    session = Session.objects.create(campaign=campaign, number=1, title=LONG)
    town, guild = (
        reveals.create_shown_entry(membership=member, kind=kind, name=f"{LONG}{kind[0]}", shown=True)
        for kind in ("location", "faction")
    )
    tie_actions.create_tie(membership=member, start=town, end=guild, words=LONG[:60], visibility="party")
    CatalogueRow.objects.create(campaign=campaign, system=campaign.system, kind="weapon", key="w", name=LONG, text="")
    encounter = Encounter.objects.create(campaign=campaign, title=LONG, status="prepared")
    encounter.groups.create(side="players", character=hero)
    encounter.groups.create(side="monsters", monster=monster, position=1)
    play.begin(encounter=encounter, by=gm, seed="the table")
    parts = ("", "characters/", "members/", "plots/", "award/", "world/", "catalogue/", "ties/new/", "sessions/")
    return [
        "/",
        "/waiting/",
        *(f"/campaigns/{campaign.pk}/{part}" for part in parts),
        *(f"/characters/{hero.pk}/{part}" for part in ("", "hand-over/")),
        *(f"/sessions/{session.pk}/{part}" for part in ("", "attendance/", "when/")),
        *(f"/encounters/{encounter.pk}/{part}" for part in ("", "drawer/")),
        *(f"/world/{page.pk}/" for page in (town, guild)),
    ]


def test_a_long_name_makes_no_page_wider_than_its_window(people, places):
    gm = people().sign_in("gm")
    wide = {}
    for path in places:
        for width in WIDTHS:
            gm.page.set_viewport_size({"width": width, "height": 844})
            assert gm.open(path).status == 200, path
            wide[path, width] = gm.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert {place: by for place, by in wide.items() if by > 0} == {}
