"""The form of a preparation asks for nothing that its game makes no use of."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.encounters.forms import EncounterForm
from campaigns.encounters.models import Encounter
from campaigns.encounters.preparing.queries import estimate_difficulty
from campaigns.sessions.models import Session
from characters.models import Monster
from people.access import get_membership
from rules import play
from tests import factories


@pytest.mark.parametrize("system", sorted(play.SYSTEMS))
def test_whether_it_counts_is_asked_where_an_encounter_gives_experience_by_itself(db, system):
    campaign = factories.CampaignFactory(system=system)
    form = EncounterForm(sessions=Session.objects.none(), campaign=campaign)
    assert ("counts" in form.fields) == (play.SYSTEMS[system]["experience"]["per_encounter"] is not None)


def test_only_52_fates_asks():
    assert [key for key, game in play.SYSTEMS.items() if game["experience"]["per_encounter"]] == ["fifty-two-fates"]


def test_house_rules_of_making_characters_are_not_asked_for_an_encounter(db):
    campaign = factories.CampaignFactory(system="fortune-and-power")
    form = EncounterForm(sessions=Session.objects.none(), campaign=campaign)
    asked = {field.name for field in form.options_section["fields"]}
    assert "option-damage" in asked
    assert not asked & {"option-character_points", "option-starting_trait_cap", "option-trait_cost"}


def test_house_rules_are_folded_until_one_is_set_or_wrong(db):
    campaign = factories.CampaignFactory(system="fortune-and-power")

    def unfolded(posted):
        return EncounterForm(posted, sessions=Session.objects.none(), campaign=campaign).options_section["open"]

    assert not unfolded(None)
    assert not unfolded({"title": "The bridge"})
    assert unfolded({"title": "The bridge", "option-move_spaces": "-4"})
    assert unfolded({"title": "The bridge", "option-damage": "dox"})


def test_the_difficulty_says_why_a_choice_cannot_be_played(campaign, gm, ana):
    membership = get_membership(gm, campaign.pk)
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    lines = [{"character": hero}, {"monster": factories.MonsterFactory(name="Bandit"), "count": 1}]
    assert estimate_difficulty(membership, lines, {}).verdict
    hero.sheet = {**hero.sheet, "hp": 0}
    hero.save()
    said = estimate_difficulty(membership, lines, {})
    assert said.verdict is None
    assert "Mara" in said.reason


def test_a_preparation_renders_as_many_templates_for_many_monsters_and_sessions_as_for_few(client, gm, campaign):
    client.force_login(gm)
    row = Encounter.objects.create(campaign=campaign, title="The ford", status="prepared")
    stats, rendered = factories.MonsterFactory(campaign=campaign).stats, []
    for begun in (1, 31):
        numbers = range(begun, begun + 30)
        Session.objects.bulk_create([Session(campaign=campaign, number=number) for number in numbers])
        monsters = [Monster(campaign=campaign, system=campaign.system, name=f"M {n}", stats=stats) for n in numbers]
        Monster.objects.bulk_create(monsters)
        page = client.get(f"/encounters/{row.pk}/")
        assert f">M {numbers[-1]}</option>" in page.content.decode()
        rendered.append(len(page.templates))
    assert rendered[0] == rendered[1]


@pytest.mark.parametrize(
    ("days", "asked", "do", "filed"),
    [
        (7, "", "start", False),
        (7, "", "prepare", True),
        (7, "?session={}", "start", True),
        (0, "", "start", True),
        (None, "", "start", True),
    ],
)
def test_an_encounter_that_starts_now_is_not_filed_under_the_session_of_a_later_day(
    client, campaign, gm, days, asked, do, filed
):
    """The form suggests the coming session; a GM who comes from the page of a session has chosen it."""
    hero = factories.CharacterFactory(campaign=campaign, name="Mara", sheet={"class": "warrior"})
    bandit = factories.MonsterFactory(name="Bandit", campaign=campaign)
    starts = None if days is None else timezone.now() + timedelta(days=days)
    session = Session.objects.create(campaign=campaign, number=1, starts=starts)
    client.force_login(gm)
    address = f"/campaigns/{campaign.pk}/encounters/new/" + asked.format(session.pk)
    fields = {"title": "The ford", "session": session.pk, "characters": [hero.pk], f"count-{bandit.pk}": 1, "do": do}
    assert f'value="{session.pk}" selected' in client.get(address).content.decode(), "the form names it in any case"
    assert client.post(address, fields).status_code == 302
    assert Encounter.objects.get(title="The ford").session == (session if filed else None)
