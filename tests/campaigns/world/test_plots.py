"""Plots: figures that add up, drawn without style or script, and nothing in them that the reader may not know."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.overview.statistics import charts, queries
from campaigns.sessions.models import Session
from characters.experience import actions
from rules import play
from tests import factories


@pytest.fixture
def mara(campaign, ana):
    return factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara & <Co>")


def check(campaign, character, success, difficulty=7, by=None, **more):
    data = {"kind": "skill-check", "inputs": {"difficulty": difficulty}, "result": {"success": success}}
    return LogEntry.objects.create(
        campaign=campaign, kind="check", text="x", character=character, data=data, by=by, **more
    )


def test_earned_is_the_sum_of_what_stands_with_the_level_of_the_day(membership, campaign, mara):
    for days in range(7):
        entry = actions.award_experience(character=mara, amount=1, reason="r", by=membership.user)
        type(entry).objects.filter(pk=entry.pk).update(created=datetime(2026, 1, 1 + days, tzinfo=UTC))
    (first,) = queries.get_statistics(membership).progress
    assert first.points[0] == (date(2026, 1, 1), 1, 1)
    assert first.points[-1] == (date(2026, 1, 7), 7, 2)
    last = mara.experience.order_by("-pk").first()
    actions.take_back(entry=last, by=membership.user, reason="r")
    assert queries.get_statistics(membership).progress[0].points[-1][1] == 6


def test_a_wound_or_a_sheet_of_today_erases_no_past_level(membership, mara):
    for day, amount in ((1, 1), (8, 51)):
        entry = actions.award_experience(character=mara, amount=amount, reason="r", by=membership.user)
        type(entry).objects.filter(pk=entry.pk).update(created=datetime(2026, 1, day, tzinfo=UTC))
    mara.refresh_from_db()
    mara.sheet = mara.sheet | {"hp": 12}
    mara.save()
    (first,) = queries.get_statistics(membership).progress
    assert first.points == [(date(2026, 1, 1), 1, 1), (date(2026, 1, 8), 52, 11)]


def test_levels_that_are_awarded_as_such_count_and_experience_beyond_the_highest_has_no_level(gm):
    campaign = factories.CampaignFactory(system="fortune-system")
    hero = factories.CharacterFactory(campaign=campaign, sheet=play.new_sheet("fortune-system"))
    awards = [(1, 100, "xp"), (1, 1, "levels"), (2, 2, "levels"), (3, 50, "xp"), (4, 9999, "xp")]
    for day, amount, unit in awards:
        entry = actions.add_entry(hero, "award", amount, "r", gm, unit=unit)
        type(entry).objects.filter(pk=entry.pk).update(created=datetime(2026, 1, day, tzinfo=UTC))
    (first,) = queries.progress_of(campaign.system, [hero])
    assert [point[1:] for point in first.points] == [(100, 3), (100, 5), (150, 5), (10149, None)]
    assert first.levels


def test_many_days_become_few_points_with_the_last_among_them(db):
    character = factories.CharacterFactory()
    sums = [(date(2026, 1, 1) + timedelta(days=n), {"encounters": n}) for n in range(500)]
    kept = queries._level_points(character, "encounters", sums)
    assert len(kept) <= queries.POINTS
    assert (kept[0][1], kept[-1][1]) == (0, 499)


def test_checks_are_counted_against_their_own_chances(membership, campaign, mara):
    chance = play.chance("fifty-two-fates", "skill-check", {"difficulty": 7})["chance"]
    for said in (True, True, False, True, True):
        check(campaign, mara, said)
    LogEntry.objects.create(campaign=campaign, kind="check", text="x", data={"kind": "level", "inputs": {}})
    told = queries.get_statistics(membership)
    (first,) = told.people
    assert (first.name, first.checks, first.succeeded) == (mara.name, 5, 4)
    assert first.expected == pytest.approx(5 * chance)
    assert first.spread == pytest.approx((5 * chance * (1 - chance)) ** 0.5)
    assert (told.counted, told.unknown) == (5, 1)


@pytest.mark.parametrize(
    ("checks", "succeeded", "expected", "spread", "words"),
    [
        (3, 3, 1, 0.5, "too few"),
        (20, 10, 10, 2, "as expected"),
        (20, 13, 10, 2, "a little more"),
        (20, 7, 10, 2, "a little less"),
        (20, 16, 10, 2, "a lucky streak"),
        (20, 4, 10, 2, "an unlucky streak"),
        (6, 6, 6, 0, "as expected"),
    ],
)
def test_the_words_are_calm(checks, succeeded, expected, spread, words):
    assert queries.CheckLuck("x", checks, succeeded, expected, spread).words.startswith(words)


def test_outcomes_and_attendance_are_counted(membership, campaign, ana, seat):
    ends = ("The bell is silent.", "They flee at dawn.", "other", "")
    for outcome in ("victory", "victory", "defeat", *ends):
        Encounter.objects.create(campaign=campaign, title="x", status="ended", outcome=outcome)
    Encounter.objects.create(campaign=campaign, title="x", status="running")
    for number in (1, 2):
        row = Session.objects.create(
            campaign=campaign, number=number, status="held", starts=timezone.now() + timedelta(hours=number)
        )
        row.attendance.add(membership)
    row.attendance.add(seat(ana))
    told = queries.get_statistics(membership)
    assert told.outcomes == [("won", 2), ("lost", 1), ("another end", 4)]
    assert ("gm", 2, 2) in told.attendance
    assert ("ana", 1, 2) in told.attendance
    assert [n for _name, n in told.attendees] == [1, 2]


def test_players_count_only_what_they_may_read(membership, campaign, seat, ana, mara):
    spy = factories.CharacterFactory(campaign=campaign, kind="npc", name="CANARY", visible=False)
    check(campaign, spy, True, by=membership.user)
    check(campaign, mara, True, audience="gm")
    assert queries.get_statistics(membership).counted == 2
    told = queries.get_statistics(seat(ana))
    assert [person.name for person in told.people] == ["gm"], "an unknown NPC is shown as the person who rolled for it"
    campaign.open_sheets = False
    campaign.save()
    factories.CharacterFactory(campaign=campaign, owner=membership.user, name="Closed")
    assert [row.character.name for row in queries.get_statistics(seat(ana)).progress] == [mara.name]


def test_charts_are_drawn_without_style_script_or_colour_and_escape_names():
    drawn = charts.bar_chart("t", [("<b>&\x00", 3), ("x" * 40, 1.5), ("x" * 40, 0)]) + charts.line_chart(
        "<i>", [(date(2026, 1, 1), 1), (date(2026, 2, 1), 3)]
    )
    assert "<b>" not in drawn
    assert "<i>" not in drawn
    assert "&lt;b&gt;&amp;" in drawn
    assert not re.search(r"<style|<script|style=|fill=|stroke=|\x00", drawn)
    assert "Unnamed" not in drawn
    assert len(re.findall(r"<rect", charts.bar_chart("t", [("a", 1), ("a", 2)]))) == 3
    assert charts.bar_chart("t", []) == charts.line_chart("t", []) == ""
    assert "<circle" in charts.line_chart("t", [(date(2026, 1, 1), 0)])


@pytest.mark.parametrize("who", ["gm", "ana", "watcher"])
def test_the_page_stands_at_a_constant_count_of_queries(
    client, request, django_assert_max_num_queries, membership, campaign, mara, who
):
    client.force_login(request.getfixturevalue(who))

    def grow(count):
        for _n in range(count):
            actions.award_experience(character=mara, amount=1, reason="r", by=membership.user)
            number = Session.objects.count() + 1
            row = Session.objects.create(campaign=campaign, number=number, status="held", starts=timezone.now())
            row.attendance.add(membership)
            check(campaign, mara, True, session=row)
            check(campaign, factories.CharacterFactory(campaign=campaign), False, session=row)
            Encounter.objects.create(campaign=campaign, title="x", status="ended", outcome=f"o{number}")

    grow(1)
    address = f"/campaigns/{campaign.pk}/plots/"
    with django_assert_max_num_queries(18) as few:
        page = client.get(address).content.decode()
    assert "Mara &amp; &lt;Co&gt;" in page
    assert "<svg" in page
    grow(5)
    with django_assert_max_num_queries(len(few)):
        assert client.get(address).status_code == 200


@pytest.mark.parametrize("system", ["fifty-two-fates", "game-of-bastards", "fortune-and-power", "fortune-system"])
def test_every_game_has_plots_and_recaps(client, gm, system):
    campaign = factories.CampaignFactory(system=system)
    factories.MemberFactory(campaign=campaign, user=gm, role="gm")
    session = Session.objects.create(campaign=campaign, number=1)
    LogEntry.objects.create(
        campaign=campaign, kind="check", text="x", data={"kind": "x", "inputs": {}}, session=session
    )
    client.force_login(gm)
    assert client.get(f"/campaigns/{campaign.pk}/plots/").status_code == 200
    assert client.get(f"/sessions/{session.pk}/recap/?for=gm").status_code == 200


def test_a_campaign_without_characters_tells_its_gm_so(client, gm, watcher, campaign):
    address = reverse("campaign-plots", args=[campaign.pk])
    client.force_login(gm)
    page = client.get(address).content.decode()
    assert "No characters yet." in page
    assert "You may not see any character sheet" not in page
    client.force_login(watcher)
    assert "You may not see any character sheet" in client.get(address).content.decode()
