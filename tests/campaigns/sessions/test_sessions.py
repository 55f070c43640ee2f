"""Sessions: planned with the next number, marked as played with the attendance."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from campaigns.log.calendar.actions import save_calendar
from campaigns.log.models import LogEntry
from campaigns.sessions import actions, queries
from campaigns.sessions.models import Session
from people.models import Member
from tests import factories
from tests.campaigns.calendar.conftest import TWELVE
from tests.people.helpers import forbidden, place
from tests.site.api.conftest import Caller


@pytest.fixture
def membership(gm, campaign):
    return place(campaign, gm)


def test_sessions_are_numbered_in_the_campaign(membership):
    factories.CampaignFactory()
    assert [actions.plan_session(membership=membership).number for _ in range(3)] == [1, 2, 3]


def test_attendance_is_noted_and_may_be_corrected(membership, campaign, ana, ben):
    session = actions.plan_session(membership=membership, title="The ford")
    actions.record_attendance(
        membership=membership, session=session, attendance=[place(campaign, ana), place(campaign, ben)]
    )
    session.refresh_from_db()
    assert session.status == "held"
    actions.record_attendance(membership=membership, session=session, attendance=[place(campaign, ana)])
    assert [member.user.username for member in session.attendance.all()] == ["ana"]
    actions.reopen_session(membership=membership, session=session)
    session.refresh_from_db()
    assert (session.status, session.attendance.count()) == ("planned", 1)


def test_an_old_campaign_shows_its_newest_sessions_and_leads_to_the_others_by_year(membership, client, gm):
    for number in range(1, 41):
        starts = datetime(2022 + number // 12, number % 12 + 1, 3, 19, tzinfo=UTC) if number > 2 else None
        Session.objects.create(campaign=membership.campaign, number=number, title=f"Night <{number}>", starts=starts)
    client.force_login(gm)

    def shown(asked=""):
        page = client.get(f"/campaigns/{membership.campaign_id}/sessions/", {"year": asked}).content.decode()
        return [n for n in range(40, 0, -1) if f"Night &lt;{n}&gt;" in page]

    assert shown() == shown("1066") == shown("x") == list(range(40, 10, -1))
    assert shown("2023") == list(range(23, 11, -1))
    assert shown("none") == [2, 1]
    assert [len(queries.list_sessions(membership).years), queries.list_sessions(membership).years[-1]] == [5, "none"]


def test_sessions_lead_to_those_before_and_after(membership):
    first, second, third = (actions.plan_session(membership=membership) for _ in range(3))
    here = queries.get_session_page(membership, second)
    assert (here.earlier, here.later) == (first, third)
    assert queries.get_session_page(membership, first).earlier is None
    assert queries.get_session_page(membership, third).later is None


def test_an_award_at_the_end_of_a_long_session_is_told(membership):
    session = actions.plan_session(membership=membership)
    LogEntry.objects.bulk_create(
        LogEntry(campaign=membership.campaign, session=session, kind="check", text=f"Check {n}") for n in range(120)
    )
    LogEntry.objects.create(campaign=membership.campaign, session=session, kind="award", text="Everyone: +1")
    page = queries.get_session_page(membership, session)
    assert [line.text for line in page.awards] == ["Everyone: +1"]
    assert (len(page.entries), len(page.checks), page.more) == (100, 100, True)


def test_nobody_of_another_campaign_came(membership):
    session = actions.plan_session(membership=membership)
    with pytest.raises(ValidationError, match="Only members"):
        actions.record_attendance(membership=membership, session=session, attendance=[factories.MemberFactory()])
    session.refresh_from_db()
    assert session.status == "planned"


def test_players_plan_nothing(campaign, ana, membership):
    session = actions.plan_session(membership=membership)
    for act in (
        lambda: actions.plan_session(membership=place(campaign, ana)),
        lambda: actions.change_session(membership=place(campaign, ana), session=session, title="mine"),
        lambda: actions.record_attendance(membership=place(campaign, ana), session=session, attendance=[]),
    ):
        with forbidden("Only the GM"):
            act()


def test_another_campaigns_gm_changes_nothing_here(membership):
    session = actions.plan_session(membership=membership)
    with forbidden("another campaign"):
        actions.change_session(membership=factories.MemberFactory(role="gm"), session=session, title="mine")


def test_an_unknown_field_is_refused(membership):
    with pytest.raises(ValidationError, match="no field number"):
        actions.change_session(membership=membership, session=actions.plan_session(membership=membership), number=9)


def test_gm_notes_are_on_no_players_page(client, membership, campaign, ana):
    session = actions.plan_session(membership=membership, notes="The **ford**.", gm_notes="Otto is the thief.")
    client.force_login(ana)
    page = client.get(f"/sessions/{session.pk}/").content.decode()
    assert "<strong>ford</strong>" in page
    assert "thief" not in page
    client.force_login(membership.user)
    assert "thief" in client.get(f"/sessions/{session.pk}/").content.decode()


def test_the_start_is_read_in_the_viewers_zone(client, membership, campaign):
    membership.user.zone = "Europe/Berlin"
    membership.user.save()
    client.force_login(membership.user)
    client.post(f"/campaigns/{campaign.pk}/sessions/new/", {"title": "Ford", "starts": "2026-12-01T19:30"})
    assert Session.objects.get().starts == datetime(2026, 12, 1, 18, 30, tzinfo=UTC)


def test_a_planned_session_is_edited_held_and_listed(client, membership, campaign, ana):
    client.force_login(membership.user)
    session = actions.plan_session(membership=membership, title="The ford")
    edited = client.post(f"/sessions/{session.pk}/edit/", {"title": "The bridge", "notes": "n", "revision": "1"})
    assert edited.headers["Location"] == f"/sessions/{session.pk}/"
    client.post(f"/sessions/{session.pk}/attendance/", {"attendance": [place(campaign, ana).pk], "revision": "2"})
    assert b"played, 1 attended" in client.get(f"/campaigns/{campaign.pk}/sessions/").content
    assert b"The bridge" in client.get(f"/sessions/{session.pk}/").content


def test_the_second_of_two_gms_sees_the_reminder_that_the_first_one_chose(client, membership):
    session = actions.plan_session(membership=membership, title="The ford")
    actions.change_session(membership=membership, session=session, remind_hours=168)
    client.force_login(membership.user)
    posted = {"title": "The bridge", "remind_hours": "24", "revision": "1"}
    page = client.post(f"/sessions/{session.pk}/edit/", posted).content.decode()
    assert "Reminder: a week before" in page.partition('class="panel theirs"')[2]


def test_a_form_of_a_session_that_is_sent_twice_is_saved_and_another_text_is_compared(client, membership):
    session = actions.plan_session(membership=membership, title="The ford")
    client.force_login(membership.user)
    address, posted = (
        f"/sessions/{session.pk}/edit/",
        {"title": "The ford", "notes": "One.\r\nTwo.\r\n", "revision": "1"},
    )
    for _answer in ("lost", "received"):
        assert client.post(address, posted).headers["Location"] == f"/sessions/{session.pk}/"
    session.refresh_from_db()
    assert session.revision == 2
    page = client.post(address, posted | {"notes": "Three."}).content.decode()
    assert "“The ford” was changed after you opened it." in page
    assert "Someone else" not in page


def test_attendance_that_is_sent_twice_is_recorded_once(client, membership, campaign, ana, ben):
    session = actions.plan_session(membership=membership, title="The ford")
    save_calendar(membership=membership, definition=TWELVE, date="12 Harvestmoon 312")
    client.force_login(membership.user)
    address = f"/sessions/{session.pk}/attendance/"
    ticks = {"attendance": [place(campaign, ana).pk], "in_world": "13 harvestmoon 312", "revision": "1"}
    for _answer in ("lost", "received"):
        assert client.post(address, ticks).status_code == 302
    for other in ({"in_world": "14 harvestmoon 312"}, {"in_world": ""}, {"attendance": [place(campaign, ben).pk]}):
        assert "was changed after you opened it" in client.post(address, ticks | other).content.decode()
    session.refresh_from_db()
    assert session.revision == 2


def test_two_gms_who_record_attendance_overwrite_nothing(client, membership, campaign, ana, ben):
    session = actions.plan_session(membership=membership, title="The ford")
    client.force_login(membership.user)
    address = f"/sessions/{session.pk}/attendance/"
    seen = re.search(r'name="revision" value="(\d+)"', client.get(address).content.decode())[1]
    actions.record_attendance(membership=membership, session=session, attendance=[place(campaign, ben)])
    ticks = {"attendance": [place(campaign, ana).pk], "in_world": ""}
    refused = client.post(address, ticks | {"revision": seen})
    page = refused.content.decode()
    assert "was changed after you opened it" in page
    assert "played; ben" in page
    assert refused.context["form"]["attendance"].value() == [str(place(campaign, ana).pk)]
    assert list(session.attendance.all()) == [place(campaign, ben)]
    again = re.search(r'name="revision" value="(\d+)"', page)[1]
    assert client.post(address, ticks | {"revision": again}).status_code == 302
    assert list(session.attendance.all()) == [place(campaign, ana)]


def test_attendance_names_each_person_once_after_many_sessions(client, membership, campaign, ana):
    """After several sessions too: the browser sends every box of a person, so a second one could not be unticked."""
    everyone = [membership, place(campaign, ana)]
    for _ in range(3):
        session = actions.plan_session(membership=membership)
        actions.record_attendance(membership=membership, session=session, attendance=everyone)
    client.force_login(membership.user)
    boxes = re.findall(
        r'name="attendance" value="(\d+)"', client.get(f"/sessions/{session.pk}/attendance/").content.decode()
    )
    assert sorted(boxes) == sorted({*boxes, *(str(member.pk) for member in everyone)})


def test_someone_who_came_and_left_the_campaign_stays_in_the_attendance(client, membership, campaign, ana):
    session, gone = actions.plan_session(membership=membership), place(campaign, ana)
    actions.record_attendance(membership=membership, session=session, attendance=[membership, gone])
    Member.objects.filter(pk=gone.pk).update(left=timezone.now())
    client.force_login(membership.user)
    assert f'name="attendance" value="{gone.pk}"' in client.get(f"/sessions/{session.pk}/attendance/").content.decode()
    another = actions.plan_session(membership=membership)
    assert (
        f'name="attendance" value="{gone.pk}"' not in client.get(f"/sessions/{another.pk}/attendance/").content.decode()
    )


def test_a_planned_session_stands_on_the_home_page(client, membership, ana):
    actions.plan_session(membership=membership, title="The ford", starts=timezone.now() + timedelta(days=2))
    client.force_login(ana)
    assert b"The ford" in client.get("/").content


def test_somebody_who_came_and_left_stays_on_the_list_over_the_api(campaign, gm, ana):
    row = Session.objects.create(campaign=campaign, number=7)
    came = [campaign.members.get(user=ana)]
    actions.record_attendance(membership=place(campaign, gm), session=row, attendance=came)
    campaign.members.filter(user=ana).update(left=timezone.now())
    answer = Caller(gm).patch(f"sessions/{row.pk}/", {"attendance": [came[0].pk], "revision": row.revision + 1})
    assert answer.status_code == 200, answer.json()
    assert list(row.attendance.all()) == came
