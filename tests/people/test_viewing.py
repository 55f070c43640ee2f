"""A GM views a campaign as another member, on page after page, until the GM ends it."""

import re

import pytest

from campaigns.encounters import actions as encounter_actions
from campaigns.log import actions as log_actions
from campaigns.overview.members import actions as member_actions
from campaigns.world import actions as world_actions
from campaigns.world import reveals
from people.models import Role
from tests import factories
from tests.people.helpers import place

PAGES = ("", "world/", "world/journal/", "sessions/", "log/", "search/?text=canary", "plots/")


@pytest.fixture
def told(campaign, gm):
    """A log and a world with lines that are the GM's, and one page that only Ben may read."""
    membership = place(campaign, gm)
    log_actions.add_note(membership=membership, text="The canary sings at night.", audience="gm")
    log_actions.add_note(membership=membership, text="Everyone heard the canary.", audience="all")
    world_actions.create_entry(membership=membership, kind="note", name="The canary's owner")
    return campaign


@pytest.fixture
def view_as(client, gm):
    """The GM's browser, which views the campaign as a person from now on."""

    def start(person, campaign):
        client.force_login(gm)
        return client.post(f"/members/{place(campaign, person).pk}/view/")

    return start


def text_of(client, address):
    """The main part of a page, without the notice of the view and what names its reader."""
    page = client.get(address)
    assert page.status_code == 200, address
    return page.content.decode().split("<h1>", 1)[1].split("</main>")[0]


def cards_on(page):
    """The pictures of cards on a page, backs included."""
    return re.findall(r"cards\.svg#(\w+)", page.content.decode())


def test_the_view_stays_on_every_page_until_it_is_ended(client, told, view_as, gm, ben):
    view_as(ben, told)
    for page in PAGES:
        shown = client.get(f"/campaigns/{told.pk}/{page}").content.decode()
        assert "You are viewing this campaign as <strong>ben</strong>" in shown, page
        assert "sings at night" not in shown, page
        assert "owner" not in shown, page
    saved = b"".join(client.get(f"/campaigns/{told.pk}/log/export/markdown/").streaming_content).decode()
    assert "Everyone heard the canary" in saved
    assert "sings at night" not in saved
    ended = client.post(f"/campaigns/{told.pk}/view/end/", {"next": f"/campaigns/{told.pk}/log/?kind=note"})
    assert ended["Location"] == f"/campaigns/{told.pk}/log/?kind=note"
    shown = client.get(f"/campaigns/{told.pk}/log/").content.decode()
    assert "sings at night" in shown
    assert "You are viewing" not in shown


def test_the_gm_reads_exactly_what_the_member_reads(client, told, view_as, gm, ben, watcher):
    entry = world_actions.create_entry(membership=place(told, gm), kind="handout", name="A letter to Ben")
    reveals.show_entry(membership=place(told, gm), entry=entry, members=[place(told, ben)])
    for person in (ben, watcher):
        for page in ("", "world/", "world/journal/", "sessions/", "search/?text=letter", "plots/"):
            client.force_login(person)
            theirs = text_of(client, f"/campaigns/{told.pk}/{page}")
            view_as(person, told)
            shown = text_of(client, f"/campaigns/{told.pk}/{page}")
            assert ("A letter to Ben" in shown) == ("A letter to Ben" in theirs), page
            assert "owner" not in shown, page


def test_the_view_of_one_campaign_leaves_the_others_alone(client, told, view_as, gm, ben):
    other = factories.CampaignFactory(name="Elsewhere")
    factories.MemberFactory(campaign=other, user=gm, role=Role.GM)
    view_as(ben, told)
    assert "You are viewing" not in client.get(f"/campaigns/{other.pk}/").content.decode()


def test_nothing_is_written_on_a_page_that_shows_the_view_of_another(client, told, view_as, gm, ben):
    view_as(ben, told)
    page = client.get(f"/campaigns/{told.pk}/log/").content.decode()
    assert "Add a note" not in page
    assert ">Correct<" not in page
    refused = client.post(f"/campaigns/{told.pk}/log/", {"text": "As Ben", "audience": "all"})
    assert refused.status_code == 403
    assert b"viewing the campaign as ben" in refused.content
    assert not told.log.filter(text="As Ben").exists()


def test_pages_without_that_view_say_that_they_show_ones_own(client, told, view_as, ben):
    view_as(ben, told)
    page = client.get(f"/campaigns/{told.pk}/members/").content.decode()
    assert "this page always shows your own view" in page
    assert "Invitation links" in page


def test_a_page_that_the_member_may_not_read_offers_the_way_back(client, told, view_as, gm, ben):
    hidden = told.world.get(name="The canary's owner")
    view_as(ben, told)
    answer = client.get(f"/world/{hidden.pk}/")
    assert answer.status_code == 404
    assert b"Back to my own view" in answer.content
    client.post(f"/campaigns/{told.pk}/view/end/", {"next": f"/world/{hidden.pk}/"})
    assert client.get(f"/world/{hidden.pk}/").status_code == 200


def test_a_running_table_keeps_ones_own_view_so_that_no_hand_is_read(client, told, view_as, gm, ben):
    membership = place(told, gm)
    encounter = encounter_actions.create(membership=membership, title="Ambush")
    bo = factories.CharacterFactory(campaign=told, owner=ben, name="Bo")
    encounter_actions.add_characters(membership=membership, encounter=encounter, characters=[bo])
    bandit = factories.MonsterFactory(name="Bandit")
    encounter_actions.add_monsters(membership=membership, encounter=encounter, monster=bandit, count=1)
    encounter_actions.start(membership=membership, encounter=encounter, seed=1)
    client.force_login(gm)
    own = cards_on(client.get(f"/encounters/{encounter.pk}/table/"))
    view_as(ben, told)
    assert cards_on(client.get(f"/encounters/{encounter.pk}/table/")) == own
    client.force_login(ben)
    assert cards_on(client.get(f"/encounters/{encounter.pk}/table/")) != own
    view_as(ben, told)
    assert "this page always shows your own view" in client.get(f"/encounters/{encounter.pk}/").content.decode()


def test_only_gms_start_a_view(client, told, ana, ben):
    client.force_login(ana)
    assert client.post(f"/members/{place(told, ben).pk}/view/").status_code == 403
    assert "sings at night" not in client.get(f"/campaigns/{told.pk}/log/").content.decode()


def test_a_view_gives_no_rights_after_the_gm_became_a_player(client, told, view_as, gm, ana, ben):
    handed_out = world_actions.create_entry(membership=place(told, gm), kind="handout", name="Only for Ben")
    reveals.show_entry(membership=place(told, gm), entry=handed_out, members=[place(told, ben)])
    view_as(ben, told)
    member_actions.change_role(membership=place(told, gm), member=place(told, ana), role=Role.GM)
    member_actions.change_role(membership=place(told, ana), member=place(told, gm), role=Role.PLAYER)
    assert "Only for Ben" not in client.get(f"/campaigns/{told.pk}/world/").content.decode()


def test_the_view_ends_when_the_member_leaves(client, told, view_as, gm, ben):
    view_as(ben, told)
    member_actions.leave_campaign(membership=place(told, ben))
    assert "sings at night" in client.get(f"/campaigns/{told.pk}/log/").content.decode()


@pytest.mark.parametrize("address", ["https://example.org/", "//example.org/", "javascript:alert(1)"])
def test_the_way_back_never_leads_off_the_site(client, told, view_as, ben, address):
    view_as(ben, told)
    ended = client.post(f"/campaigns/{told.pk}/view/end/", {"next": address})
    assert ended["Location"] == f"/campaigns/{told.pk}/"
