"""Shared worlds: starting, inviting and joining with the consent of both, what is seen of a campaign, and leaving."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.log.calendar import actions as calendar_actions
from campaigns.log.models import LogEntry
from campaigns.overview.deletion import delete_campaign
from campaigns.world.shared_worlds import actions, queries
from campaigns.world.shared_worlds.access import find_world_place
from campaigns.world.shared_worlds.models import SharedWorld, WorldInvitation, WorldTable
from common.edit_conflicts import EditConflict
from people.access import get_membership
from tests import factories
from tests.campaigns.calendar.conftest import TWELVE
from tests.people.helpers import forbidden, refused

pytestmark = pytest.mark.django_db


def test_a_gm_starts_a_world_and_another_gm_joins_with_a_code(membership, there, gm, bea):
    actions.start_world(membership=membership, name="  The   Marches ")
    actions.join_world(membership=there, code=actions.invite(membership=membership))
    assert {row.campaign.name for row in WorldTable.objects.filter(world__name="The Marches")} == {
        membership.campaign.name,
        "Iron Coast",
    }
    lines = LogEntry.objects.filter(kind="campaign").order_by("pk")
    assert [(line.by, line.audience) for line in lines] == [(gm, "gm"), (bea, "gm")]


def test_a_code_works_once_for_seven_days_and_is_not_stored(membership, there):
    actions.start_world(membership=membership, name="The Marches")
    code = actions.invite(membership=membership)
    assert code not in str(WorldInvitation.objects.values())
    late = actions.invite(membership=membership)
    WorldInvitation.objects.order_by("-pk")[:1].get()
    WorldInvitation.objects.filter(pk=WorldInvitation.objects.latest("pk").pk).update(expires=timezone.now())
    for wrong in (late, "", "x" * 32, code[:-1]):
        with refused("does not work"):
            actions.join_world(membership=there, code=wrong)
    actions.join_world(membership=there, code=f" {code} ")
    third = factories.MemberFactory(role="gm")
    with refused("does not work"):
        actions.join_world(membership=get_membership(third.user, third.campaign_id), code=code)


def test_codes_are_taken_back(membership, there):
    actions.start_world(membership=membership, name="The Marches")
    code = actions.invite(membership=membership)
    assert actions.revoke_invitations(membership=membership) == 1
    with refused("does not work"):
        actions.join_world(membership=there, code=code)


def test_a_campaign_is_in_one_world_and_players_and_observers_decide_nothing(world, membership, there, seat, ana):
    with refused("already"):
        actions.start_world(membership=there, name="Another")
    for act in (
        lambda: actions.start_world(membership=seat(ana), name="X"),
        lambda: actions.join_world(membership=seat(ana), code="x"),
        lambda: actions.invite(membership=seat(ana)),
        lambda: actions.revoke_invitations(membership=seat(ana)),
        lambda: actions.change_world(membership=seat(ana), revision=None, name="X"),
        lambda: actions.leave_world(membership=seat(ana)),
        lambda: actions.take_calendar(membership=seat(ana), table_id=1),
    ):
        with forbidden():
            act()


def test_gms_see_parties_dates_and_sessions_and_no_hidden_hero(world, membership, there, coast):
    calendar_actions.save_calendar(membership=there, definition=TWELVE, date="12 Harvestmoon 312")
    factories.CharacterFactory(campaign=coast, name="Ada")
    factories.CharacterFactory(campaign=coast, name="Gone", status="dead")
    factories.CharacterFactory(campaign=coast, name="Hidden", visible=False)
    factories.CharacterFactory(campaign=coast, name="Villain", kind="npc")
    coast.sessions.create(number=1, status="held", starts=timezone.now() - timedelta(days=3))
    coast.sessions.create(number=2)
    own, other = queries.list_world_campaigns(membership, find_world_place(membership))
    assert (own.own, other.own) == (True, False)
    assert (other.name, other.gms, other.party, other.sessions) == ("Iron Coast", ["bea"], ["Ada"], 1)
    assert "12 Harvestmoon 312" in other.date
    assert not other.same_calendar


def test_the_queries_are_as_many_for_ten_campaigns(world, membership, django_assert_num_queries):
    world_place = find_world_place(membership)
    with django_assert_num_queries(5):
        queries.list_world_campaigns(membership, world_place)
    for _ in range(10):
        made = factories.MemberFactory(role="gm")
        factories.CharacterFactory(campaign=made.campaign)
        actions.join_world(
            membership=get_membership(made.user, made.campaign_id), code=actions.invite(membership=membership)
        )
    with django_assert_num_queries(5):
        assert len(queries.list_world_campaigns(membership, world_place)) == 12


def test_players_see_only_campaigns_that_show_themselves(world, read, ana, cleo, campaign, coast, there, client, gm):
    address = f"/campaigns/{campaign.pk}/shared-world/"
    read(ana, address, 404)
    assert "shared-world" not in read(ana, f"/campaigns/{campaign.pk}/world/")
    factories.CharacterFactory(campaign=coast, name="Ada")
    actions.change_world(membership=there, revision=None, open_to_players=True)
    page = read(ana, address)
    assert "Iron Coast" in page
    assert "Ada" in page
    assert "bea" not in page
    assert "Make a code" not in page
    assert "shared-world" in read(ana, f"/campaigns/{campaign.pk}/world/")
    # The Salt Road does not show itself: players of the Iron Coast learn nothing of it.
    read(cleo, f"/campaigns/{coast.pk}/shared-world/", 404)
    read(cleo, address, 404)


def test_a_world_is_renamed_and_a_stale_change_writes_nothing(world, membership, there):
    seen = actions.world_revision(find_world_place(membership))
    actions.change_world(membership=there, revision=None, name="The Wide Marches")
    with pytest.raises(EditConflict):
        actions.change_world(membership=membership, revision=seen, name="Mine")
    assert SharedWorld.objects.get().name == "The Wide Marches"
    with refused():
        actions.change_world(membership=membership, revision=None, name=" ")


def test_the_calendar_of_another_campaign_is_taken(world, membership, there, campaign):
    calendar_actions.save_calendar(membership=there, definition=TWELVE, date="12 Harvestmoon 312")
    world_place = there.campaign.world_table
    row = actions.take_calendar(membership=membership, table_id=world_place.pk)
    assert row.campaign == campaign
    assert "12 Harvestmoon 312" in row.format(row.now)
    assert all(other.same_calendar for other in queries.list_world_campaigns(membership, find_world_place(membership)))
    # A calendar that is there already keeps its current date.
    calendar_actions.advance_days(membership=membership, days=3)
    row = actions.take_calendar(membership=membership, table_id=world_place.pk)
    assert "15 Harvestmoon 312" in row.format(row.now)


def test_the_last_campaign_that_leaves_or_is_deleted_takes_the_world_along(world, membership, there, coast):
    actions.leave_world(membership=membership)
    assert SharedWorld.objects.exists()
    assert find_world_place(membership) is None
    delete_campaign(coast)
    assert not SharedWorld.objects.exists()
    actions.start_world(membership=membership, name="Again")


def test_pages_start_join_invite_change_and_leave(client, gm, bea, campaign, coast):
    here, over = f"/campaigns/{campaign.pk}/shared-world/", f"/campaigns/{coast.pk}/shared-world/"
    client.force_login(gm)
    assert "Start a world" in client.get(here).content.decode()
    assert "This field is required" in client.post(f"{here}start/", {"name": ""}).content.decode()
    assert client.post(f"{here}start/", {"name": "The Marches"}).status_code == 302
    page = client.post(f"{here}invite/")
    assert page["Cache-Control"].startswith("no-store")
    code = page.content.decode().partition('<pre class="raw">')[2].partition("<")[0]
    assert code not in client.get(here).content.decode()
    client.force_login(bea)
    assert "does not work" in client.post(f"{over}join/", {"code": "nonsense"}).content.decode()
    assert client.post(f"{over}join/", {"code": code}).status_code == 302
    shown = client.get(over).content.decode()
    assert campaign.name in shown
    revision = shown.partition('name="revision" value="')[2].partition('"')[0]
    sent = {"revision": revision, "name": "Marches", "open_to_players": "on"}
    assert client.post(f"{over}change/", sent).status_code == 302
    assert "was changed after you opened it" in client.post(f"{over}change/", sent | {"name": "Stale"}).content.decode()
    client.post(f"{over}leave/")
    assert "Start a world" in client.get(over).content.decode()


def test_a_code_beyond_the_last_is_refused_on_the_page_and_expired_ones_are_not_counted(
    client, gm, membership, campaign
):
    actions.start_world(membership=membership, name="The Marches")
    client.force_login(gm)
    here = f"/campaigns/{campaign.pk}/shared-world/"
    for _ in range(actions.MOST_INVITATIONS):
        actions.invite(membership=membership)
    assert "Revoke 20 open codes" in client.get(here).content.decode()
    answer = client.post(f"{here}invite/")
    assert answer.status_code == 200
    assert "There are already 20 open codes." in answer.content.decode()
    assert WorldInvitation.objects.count() == 20
    late = WorldInvitation.objects.order_by("pk")[:19].values_list("pk", flat=True)
    WorldInvitation.objects.filter(pk__in=list(late)).update(expires=timezone.now())
    assert "Revoke 1 open code<" in client.get(here).content.decode()
    assert "Code for one other campaign" in client.post(f"{here}invite/").content.decode()


def test_an_edit_conflict_of_a_world_keeps_the_typed_name_and_shows_the_current_one(client, gm, membership, campaign):
    actions.start_world(membership=membership, name="The Marches")
    client.force_login(gm)
    here = f"/campaigns/{campaign.pk}/shared-world/"

    def revision(page):
        return page.partition('name="revision" value="')[2].partition('"')[0]

    seen = revision(client.get(here).content.decode())
    actions.change_world(membership=membership, revision=None, name="The Fens")
    page = client.post(f"{here}change/", {"name": "The Moors", "revision": seen}).content.decode()
    assert 'value="The Moors"' in page
    assert "The Fens" in page.split("Current version")[-1]
    assert client.post(f"{here}change/", {"name": "The Moors", "revision": revision(page)}).status_code == 302
    assert "The Moors" in client.get(here).content.decode()
