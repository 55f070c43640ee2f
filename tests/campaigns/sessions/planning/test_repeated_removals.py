"""Removals by the API that arrive a second time: they end nothing that was made in between."""

import pytest

from campaigns.sessions.planning import actions
from campaigns.sessions.planning.models import DatePoll
from tests.campaigns.sessions.conftest import in_days
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


def test_a_repeated_removal_of_a_poll_closes_no_newer_one(poll, running, session, gm):
    script, path = Caller(gm), f"sessions/{session.pk}/proposed-dates/"
    read = ok(script.get(path))["id"]
    assert read == poll.pk
    assert script.delete(f"{path}?poll={read}").status_code == 204
    actions.propose_dates(membership=running, session=session, dates=[in_days(5)], until=in_days(4))
    refused(script.delete(f"{path}?poll={read}"), 404)
    newer = DatePoll.objects.get()
    assert newer.is_open
    assert script.delete(f"{path}?poll={newer.pk}").status_code == 204
    newer.refresh_from_db()
    assert newer.closed is not None


def test_a_repeated_removal_of_a_link_revokes_no_newer_one(poll, running, session, gm, ana):
    script, path = Caller(gm), f"sessions/{session.pk}/date-links/"

    def hers():
        return next(link for link in ok(script.get(path))["results"] if link["name"] == "ana")

    first = hers()
    address, tag = f"{path}{first['member']}/", f'"{first["revision"]}"'
    assert script.send("DELETE", address, If_Match=tag).status_code == 204
    assert (hers()["url"], hers()["revision"]) == (None, None)
    assert script.send("DELETE", address, If_Match=tag).status_code == 204
    renewed = ok(script.post(path, {"member": first["member"]}), 201)
    told = refused(script.send("DELETE", address, If_Match=tag), 412, "stale")
    assert told["revision"] == renewed["revision"] != first["revision"]
    assert hers() == renewed
    assert script.delete(address).status_code == 204
    assert hers()["url"] is None


def test_a_poll_is_named_to_those_who_see_it_alone(poll, session, ana, outsider):
    path = f"sessions/{session.pk}/proposed-dates/"
    assert ok(Caller(ana).get(path))["id"] == poll.pk
    refused(Caller(ana).delete(f"{path}?poll={poll.pk}"), 403)
    refused(Caller(outsider).delete(f"{path}?poll={poll.pk}"), 404)
