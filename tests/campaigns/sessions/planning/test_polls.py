"""The GM proposes dates, sees the answers and chooses one; the session, the feed and everyone get it."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone
from icalendar import Calendar

from campaigns.sessions import actions as session_actions
from campaigns.sessions.feed.access import feed_key
from campaigns.sessions.notices.models import SessionNotice
from campaigns.sessions.planning import actions
from campaigns.sessions.planning.models import DateAnswer, DatePoll, ProposedDate
from campaigns.sessions.planning.queries import get_poll_page
from campaigns.webhooks.models import Webhook, WebhookDelivery
from people.access import get_membership
from tests.campaigns.sessions.conftest import in_days
from tests.site.api.conftest import Caller

pytestmark = pytest.mark.django_db


def answer(poll, user, *answers):
    member = get_membership(user, poll.session.campaign_id)
    for date, given in zip(poll.dates.all(), answers, strict=True):
        actions.answer_date(member=member, date=date, answer=given)


def html_of(client, user, poll):
    client.force_login(user)
    return client.get(f"/sessions/{poll.session_id}/when/").content.decode()


def local(moment):
    return timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M")


def test_a_gm_proposes_dates_on_the_page(session, gm, client):
    client.force_login(gm)
    values = {"date1": local(in_days(5)), "date2": local(in_days(6)), "until": local(in_days(4))}
    assert client.post(f"/sessions/{session.pk}/when/", values).status_code == 302
    assert session.date_poll.dates.count() == 2
    assert client.post(f"/sessions/{session.pk}/when/", {"until": values["until"]}).status_code == 200


def test_the_gm_sees_the_answers_as_a_table_and_a_player_only_their_own(poll, gm, ana, ben, client):
    answer(poll, ana, "yes", "yes")
    answer(poll, ben, "no", "maybe")
    html = html_of(client, gm, poll)
    assert "<strong>2</strong> ana" not in html
    assert "<strong>1</strong> ana" in html
    assert "most people" in html
    hers = html_of(client, ana, poll)
    assert not re.search(r"\bben\b", hers), "also a random token may contain the letters"
    assert "Who can come when" not in hers
    assert "/when/" not in hers.replace(f"/sessions/{poll.session_id}/when/", "")


def test_a_member_answers_on_the_page(poll, ana, watcher, client):
    client.force_login(ana)
    date = poll.dates.first()
    client.post(f"/proposed-dates/{date.pk}/answer/", {"answer": "maybe"})
    assert DateAnswer.objects.get().answer == "maybe"
    client.force_login(watcher)
    assert client.post(f"/proposed-dates/{date.pk}/answer/", {"answer": "yes"}).status_code == 403


def test_the_chosen_date_is_the_sessions_and_in_the_feed_and_everybody_is_told(poll, running, gm, client, ana):
    Webhook.objects.create(campaign=poll.session.campaign, url="https://example.com/", topics=["session"], secret="x")
    date = poll.dates.last()
    client.force_login(gm)
    client.post(f"/proposed-dates/{date.pk}/choose/")
    poll.session.refresh_from_db()
    assert poll.session.starts == date.starts
    feed = client.get(f"/calendars/{feed_key(get_membership(ana, running.campaign_id))}/sessions.ics").content
    [event] = Calendar.from_ical(feed).walk("VEVENT")
    assert event["dtstart"].dt == date.starts.replace(microsecond=0)
    told = SessionNotice.objects.filter(kind="chosen").values_list("member__user__username", flat=True)
    assert set(told) == {"gm", "ana", "ben"}
    assert WebhookDelivery.objects.get(topic="session").body["session"]["starts"] is not None


def test_after_the_choice_nobody_answers_or_chooses_again(poll, running, ana):
    first, second = poll.dates.all()
    actions.choose_date(membership=running, date=first)
    with pytest.raises(ValidationError):
        actions.choose_date(membership=running, date=second)
    with pytest.raises(ValidationError):
        answer(poll, ana, "yes", "yes")


def test_the_gm_may_choose_after_the_links_have_expired(poll, running, ana):
    DatePoll.objects.update(expires=timezone.now() - timedelta(days=1))
    with pytest.raises(ValidationError):
        answer(poll, ana, "yes", "yes")
    actions.choose_date(membership=running, date=ProposedDate.objects.first())
    poll.session.refresh_from_db()
    assert poll.session.starts is not None


def test_after_the_links_have_expired_the_page_offers_only_what_still_works(poll, gm, client):
    before = html_of(client, gm, poll)
    DatePoll.objects.update(expires=timezone.now() - timedelta(days=1))
    after = html_of(client, gm, poll)
    for ended in ("Personal links", 'value="ask"', 'value="renew"'):
        assert ended in before
        assert ended not in after
    for possible in ("Choose this date", 'value="close"'):
        assert possible in before
        assert possible in after


def test_the_page_of_a_cancelled_session_names_no_date(poll, running, ana, client):
    actions.choose_date(membership=running, date=poll.dates.first())
    assert "The session takes place on" in html_of(client, ana, poll)
    session_actions.cancel_session(membership=running, session=poll.session)
    html = html_of(client, ana, poll)
    assert "The session is cancelled." in html
    assert "The session takes place on" not in html


def test_dates_for_a_session_that_was_cancelled_meanwhile_are_refused_with_a_reason(session, running, gm, client):
    session_actions.cancel_session(membership=running, session=session)
    client.force_login(gm)
    address = f"/sessions/{session.pk}/when/"
    assert 'class="refusal"' not in client.get(address).content.decode()
    for date in (local(in_days(3)), "no date"):
        page = client.post(address, {"date1": date, "until": local(in_days(2))}).content.decode()
        assert '<p class="refusal" role="alert">' in page
        assert 'name="date1"' not in page
    assert not DatePoll.objects.exists()


def test_only_gms_propose_choose_withdraw_and_close(poll, ana):
    hers, date = get_membership(ana, poll.session.campaign_id), poll.dates.first()
    for act in (
        lambda: actions.propose_dates(membership=hers, session=poll.session, dates=[in_days(3)], until=in_days(2)),
        lambda: actions.choose_date(membership=hers, date=date),
        lambda: actions.withdraw_date(membership=hers, date=date),
        lambda: actions.close_poll(membership=hers, poll=poll),
        lambda: actions.renew_link(membership=hers, poll=poll, member=hers),
        lambda: actions.ask_again(membership=hers, poll=poll),
    ):
        with pytest.raises(PermissionDenied):
            act()


@pytest.mark.parametrize(("dates", "until"), [([], 3), ([-1], 3), ([5], -1), ([5], 365), ([*range(4, 30)], 3)])
def test_dates_that_make_no_sense_are_refused(session, running, dates, until):
    with pytest.raises(ValidationError):
        actions.propose_dates(
            membership=running, session=session, dates=[in_days(day) for day in dates], until=in_days(until)
        )
    assert not ProposedDate.objects.exists()


def test_further_dates_keep_the_answers(poll, running, ana):
    answer(poll, ana, "yes", "no")
    same = poll.dates.first().starts
    actions.propose_dates(membership=running, session=poll.session, dates=[same, in_days(12)], until=in_days(10))
    assert poll.dates.count() == 3
    assert DateAnswer.objects.count() == 2


def test_those_who_have_not_answered_are_asked_again(poll, running, gm, ana, ben):
    answer(poll, ana, "yes", "no")
    SessionNotice.objects.update(due=None)
    assert actions.ask_again(membership=running, poll=poll) == 2
    asked = SessionNotice.objects.filter(due__isnull=False).values_list("member__user__username", flat=True)
    assert set(asked) == {"gm", "ben"}


def test_nobody_is_asked_about_a_date_that_is_past(poll, running, ana, ben, client):
    first, last = poll.dates.all()
    for user in (ana, ben):
        actions.answer_date(member=get_membership(user, poll.session.campaign_id), date=last, answer="yes")
    client.force_login(ana)
    pages = ("/", f"/campaigns/{poll.session.campaign_id}/")
    assert all("Answer the proposed dates" in client.get(page).content.decode() for page in pages)
    ProposedDate.objects.filter(pk=first.pk).update(starts=in_days(-1))
    assert not any("Answer the proposed dates" in client.get(page).content.decode() for page in pages)
    assert actions.ask_again(membership=running, poll=poll) == 1, "only the GM"


def test_a_date_that_is_past_is_neither_offered_nor_accepted(poll, running, gm, ana, ben, client):
    answer(poll, ana, "yes", "no")
    answer(poll, ben, "yes", "yes")
    past, ahead = poll.dates.all()
    ProposedDate.objects.filter(pk=past.pk).update(starts=in_days(-1))
    page = html_of(client, gm, poll)
    for action in ("answer", "choose"):
        assert f"/proposed-dates/{past.pk}/{action}/" not in page
        assert f"/proposed-dates/{ahead.pk}/{action}/" in page
    assert f"/proposed-dates/{past.pk}/withdraw/" in page
    assert "1 of 1 answered" in page
    best = [row.date for row in get_poll_page(running, poll.session).dates if row.best]
    assert best == [ahead], "most people can come on a date that is past"
    with pytest.raises(ValidationError, match="Only dates ahead"):
        answer(poll, ana, "no", "yes")
    with pytest.raises(ValidationError, match="Only dates ahead"):
        actions.choose_date(membership=running, date=ProposedDate.objects.get(pk=past.pk))
    actions.choose_date(membership=running, date=ahead)
    poll.session.refresh_from_db()
    assert poll.session.starts == ahead.starts


def test_withdrawing_the_last_date_closes_the_answers(poll, running):
    for date in poll.dates.all():
        actions.withdraw_date(membership=running, date=date)
    poll.refresh_from_db()
    assert poll.closed is not None


def test_the_api_does_the_same(session, gm, ana, ben):
    runs, plays = Caller(gm), Caller(ana)
    path = f"/api/v1/sessions/{session.pk}/proposed-dates/"
    assert plays.get(path).status_code == 404
    body = {"dates": [in_days(5).isoformat()], "expires": in_days(4).isoformat()}
    assert plays.post(path, body).status_code == 403
    made = runs.post(path, body)
    assert made.status_code == 201
    [date] = made.json()["dates"]
    given = plays.send("PUT", f"/api/v1/proposed-dates/{date['id']}/answer/", {"answer": "yes"})
    assert [vote["answer"] for vote in given.json()["dates"][0]["answers"]] == ["yes"]
    assert Caller(ben).get(path).json()["dates"][0]["answers"] == []
    links = f"/api/v1/sessions/{session.pk}/date-links/"
    assert plays.get(links).status_code == 403
    hers = next(link for link in runs.get(links).json()["results"] if link["name"] == "ana")
    assert hers["url"].startswith("http://testserver/when/")
    assert runs.delete(f"{links}{hers['member']}/").status_code == 204
    renewed = runs.post(links, {"member": hers["member"]}).json()
    assert renewed["name"] == "ana"
    assert renewed["url"] not in {None, hers["url"]}
    assert runs.post(f"{path}ask/").json() == {"count": 2}
    chosen = runs.post(f"/api/v1/proposed-dates/{date['id']}/choose/")
    assert chosen.json()["starts"] is not None
    assert runs.delete(path).status_code == 422


def test_home_and_campaign_ask_for_missing_answers_and_only_those_who_are_asked(poll, ana, watcher, outsider, client):
    pages = ("/", f"/campaigns/{poll.session.campaign_id}/")
    words = "Answer the proposed dates"

    def asked(user):
        client.force_login(user)
        return [words in client.get(page).content.decode() for page in pages]

    assert asked(ana) == [True, True]
    assert asked(watcher) == [False, False]
    assert asked(outsider) == [False, False]
    actions.answer_date(member=get_membership(ana, poll.session.campaign_id), date=poll.dates.first(), answer="no")
    assert asked(ana) == [True, True], "one of two dates is not answered"
    answer(poll, ana, "no", "yes")
    assert asked(ana) == [False, False]


def test_no_page_asks_about_a_poll_that_is_over_or_in_an_archived_campaign(poll, ana, client):
    client.force_login(ana)
    campaign = poll.session.campaign
    DatePoll.objects.update(expires=in_days(-1))
    assert "Answer the proposed dates" not in client.get("/").content.decode()
    DatePoll.objects.update(expires=in_days(1))
    assert "Answer the proposed dates" in client.get("/").content.decode()
    campaign.archived = timezone.now()
    campaign.save()
    assert "Answer the proposed dates" not in client.get("/").content.decode()
    assert "Answer the proposed dates" not in client.get(f"/campaigns/{campaign.pk}/").content.decode()


def test_a_date_that_was_withdrawn_a_moment_before_is_neither_answered_nor_chosen(poll, ana, running):
    date = poll.dates.first()
    actions.withdraw_date(membership=running, date=date)
    with pytest.raises(ValidationError, match="no longer proposed"):
        actions.answer_date(member=get_membership(ana, poll.session.campaign_id), date=date, answer="yes")
    with pytest.raises(ValidationError, match="no longer proposed"):
        actions.choose_date(membership=running, date=date)
    poll.session.refresh_from_db()
    assert poll.session.starts is None


@pytest.mark.parametrize("do", ["answer", "choose", "close", "ask"])
def test_a_poll_that_was_replaced_a_moment_before_refuses(poll, ana, running, session, do):
    date = poll.dates.select_related("poll__session").first()
    actions.close_poll(membership=running, poll=poll)
    actions.propose_dates(membership=running, session=session, dates=[in_days(20)], until=in_days(7))
    member = get_membership(ana, session.campaign_id)
    writes = {
        "answer": lambda: actions.answer_date(member=member, date=date, answer="yes"),
        "choose": lambda: actions.choose_date(membership=running, date=date),
        "close": lambda: actions.close_poll(membership=running, poll=date.poll),
        "ask": lambda: actions.ask_again(membership=running, poll=date.poll),
    }
    with pytest.raises(ValidationError, match="has removed this"):
        writes[do]()


def test_a_session_that_was_played_asks_nobody_for_dates(running, session, poll):
    session_actions.record_attendance(membership=running, session=session, attendance=[])
    poll.refresh_from_db()
    assert poll.closed is not None
