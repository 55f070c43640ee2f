"""The log in groups by session, with the kinds told apart by mark, colour and word."""

import re
from xml.etree import ElementTree

import pytest
from django.conf import settings

from campaigns.log import queries, template_tags
from campaigns.log.models import LogEntry
from characters.sheets import status_actions
from tests import factories
from tests.people.helpers import place


@pytest.fixture
def log(client, campaign):
    def read(user):
        client.force_login(user)
        return client.get(f"/campaigns/{campaign.pk}/log/").content.decode()

    return read


def test_lines_stand_under_their_session_in_their_order(gm, campaign, log):
    first, second = (campaign.sessions.create(number=n, title=title) for n, title in ((1, "The <mill>"), (2, "")))
    for text, session in (("one", first), ("two", first), ("between", None), ("three", second)):
        LogEntry.objects.create(campaign=campaign, text=f"line {text}", session=session)
    page = log(gm)
    heads = re.findall(r"<h2>(.*?)</h2>", page, re.S)
    assert [re.sub(r"<[^>]+>|\s+", " ", head).strip() for head in heads] == [
        "2 · Session 2",
        "Outside sessions",
        "1 · The &lt;mill&gt;",
    ]
    places = [page.index(text) for text in ("Session 2</a>", "line three", "line between", "line two", "line one")]
    assert places[1:] == sorted(places[1:])


def test_an_entry_that_was_filed_later_stands_with_its_session(gm, campaign, log):
    first, second = (campaign.sessions.create(number=n) for n in (1, 2))
    for text, session in (("a", first), ("b", second), ("c", None), ("d", first), ("e", second), ("f", None)):
        LogEntry.objects.create(campaign=campaign, text=f"line {text}", session=session)
    heads = re.findall(r"<h2>(.*?)</h2>", log(gm), re.S)
    assert [re.sub(r"<[^>]+>|\s+", " ", head).strip() for head in heads] == [
        "Outside sessions",
        "2 · Session 2",
        "1 · Session 1",
        "Outside sessions",
    ]


@pytest.mark.parametrize(
    ("kind", "mark", "word"),
    [
        ("encounter", "fight", "encounter"),
        ("check", "roll", "check"),
        ("award", "award", "award"),
        ("note", "note", "note"),
        ("character", "person", "character"),
        ("campaign", "site", "campaign"),
    ],
)
def test_each_kind_has_a_mark_and_its_word(gm, campaign, log, kind, mark, word):
    LogEntry.objects.create(campaign=campaign, text="x", kind=kind)
    page = log(gm)
    assert f'class="log-{mark}"' in page
    assert f"log.svg#{mark}" in page
    assert f'<strong class="log-kind">{word}</strong>' in page


def test_a_death_is_told_apart_and_a_return_is_not(gm, campaign, log):
    hero = factories.CharacterFactory(campaign=campaign, name="Mara")
    status_actions.mark_dead(character=hero, by=gm, reason="fell")
    assert '<strong class="log-kind">death</strong>' in log(gm)
    status_actions.restore_character(character=hero, by=gm, reason="a miracle")
    assert log(gm).count("log.svg#death") == 1


def test_the_death_of_somebody_unknown_is_no_group_and_no_line_for_players(gm, ana, campaign, log):
    hidden = factories.CharacterFactory(campaign=campaign, kind="npc", visible=False, name="CANARY")
    status_actions.mark_dead(character=hidden, by=gm, reason="fell")
    page = log(ana)
    assert "CANARY" not in page
    assert "log.svg#" not in page
    assert "Outside sessions" not in page


def test_every_mark_is_drawn():
    drawn = ElementTree.parse(settings.BASE_DIR / "static/img/log.svg").getroot()
    assert {element.get("id") for element in drawn} == {*template_tags.MARKS.values(), "death", "site"}


def test_groups_ask_for_no_session_and_forget_no_line(gm, campaign, django_assert_num_queries):
    membership = place(campaign, gm)
    sessions = [campaign.sessions.create(number=number) for number in range(1, 4)]
    for number in range(12):
        LogEntry.objects.create(campaign=campaign, text=str(number), session=(*sessions, None)[number % 4])
    offered, page = queries.filter_choices(membership), queries.log_page(membership)
    with django_assert_num_queries(0):
        groups = queries.group_by_session(page.entries, offered.sessions)
    assert sorted(line.pk for group in groups for line in group.entries) == sorted(line.pk for line in page.entries)
    for group in groups:
        assert [line.pk for line in group.entries] == sorted((line.pk for line in group.entries), reverse=True)
