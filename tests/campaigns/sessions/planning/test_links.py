"""A member's link opens the proposed dates without signing in, and nothing else."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client
from django.utils import timezone

from campaigns.sessions import actions as session_actions
from campaigns.sessions.planning import access, actions
from campaigns.sessions.planning.links import link_key
from campaigns.sessions.planning.models import DateAnswer, DateLink, DatePoll
from people.access import get_membership
from people.models import Member

pytestmark = pytest.mark.django_db


def key_of(poll, user):
    return link_key(poll.links.get(member__user=user))


def address_of(poll, user):
    return f"/when/{key_of(poll, user)}/"


def given(user):
    rows = DateAnswer.objects.filter(member__user=user).order_by("date__starts")
    return [row.answer for row in rows]


def test_a_tap_for_each_date_answers_without_an_account(poll, ana, client):
    for date, answer in zip(poll.dates.all(), ("yes", "no"), strict=True):
        assert client.post(address_of(poll, ana), {"date": date.pk, "answer": answer}).status_code == 302
    assert given(ana) == ["yes", "no"]
    client.post(address_of(poll, ana), {"date": poll.dates.first().pk, "answer": "maybe"})
    assert given(ana) == ["maybe", "no"]
    assert client.get(address_of(poll, ana)).content.decode().count('aria-pressed="true"') == 2


def test_a_link_offers_no_answer_to_a_date_that_is_past_and_says_why_one_is_refused(poll, ana, client):
    past, ahead = poll.dates.all()
    poll.dates.filter(pk=past.pk).update(starts=timezone.now() - timedelta(hours=1))
    html = client.get(address_of(poll, ana)).content.decode()
    assert f'name="date" value="{past.pk}"' not in html
    assert f'name="date" value="{ahead.pk}"' in html
    for date in (past, ahead):
        page = client.post(address_of(poll, ana), {"date": date.pk, "answer": "yes"}, follow=True).content.decode()
        assert ("Only dates ahead can be answered" in page) == (date == past)
    assert given(ana) == ["yes"]


def test_a_poll_whose_dates_are_all_past_says_so_and_asks_nobody_for_answers(poll, gm, ana, client):
    page = f"/sessions/{poll.session_id}/when/"
    client.force_login(gm)
    assert "0 of 2 answered" in client.get(page).content.decode()
    poll.dates.update(starts=F("starts") - timedelta(days=20))
    for user, address in ((gm, page), (ana, page), (ana, address_of(poll, ana))):
        client.force_login(user)
        html = client.get(address).content.decode()
        assert "All proposed dates are past" in html
        assert ("Your GM can propose others." in html) == (user == ana)
        for question in ("When can you come?</h", "of 0 answered", "Ask those who have not answered"):
            assert question not in html, (user, address)


def test_the_form_works_with_a_browser_that_protects_forms(poll, ana):
    browser = Client(enforce_csrf_checks=True)
    page = browser.get(address_of(poll, ana))
    values = {"date": poll.dates.first().pk, "answer": "yes"}
    assert browser.post(address_of(poll, ana), values).status_code == 403
    values["csrfmiddlewaretoken"] = page.context["csrf_token"]
    assert browser.post(address_of(poll, ana), values).status_code == 302
    assert given(ana) == ["yes"]


def test_opening_a_link_answers_nothing(poll, ana, client):
    client.get(address_of(poll, ana), {"date": poll.dates.first().pk, "answer": "yes"})
    assert given(ana) == []


def test_the_page_shows_titles_and_dates_alone(poll, ana, ben, client):
    actions.answer_date(member=get_membership(ben, poll.session.campaign_id), date=poll.dates.first(), answer="no")
    html = client.get(address_of(poll, ana)).content.decode()
    assert "The Salt Road: The bell tower" in html
    for other in ("ana", "ben", "watcher", "miller", "/campaigns/", "/sessions/"):
        assert other not in html.replace("/accounts/", ""), other


def test_no_program_keeps_the_page_and_no_other_site_hears_of_it(poll, ana, client):
    answer = client.get(address_of(poll, ana))
    assert "noindex" in answer["X-Robots-Tag"]
    assert answer["Referrer-Policy"] == "same-origin"
    assert "no-store" in answer["Cache-Control"]
    assert 'name="robots"' in answer.content.decode()


@pytest.mark.parametrize("how", ["revoked", "renewed", "expired", "left", "deactivated", "observer"])
def test_a_link_ends(poll, running, ana, client, how):
    member, before = get_membership(ana, poll.session.campaign_id), address_of(poll, ana)
    assert client.get(before).status_code == 200
    if how == "revoked":
        actions.revoke_link(membership=running, poll=poll, member=member)
    elif how == "renewed":
        actions.renew_link(membership=running, poll=poll, member=member)
        assert client.get(address_of(poll, ana)).status_code == 200
    elif how == "expired":
        DatePoll.objects.update(expires=timezone.now() - timedelta(seconds=1))
    elif how == "left":
        Member.objects.filter(pk=member.pk).update(left=timezone.now())
    elif how == "observer":
        Member.objects.filter(pk=member.pk).update(role="observer")
    else:
        ana.is_active = False
        ana.save()
    assert client.get(before).status_code == 404
    assert client.post(before, {"date": poll.dates.first().pk, "answer": "yes"}).status_code == 404
    assert given(ana) == []


def test_wrong_links_are_all_refused_alike(poll, ana, ben, client):
    number, _dash, rest = key_of(poll, ana).partition("-")
    other = key_of(poll, ben).partition("-")[0]
    wrong = (f"{other}-{rest}", f"{number}-", f"{number}-{'A' * 43}", "999999-x", "nonsense", "²-x", "9" * 400)
    told = {client.get(f"/when/{key}/").content.decode().replace(key, "") for key in wrong}
    assert len({page.count("This link does not work") for page in told}) == 1
    assert {client.get(f"/when/{key}/").status_code for key in wrong} == {404}


def test_a_link_answers_for_the_dates_of_its_poll_alone(poll, running, ana, client):
    other = session_actions.plan_session(membership=running, title="Another")
    strange = actions.propose_dates(
        membership=running, session=other, dates=[timezone.now() + timedelta(days=3)], until=poll.expires
    ).dates.get()
    assert client.post(address_of(poll, ana), {"date": strange.pk, "answer": "yes"}).status_code == 302
    assert "no longer proposed" in client.get(address_of(poll, ana)).content.decode()
    client.post(address_of(poll, ana), {"date": "x", "answer": "yes"})
    client.post(address_of(poll, ana), {"date": poll.dates.first().pk, "answer": "perhaps"})
    assert given(ana) == []


def test_a_network_may_try_so_many_wrong_links_and_answer_so_often_in_an_hour(poll, ana, client, monkeypatch):
    cache.clear()
    monkeypatch.setattr(access, "MOST_USES", 3)
    values = {"date": poll.dates.first().pk, "answer": "yes"}
    assert client.post(address_of(poll, ana), values).status_code == 302
    for _use in range(2):
        assert client.get("/when/1-wrong/").status_code == 404
    answer = client.get("/when/1-wrong/")
    assert (answer.status_code, answer["Retry-After"]) == (429, "3600")
    assert "<h1>Too many attempts</h1>" in answer.content.decode()
    assert "came from your network" in answer.content.decode()
    assert client.post(address_of(poll, ana), values).status_code == 429
    assert client.get(address_of(poll, ana)).status_code == 200, "a link that is right always opens"
    assert client.post(address_of(poll, ana), values, REMOTE_ADDR="192.0.2.9").status_code == 302
    cache.clear()


def test_a_chosen_date_is_shown_under_the_link(poll, running, ana, client):
    actions.choose_date(membership=running, date=poll.dates.first())
    html = client.get(address_of(poll, ana)).content.decode()
    assert "The date is set" in html
    assert "answer-yes" not in html
    client.post(address_of(poll, ana), {"date": poll.dates.first().pk, "answer": "yes"})
    assert given(ana) == []


def test_the_link_of_a_cancelled_session_says_so(poll, running, ana, client):
    actions.choose_date(membership=running, date=poll.dates.first())
    session_actions.cancel_session(membership=running, session=poll.session)
    html = client.get(address_of(poll, ana)).content.decode()
    assert "The session is cancelled" in html
    assert "The date is set" not in html
    assert "<time" not in html


def test_observers_get_no_link(poll, watcher):
    assert not DateLink.objects.filter(poll=poll, member__user=watcher).exists()
