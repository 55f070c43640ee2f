"""Ties of shared pages: they arrive with both ends, for GMs only, and no secret tie leaves its campaign."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.world import actions as world_actions
from campaigns.world.access import visible_ties
from campaigns.world.shared_worlds import actions, npc_actions, page_actions
from campaigns.world.shared_worlds.models import SharedEdition, SharedPageCopy
from campaigns.world.shared_worlds.sharing import SeenEdition
from campaigns.world.shared_worlds.ties import drafts
from campaigns.world.shared_worlds.ties.models import SharedTie
from campaigns.world.ties.actions import change_tie, create_tie, remove_tie
from campaigns.world.ties.models import Tie
from characters.sheets.actions import edit_character
from people.access import get_membership
from tests import factories
from tests.site.api.conftest import Caller, ok

pytestmark = pytest.mark.django_db


@pytest.fixture
def tie(membership):
    """Ties two things of the Salt Road together, for everyone there."""

    def tied(start, end, words="ally of", **more):
        fields = {"visibility": "party"} | more
        return create_tie(membership=membership, start=start, end=end, words=words, **fields)

    return tied


@pytest.fixture
def ford(write):
    return write("The ford", "A ford.")


@pytest.fixture
def mill(write):
    return write("The mill", "A mill.")


@pytest.fixture
def coast_ties(coast):
    """The ties of the Iron Coast as texts: start, words, end, since, until."""

    def found():
        rows = Tie.objects.filter(campaign=coast, removed__isnull=True).order_by("pk")
        return [(str(row.start), row.words, str(row.end), row.since, row.until, row.visibility) for row in rows]

    return found


@pytest.fixture
def both(share, take, tie, ford, mill):
    """The tie of two pages that both campaigns have, and the copies of the pages."""
    row = tie(ford, mill, since="312")
    pages = share(ford), share(mill)
    return row, *(take(page) for page in pages)


def catch_up(member, row):
    row.refresh_from_db()
    number = SharedPageCopy.objects.get(entry=row).page.number
    seen = SeenEdition(revision=row.revision, number=number)
    return page_actions.take_changes(membership=member, entry=row, seen=seen)


def test_a_tie_waits_until_the_other_campaign_has_both_ends(share, take, tie, ford, mill, coast_ties):
    tie(ford, mill, since="312", until="long ago")
    first, second = share(ford), share(mill)
    assert SharedEdition.objects.get(page=first).ties == [], "the other end was not shared yet"
    take(first)
    assert coast_ties() == []
    take(second)
    assert coast_ties() == [("The ford", "ally of", "The mill", "312", "long ago", "gm")]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_order_in_which_the_ends_are_taken_does_not_matter(share, take, tie, ford, mill, coast_ties, order):
    tie(ford, mill)
    pages = share(ford), share(mill)
    for place in order:
        take(pages[place])
    assert [row[:3] for row in coast_ties()] == [("The ford", "ally of", "The mill")]


def test_a_tie_to_an_npc_arrives_with_the_npc(
    share, take, share_npc, take_npc, tie, mill, otto, coast_ties, cleo, coast
):
    tie(otto, mill, "", kind="lives")
    taken = take(share(mill))
    npc = take_npc(share_npc(otto))
    assert coast_ties() == [("Otto", "lives in", "The mill", "", "", "gm")]
    made = Tie.objects.get(campaign=coast)
    assert (made.from_person, made.to_page, made.back) == (npc, taken, "home of")
    assert not visible_ties(get_membership(cleo, coast.pk)).exists()


def test_secret_ties_are_in_no_edition(share, take, tie, ford, mill, coast_ties, seat, ana, campaign):
    tie(ford, mill, "hides the gold of", visibility="gm")
    tie(ford, mill, "haunted by", visibility="chosen", players=[seat(ana)])
    create_tie(
        membership=seat(ana), start=factories.CharacterFactory(campaign=campaign, owner=ana), end=ford, words="x"
    )
    share(ford)
    take(share(mill, gm_part=True))
    share(ford)
    assert coast_ties() == []
    for edition in SharedEdition.objects.all():
        assert edition.ties == []
    assert not SharedTie.objects.exists()


def test_a_secret_tie_needs_the_gm_part_of_both_ends(share, take, tie, ford, mill, coast_ties, coast, cleo):
    tie(ford, mill, "hides the gold of", visibility="gm")
    first, second = share(ford, gm_part=True), share(mill, gm_part=True)
    take(first)
    take(second)
    assert coast_ties() == [("The ford", "hides the gold of", "The mill", "", "", "gm")]
    assert not visible_ties(get_membership(cleo, coast.pk)).exists()


def test_a_tie_made_later_and_its_changes_arrive_with_the_changes_of_a_page(
    share, take, tie, ford, mill, membership, there, coast_ties
):
    here, other = take(share(ford)), take(share(mill))
    row = tie(ford, mill)
    assert share(ford).number == 2
    assert share(ford).number == 2, "nothing new"
    assert coast_ties() == []
    catch_up(there, here)
    assert coast_ties() == [("The ford", "ally of", "The mill", "", "", "gm")]
    change_tie(membership=membership, tie=row, revision=None, words="enemy of", back="enemy of", since="313")
    share(mill)
    catch_up(there, other)
    assert coast_ties() == [("The ford", "enemy of", "The mill", "313", "", "gm")]
    share(ford)
    with pytest.raises(ValidationError, match="already has all"):
        catch_up(there, here)


def test_ties_that_a_campaign_changed_or_removed_stay_so(both, share, ford, membership, there, coast, coast_ties):
    row, here, _other = both
    mine = Tie.objects.get(campaign=coast)
    change_tie(membership=there, tie=mine, revision=None, words="friend of", visibility="party")
    change_tie(membership=membership, tie=row, revision=None, words="enemy of", until="320")
    share(ford)
    catch_up(there, here)
    assert coast_ties() == [("The ford", "friend of", "The mill", "312", "320", "party")]
    remove_tie(membership=there, tie=mine)
    change_tie(membership=membership, tie=row, revision=None, until="321")
    share(ford)
    catch_up(there, here)
    assert coast_ties() == []


def test_a_campaign_that_took_a_tie_shares_its_changes_if_everyone_there_may_know_them(
    both, share, ford, membership, there, coast
):
    row, here, _other = both
    mine = Tie.objects.get(campaign=coast)
    change_tie(membership=there, tie=mine, revision=None, until="320")
    number = page_actions.share_entry(membership=there, entry=here, revision=None).number
    assert number == SharedPageCopy.objects.get(entry=ford).edition.number, "it is a secret there"
    change_tie(membership=there, tie=mine, revision=None, visibility="party")
    page_actions.share_entry(membership=there, entry=here, revision=None)
    with pytest.raises(ValidationError, match="Take over its changes first"):
        share(ford)
    catch_up(membership, ford)
    row.refresh_from_db()
    assert (row.until, row.visibility) == ("320", "party")


def test_changes_of_both_campaigns_to_one_tie_are_taken_over_first(both, share, ford, mill, membership, there, coast):
    row, here, _other = both
    mine = Tie.objects.get(campaign=coast)
    change_tie(membership=there, tie=mine, revision=None, until="320", visibility="party")
    page_actions.share_entry(membership=there, entry=here, revision=None)
    change_tie(membership=membership, tie=row, revision=None, since="313")
    with pytest.raises(ValidationError, match="Take over the changes of “The ford” first"):
        share(mill)
    catch_up(membership, ford)
    share(mill)
    row.refresh_from_db()
    assert (row.since, row.until) == ("313", "320")


@pytest.mark.parametrize("how", ["remove", "hide"])
def test_a_tie_that_was_taken_back_comes_to_nobody_else_and_stays_where_it_is(
    both, share, take, tie, ford, mill, membership, coast_ties, how, there
):
    row, here, _other = both
    if how == "remove":
        remove_tie(membership=membership, tie=row)
    else:
        change_tie(membership=membership, tie=row, revision=None, visibility="gm")
    share(ford)
    assert SharedTie.objects.get().removed is not None
    catch_up(there, here)
    assert len(coast_ties()) == 1
    third = factories.MemberFactory(campaign=factories.CampaignFactory(), role="gm")
    actions.join_world(membership=third, code=actions.invite(membership=membership))
    for copy in SharedPageCopy.objects.filter(campaign=membership.campaign_id):
        page_actions.take_page(membership=third, page=copy.page)
    assert not Tie.objects.filter(campaign=third.campaign).exists()
    if how == "hide":
        change_tie(membership=membership, tie=row, revision=None, visibility="party")
        share(ford)
        assert SharedTie.objects.get().removed is None


def test_a_tie_to_a_withdrawn_or_archived_page_does_not_arrive(share, take, tie, ford, mill, membership, there, coast):
    row = tie(ford, mill)
    first, second = share(ford), share(mill)
    taken = take(second)
    world_actions.archive_entry(membership=there, entry=taken)
    take(first)
    assert not Tie.objects.filter(campaign=coast).exists(), "this campaign archived the other end"
    change_tie(membership=membership, tie=row, revision=None, since="312")
    share(ford)
    assert len(SharedPageCopy.objects.get(entry=ford).edition.ties) == 1
    page_actions.withdraw_page(membership=membership, entry=mill)
    assert share(ford).number == 3
    assert SharedPageCopy.objects.get(entry=ford).edition.ties == []


def test_a_tie_that_the_campaign_wrote_itself_is_not_doubled(share, take, tie, ford, mill, there, coast_ties):
    here, other = take(share(ford)), take(share(mill))
    create_tie(membership=there, start=here, end=other, words="ally of", until="319", visibility="party")
    tie(ford, mill)
    share(ford)
    page_actions.share_entry(membership=there, entry=other, revision=None)
    catch_up(there, here)
    assert coast_ties() == [("The ford", "ally of", "The mill", "", "319", "party")]
    assert SharedTie.objects.count() == 1


def test_players_who_left_do_not_stop_changes_of_a_tie(both, share, ford, membership, there, coast, cleo):
    row, here, _other = both
    mine = Tie.objects.get(campaign=coast)
    seat = get_membership(cleo, coast.pk)
    change_tie(membership=there, tie=mine, revision=None, visibility="chosen", players=[seat])
    seat.left = seat.joined
    seat.save()
    change_tie(membership=membership, tie=row, revision=None, until="320")
    share(ford)
    catch_up(there, here)
    mine.refresh_from_db()
    assert (mine.until, mine.visibility) == ("320", "gm")


def test_a_campaign_that_left_keeps_its_ties_and_shares_them_no_more(both, membership, coast_ties, campaign):
    actions.leave_world(membership=membership)
    assert len(coast_ties()) == 1
    assert Tie.objects.filter(campaign=campaign, removed__isnull=True).count() == 1
    assert SharedTie.objects.get().removed is not None


def test_an_npc_that_changes_brings_its_new_ties(
    share, take, share_npc, take_npc, tie, mill, otto, there, gm, coast_ties
):
    take(share(mill))
    npc = take_npc(share_npc(otto))
    tie(otto, mill, "owner of")
    otto.refresh_from_db()
    edit_character(character=otto, by=gm, revision=otto.revision, changes={"about": "Another text."})
    share_npc(otto)
    seen = SeenEdition(revision=npc.revision, number=2)
    npc_actions.take_npc_changes(membership=there, npc=npc, seen=seen)
    assert [row[:3] for row in coast_ties()] == [("Otto", "owner of", "The mill")]


def test_the_pages_say_which_ties_travel_and_when(
    client, gm, bea, share, take, tie, ford, mill, membership, coast, there
):
    row = tie(ford, mill, since="312")
    tie(ford, mill, "hides the gold of", visibility="gm")
    second = share(mill)
    client.force_login(gm)
    page = client.get(f"/world/{ford.pk}/shared-world/").content.decode()
    assert "ally of The mill" in page
    assert "hides the gold of" not in page
    first = share(ford)
    client.force_login(bea)
    page = client.get(f"/campaigns/{coast.pk}/shared-world/pages/{first.pk}/").content.decode()
    assert "ally of The mill" in page
    assert "It is added once you have taken “The mill” too." in page
    here = take(first)
    take(second)
    change_tie(membership=membership, tie=row, revision=None, words="enemy of")
    share(ford)
    page = client.get(f"/world/{here.pk}/shared-world/changes/").content.decode()
    assert "enemy of The mill" in page
    assert "Your own changes to it stay" in page
    assert "Players of your campaign see this" not in page
    change_tie(membership=there, tie=Tie.objects.get(campaign=coast), revision=None, visibility="party")
    assert "Players of your campaign see this" in client.get(f"/world/{here.pk}/shared-world/changes/").content.decode()


def test_the_api_has_the_ties(gm, bea, share, take, tie, ford, mill, membership, coast):
    row = tie(ford, mill, since="312")
    share(mill)
    shared = ok(Caller(gm).post(f"world/{ford.pk}/shared-world/", {"revision": ford.revision}))
    assert [(tie_["name"], tie_["words"], tie_["since"], tie_["waits"]) for tie_ in shared["ties"]] == [
        ("The mill", "ally of", "312", False)
    ]
    there = f"campaigns/{coast.pk}/shared-world/pages/{shared['id']}/"
    assert ok(Caller(bea).get(there))["ties"][0]["waits"] is True
    here = take(SharedPageCopy.objects.get(entry=ford).page)
    assert ok(Caller(bea).get(f"world/{here.pk}/shared-world/changes/"))["ties"] == []
    change_tie(membership=membership, tie=row, revision=None, until="320")
    share(ford)
    changes = ok(Caller(bea).get(f"world/{here.pk}/shared-world/changes/"))["ties"]
    assert [(change["what"], change["tie"]["until"]) for change in changes] == [("new", "320")]


@pytest.mark.parametrize("again", [False, True])
def test_sharing_a_page_takes_few_statements_for_each_tie(share, tie, write, membership, again):
    def statements(count, name):
        page = write(name)
        for place in range(count):
            other = write(f"{name} {place}")
            share(other)
            row = tie(page, other)
            if again:
                share(page)
                change_tie(membership=membership, tie=row, revision=None, words="enemy of")
        with CaptureQueriesContext(connection) as found:
            share(page)
        return len(found)

    few, many = statements(1, "The ford"), statements(6, "The mill")
    assert many - few <= 3 * 5


def test_taking_a_page_takes_the_same_statements_for_any_number_of_ties(share, take, tie, write, coast):
    def statements(count, name):
        page = write(name)
        others = [write(f"{name} {place}") for place in range(count)]
        for other in others:
            tie(page, other)
            take(share(other))
        shared = share(page)
        with CaptureQueriesContext(connection) as found:
            take(shared)
        assert Tie.objects.filter(campaign=coast, from_page__name=name).count() == count
        return len(found)

    assert statements(1, "The ford") == statements(20, "The mill")


def test_taken_ties_have_a_history_with_the_gm_who_took_them(share, take, tie, ford, mill, coast, bea):
    tie(ford, mill)
    take(share(ford))
    take(share(mill))
    past = Tie.objects.get(campaign=coast).history.get()
    assert (past.history_type, past.history_user, past.history_change_reason) == ("+", bea, "written")


def test_two_ties_with_the_same_words_arrive_as_two(share, take, tie, ford, mill, coast_ties):
    tie(ford, mill)
    tie(ford, mill, since="312")
    take(share(ford))
    take(share(mill))
    assert [row[:4] for row in coast_ties()] == [
        ("The ford", "ally of", "The mill", ""),
        ("The ford", "ally of", "The mill", "312"),
    ]


def test_the_page_says_how_many_ties_are_left_out(client, gm, share, tie, ford, mill, monkeypatch):
    monkeypatch.setattr(drafts, "MOST_OF_A_PAGE", 2)
    client.force_login(gm)
    address = f"/world/{ford.pk}/shared-world/"
    share(mill)
    for words in ("ally of", "owner of"):
        tie(ford, mill, words)
    assert "not shared: this page shares" not in client.get(address).content.decode()
    tie(ford, mill, "enemy of")
    assert "1 more tie is not shared: this page shares 2 ties" in client.get(address).content.decode()
    share(ford)
    tie(ford, mill, "heir of")
    assert "2 more ties are not shared: this page shares 2 ties" in client.get(address).content.decode()
