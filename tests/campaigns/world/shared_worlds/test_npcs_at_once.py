"""Two people who share, take, withdraw or change the same NPC at the same moment, on both databases."""

import pytest
from django.core.exceptions import ValidationError
from django.http import Http404

from campaigns.world.shared_worlds import actions as world_actions
from campaigns.world.shared_worlds import npc_actions
from campaigns.world.shared_worlds.models import SharedPage, SharedPageCopy
from campaigns.world.shared_worlds.sharing import SeenEdition
from characters.models import Character
from characters.sheets.actions import edit_character
from common.edit_conflicts import EditConflict
from people.access import get_membership
from tests import factories
from tests.campaigns.encounters.play.test_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(share_npc, otto):
    """The shared NPC."""
    return share_npc(otto)


def change(row, by, old, new):
    row.refresh_from_db()
    changes = {"about": row.about.replace(old, new)}
    return edit_character(character=row, by=by, revision=row.revision, changes=changes)


def test_two_gms_who_take_it_get_one_copy(there, page):
    second = factories.MemberFactory(campaign=there.campaign, role="co-gm")
    members = [get_membership(member.user, there.campaign_id) for member in (there, second)]
    first, other = at_once(
        *(lambda member=member: npc_actions.take_npc(membership=member, page=page) for member in members)
    )
    assert first == other
    assert Character.objects.filter(campaign=there.campaign).count() == 1


@pytest.mark.parametrize("act", ["withdraw", "leave"])
def test_taking_it_while_it_goes(membership, there, otto, page, act):
    goes = {
        "withdraw": lambda: npc_actions.withdraw_npc(membership=membership, npc=otto),
        "leave": lambda: world_actions.leave_world(membership=membership),
    }[act]
    taken, gone = at_once(lambda: npc_actions.take_npc(membership=there, page=page), goes)
    assert gone is None
    assert SharedPage.objects.get().withdrawn is not None
    copies = Character.objects.filter(campaign=there.campaign).count()
    assert copies == (1 if isinstance(taken, Character) else 0)
    assert isinstance(taken, Character | Http404), taken


def test_of_two_editions_at_once_one_is_refused(membership, there, otto, page):
    taken = npc_actions.take_npc(membership=there, page=page)
    change(otto, membership.user, "He sings.", "He shouts.")
    change(taken, there.user, "He limps.", "He limps badly.")
    results = at_once(
        lambda: npc_actions.share_npc(membership=membership, npc=otto, revision=None),
        lambda: npc_actions.share_npc(membership=there, npc=taken, revision=None),
    )
    assert {type(result) for result in results} == {SharedPage, ValidationError}, results
    page.refresh_from_db()
    assert page.number == 2
    assert page.editions.count() == 2


def test_two_npcs_of_one_name_at_once_are_one_shared_npc(membership, there, world, otto):
    twin = factories.CharacterFactory(campaign=there.campaign, kind="npc", owner=None, name="otto")
    results = at_once(
        lambda: npc_actions.share_npc(membership=membership, npc=otto, revision=None),
        lambda: npc_actions.share_npc(membership=there, npc=twin, revision=None),
    )
    assert {type(result) for result in results} == {SharedPage, ValidationError}, results
    assert SharedPage.objects.count() == 1


def test_taking_over_changes_and_an_edit_at_once_lose_no_words(membership, there, otto, page):
    taken = npc_actions.take_npc(membership=there, page=page)
    change(otto, membership.user, "He sings.", "He shouts.")
    npc_actions.share_npc(membership=membership, npc=otto, revision=None)
    taken.refresh_from_db()
    edited = taken.about.replace("He limps.", "He limps badly.")
    results = at_once(
        lambda: npc_actions.take_npc_changes(
            membership=there, npc=taken, seen=SeenEdition(revision=taken.revision, number=2)
        ),
        lambda: edit_character(
            character=taken, by=there.user, revision=taken.revision, changes={"about": edited}, reason="mine"
        ),
    )
    assert {type(result) for result in results} == {Character, EditConflict}, results
    row = Character.objects.get(pk=taken.pk)
    assert ("He shouts." in row.about) == isinstance(results[0], Character)
    assert ("badly" in row.about) == isinstance(results[1], Character)
    edition = SharedPageCopy.objects.select_related("edition").get(character=row).edition
    assert edition.number == (2 if isinstance(results[0], Character) else 1)
