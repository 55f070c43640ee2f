"""Shared worlds over the API."""

import pytest

from campaigns.world.shared_worlds import actions
from campaigns.world.shared_worlds.models import SharedPage, WorldInvitation
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def here(campaign):
    return f"campaigns/{campaign.pk}/shared-world/"


@pytest.fixture
def over(coast):
    return f"campaigns/{coast.pk}/shared-world/"


def test_scripts_share_a_world_from_the_start_to_the_end(gm, bea, here, over, write, coast, there):
    mine, theirs = Caller(gm), Caller(bea)
    refused(mine.get(here), 404)
    ok(mine.post(here, {"name": "The Marches"}), 201)
    code = ok(mine.post(f"{here}invite/"), 201)["code"]
    told = ok(theirs.post(f"{over}join/", {"code": code}), 201)
    assert [campaign["own"] for campaign in told["campaigns"]] == [True, False]
    refused(theirs.post(f"{over}join/", {"code": code}), 422)
    row = write("The ford", "Shallow.\n\n:::secret\nA body.\n:::")
    refused(mine.post(f"world/{row.pk}/shared-world/"), 428)
    shared = ok(mine.post(f"world/{row.pk}/shared-world/", {"revision": 1}))
    assert (shared["text"], shared["entry"], shared["edition"]) == ("Shallow.", row.pk, 1)
    (listed,) = ok(theirs.get(f"{over}pages/?text=FORD"))["results"]
    assert (listed["origin"], listed["entry"], listed["taken"]) == (row.campaign.name, None, None)
    assert ok(theirs.get(f"{over}pages/?kind=location"))["results"] == []
    taken = ok(theirs.post(f"{over}pages/{listed['id']}/take/"), 201)
    assert (taken["campaign"], taken["text"]) == (coast.pk, "Shallow.")
    ok(mine.patch(f"world/{row.pk}/", {"text": "Deep."}))
    ok(mine.post(f"world/{row.pk}/shared-world/", {}, If_Match="*"))
    news = ok(theirs.get(f"world/{taken['id']}/shared-world/changes/"))
    assert (news["text"], news["conflicts"], news["edition"]) == ("Deep.", [], 2)
    body = {"edition": 2, "revision": news["revision"]}
    assert ok(theirs.post(f"world/{taken['id']}/shared-world/changes/", body))["text"] == "Deep."
    refused(theirs.post(f"world/{taken['id']}/shared-world/withdraw/"), 403)
    assert mine.post(f"world/{row.pk}/shared-world/withdraw/").status_code == 204
    refused(theirs.get(f"{over}pages/{listed['id']}/"), 404)
    assert theirs.post(f"{over}leave/").status_code == 204
    refused(theirs.get(over), 404)


def test_players_get_open_campaigns_only_and_nothing_for_gms(world, ana, here, there, coast):
    player = Caller(ana)
    refused(player.get(here), 404)
    actions.change_world(membership=there, revision=None, open_to_players=True)
    factories.CharacterFactory(campaign=coast, name="Ada")
    told = ok(player.get(here))
    _own, other = told["campaigns"]
    assert (other["name"], other["party"], other["gms"], other["sessions"]) == ("Iron Coast", ["Ada"], None, None)
    assert told["open_to_players"] is None
    for path in ("pages/", "pages/1/"):
        refused(player.get(f"{here}{path}"), 403)


def test_a_token_needs_the_scope_of_the_world(world, gm, here):
    refused(Caller(gm, scopes=["log:read"]).get(here), 403)
    ok(Caller(gm, scopes=["world:read"]).get(here))


def test_another_worlds_pages_are_not_found(world, gm, here, share, write, membership):
    share(write("The ford", "x"))
    stranger = factories.MemberFactory(role="gm")
    at = f"campaigns/{stranger.campaign_id}/shared-world/"
    script = Caller(stranger.user)
    page = SharedPage.objects.get().pk
    refused(script.get(f"{at}pages/{page}/"), 404)
    ok(script.post(at, {"name": "Elsewhere"}), 201)
    for answer in (
        script.get(f"{at}pages/{page}/"),
        script.post(f"{at}pages/{page}/take/"),
        script.post(f"{at}tables/{membership.campaign.world_table.pk}/calendar/"),
        script.get(here),
    ):
        refused(answer, 404)
    assert ok(script.get(f"{at}pages/"))["results"] == []


def test_a_repeated_removal_of_a_code_leaves_a_newer_one(world, gm, here):
    script = Caller(gm)
    first = ok(script.post(f"{here}invite/"), 201)["id"]
    assert script.delete(f"{here}invite/?id={first}").status_code == 204
    newer = ok(script.post(f"{here}invite/"), 201)["id"]
    assert script.delete(f"{here}invite/?id={first}").status_code == 204
    assert [row.pk for row in WorldInvitation.objects.all()] == [newer]
    assert script.delete(f"{here}invite/").status_code == 204
    assert not WorldInvitation.objects.exists()


def test_a_code_is_taken_back_by_its_own_campaign_alone(world, gm, bea, here, over):
    made = ok(Caller(gm).post(f"{here}invite/"), 201)["id"]
    assert Caller(bea).delete(f"{over}invite/?id={made}").status_code == 204
    refused(Caller(gm).delete(f"{here}invite/?id=none"), 400)
    assert WorldInvitation.objects.filter(pk=made).exists()
