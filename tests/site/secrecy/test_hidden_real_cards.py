"""Someone hidden changes nothing that players receive at a table with real cards."""

from typing import Any

import pytest
from django.db.models import Count, QuerySet

from campaigns.encounters import actions, queries
from campaigns.encounters.access import visible_encounters
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import pending_draws, physical_draws
from people.access import get_membership
from people.models import Member
from rules import play as rules
from tests import factories
from tests.planting import read_without_compiled_sql
from tests.site.secrecy.channels import Viewer, differences, first_difference, received
from tests.site.secrecy.conftest import ROLES
from tests.site.secrecy.scenes import BASTARDS, FATES, Scene

PLAYERS = ["ana", "ben", "watcher", "outsider", "anonymous"]
FOES = {FATES.system: {"max_hp": 4}, BASTARDS.system: {"kind": "extras", "power_rating": 2, "members": 3}}
SCENES = {scene.system: scene for scene in (FATES, BASTARDS)}


def scene_of(system: str) -> Scene:
    refused = ({"type": "dance", "actor": "gm"}, {})
    return Scene(system, (), (), (), range(0), (), {}, {}, odds=(), refused=refused, seats=("mara", "oskar", "gm"))


def lay(people: dict[str, Any], system: str, *, hidden: bool) -> Encounter:
    """A table that waits for the cards of its deal, with somebody hidden or without."""
    campaign = factories.CampaignFactory(name="The Salt Road", created_by=people["gm"], system=system)
    for name, role in ROLES.items():
        factories.MemberFactory(campaign=campaign, user=people[name], role=role)
    membership = get_membership(people["gm"], campaign.pk)
    row = actions.create(membership=membership, title="At the wall", real_cards=True)
    sheet = next(sheet for _who, _name, sheet in SCENES[system].heroes)
    heroes = [
        factories.CharacterFactory(campaign=campaign, owner=people[who], name=name, sheet=sheet, kind="pc")
        for who, name in (("ana", "Mara"), ("ben", "Oskar"))
    ]
    foe = factories.MonsterFactory(name="Bandit", system=system, stats=FOES[system])
    if hidden:
        actions.add_monsters(membership=membership, encounter=row, monster=foe, hidden=True)
    actions.add_characters(membership=membership, encounter=row, characters=heroes)
    actions.add_monsters(membership=membership, encounter=row, monster=foe)
    actions.start(membership=membership, encounter=row)
    return Encounter.objects.get(pk=row.pk)


def enter_all(people: dict[str, Any], table: Encounter) -> None:
    """Everyone enters the cards that the table asks for, from the top of a deck in its usual order."""
    deck = [card for card in rules.names_in_deck(1) if card != "XX"]
    while asked := pending_draws.awaited_cards(table, get_membership(people["gm"], table.campaign_id)):
        for draw in asked:
            who = {"mara": "ana", "oskar": "ben"}.get(draw.owner, "gm")
            cards = [deck.pop() for _ in range(draw.count)]
            physical_draws.enter_cards(encounter=table, by=people[who], owner=draw.owner, cards=cards)
        table.refresh_from_db()


@pytest.mark.parametrize("system", SCENES)
def test_nobody_but_the_gms_receives_anything_of_somebody_hidden(people, system):
    tables = [lay(people, system, hidden=hidden) for hidden in (False, True)]
    for dealt in (False, True):
        for table in tables if dealt else []:
            enter_all(people, table)
        for name in PLAYERS:
            viewer = Viewer(people[name], scene_of(system))
            assert differences(*(received(viewer, table) for table in tables)) == {}, (name, dealt)
        assert first_difference(Viewer(people["gm"], scene_of(system)), *tables), "the GM sees who hides"


def test_a_planted_count_of_all_groups_is_seen(people, monkeypatch):
    tables = [lay(people, FATES.system, hidden=hidden) for hidden in (False, True)]
    true = visible_encounters

    def count_all(membership: Member) -> Any:
        rows = true(membership)
        rows.annotate = lambda **_known: QuerySet.annotate(rows, group_count=Count("groups"))
        return rows

    read_without_compiled_sql(monkeypatch)
    monkeypatch.setattr(queries, "visible_encounters", count_all)
    assert first_difference(Viewer(people["ana"], scene_of(FATES.system)), *tables) == "near encounters/"
