"""The pages of people and story: each renders for every role, at a count of queries that no rows raise."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from tests import factories

# Address -> how many queries at most, session and person included.
PAGES = {
    "/": 12,  # places, dates and characters that are offered among them
    "/me/": 2,
    "/me/tokens/": 4,
    "/campaigns/new/": 2,
    "/campaigns/new/?system=fifty-two-fates": 2,
    "/campaigns/{campaign}/": 16,
    "/campaigns/{campaign}/options/": 5,
    "/campaigns/{campaign}/house-rules/": 7,
    "/campaigns/{campaign}/members/": 10,  # sessions for guests, and the guests among the members
    "/campaigns/{campaign}/leave/": 7,  # for a GM also what ends: links, codes and webhooks
    "/campaigns/{campaign}/sessions/": 5,
    "/campaigns/{campaign}/log/": 10,
    "/campaigns/{campaign}/log/?text=otto&kind=note": 14,  # PostgreSQL looks twice
    "/campaigns/{campaign}/log/?text=otto": 15,
    "/campaigns/{campaign}/world/": 11,  # tags, place, threads, their steps and the journal at a glance
    "/campaigns/{campaign}/world/journal/": 6,
    "/campaigns/{campaign}/plots/": 18,
    "/sessions/{session}/": 19,  # proposed dates, stand-ins and guests among them
    "/sessions/{session}/recap/": 15,
    "/about/": 2,
}
GM_PAGES = {
    "/campaigns/{campaign}/archive/": 5,
    "/campaigns/{campaign}/sessions/new/": 5,
    "/sessions/{session}/edit/": 6,
    "/sessions/{session}/attendance/": 9,
}
PLAYER_PAGES = {"/campaigns/{campaign}/checks/new/": 7}


@pytest.fixture
def ids(campaign, gm, ana):
    grow(campaign, ana, 1)
    session = campaign.sessions.first()
    return {"campaign": campaign.pk, "session": session.pk}


def grow(campaign, ana, count):
    """More of everything that pages list."""
    start = campaign.sessions.count()
    for n in range(start + 1, start + 1 + count):
        session = Session.objects.create(
            campaign=campaign, number=n, starts=timezone.now() + timedelta(days=n), notes="*n*"
        )
        member = factories.MemberFactory(campaign=campaign)
        session.attendance.add(member)
        hero = factories.CharacterFactory(campaign=campaign, owner=ana)
        factories.CharacterFactory(campaign=campaign, owner=member.user)
        campaign.invitations.create(role="player", uses_left=1, expires=timezone.now() + timedelta(days=1))
        encounter = Encounter.objects.create(campaign=campaign, title=f"Fight {n}", status="running", session=session)
        line = LogEntry.objects.create(
            campaign=campaign,
            text="Otto [fled](/x).",
            session=session,
            character=hero,
            encounter=encounter,
            by=ana,
        )
        LogEntry.objects.create(campaign=campaign, kind="correction", text="Otto stayed.", corrects=line, by=ana)
        LogEntry.objects.create(campaign=campaign, kind="check", text="7D.", rules=["F52-03"], session=session)
        other = factories.CampaignFactory()
        factories.MemberFactory(campaign=other, user=ana)
        ana.auth_token_set.create(user=ana, name=f"token {n}", campaign=other)


@pytest.mark.parametrize("who", ["gm", "ana", "watcher"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_renders_for_every_member(client, request, django_assert_max_num_queries, ids, page, who):
    client.force_login(request.getfixturevalue(who))
    with django_assert_max_num_queries(PAGES[page]):
        answer = client.get(page.format(**ids))
    assert answer.status_code == 200


@pytest.mark.parametrize("page", GM_PAGES)
def test_every_page_of_the_gm_renders(client, django_assert_max_num_queries, gm, ids, page):
    client.force_login(gm)
    with django_assert_max_num_queries(GM_PAGES[page]):
        answer = client.get(page.format(**ids))
    assert answer.status_code == 200


@pytest.mark.parametrize("who", ["gm", "ana"])
@pytest.mark.parametrize("page", PLAYER_PAGES)
def test_every_page_of_players_renders(client, request, django_assert_max_num_queries, ids, page, who):
    client.force_login(request.getfixturevalue(who))
    with django_assert_max_num_queries(PLAYER_PAGES[page]):
        answer = client.get(page.format(**ids))
    assert answer.status_code == 200


@pytest.mark.parametrize("who", ["gm", "ana"])
@pytest.mark.parametrize("page", [*PAGES, *PLAYER_PAGES])
def test_more_rows_make_no_more_queries(client, request, django_assert_max_num_queries, campaign, ana, ids, page, who):
    client.force_login(request.getfixturevalue(who))
    address = page.format(**ids)
    with django_assert_max_num_queries(99) as few:
        client.get(address)
    grow(campaign, ana, 4)
    with django_assert_max_num_queries(len(few)):
        assert client.get(address).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/", "/about/", "/accounts/login/", "/accounts/signup/"])
def test_pages_for_everybody_ask_the_database_nothing(client, django_assert_num_queries, page):
    with django_assert_num_queries(0):
        assert client.get(page).status_code == 200


def test_the_front_door_names_the_four_games(client, db):
    page = client.get("/").content.decode()
    for game in ("52 Fates", "A Game of Bastards", "Fortune and Power", "Fortune System"):
        assert game in page


def test_the_about_page_credits_the_games_and_the_privacy_page_says_what_is_kept(client, db):
    page = client.get("/about/").content.decode()
    for words in ("Dice Pencil &amp; Paper", "CC BY-SA 3.0", "seedrpg.wikidot.com"):
        assert words in page
    assert "trackers" in client.get("/privacy/").content.decode()


def test_a_running_table_leads_home_and_overview(client, ids, campaign, ana):
    client.force_login(ana)
    for address in ("/", f"/campaigns/{campaign.pk}/"):
        assert b"Join the table" in client.get(address).content


def test_an_archived_campaign_is_off_the_home_page_but_readable(client, ids, campaign, ana):
    campaign.archived = timezone.now()
    campaign.save()
    client.force_login(ana)
    assert b"Join the table" not in client.get("/").content
    assert b"was archived on" in client.get(f"/campaigns/{campaign.pk}/").content
