"""The live stream soon tells those who may know that something changed, and nothing else."""

import http.client
import json
import re
import time

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from campaigns.encounters import play
from config.live import hub, stream
from people.credentials.models import ApiToken
from tests.campaigns.encounters.play.serving import Phone, cookie_of, serving
from tests.campaigns.encounters.play.test_submit import ATTACK

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 4.0


@pytest.fixture
def server(transactional_db):
    with serving() as address:
        yield address


@pytest.fixture
def dial(server, fight):
    """Opens streams of the running fight and closes them in time."""
    phones = []

    def call(user=None, headers=None, encounter=None, tab=None):
        phone = Phone(server, encounter or fight.pk, headers if user is None else cookie_of(user), tab)
        phones.append(phone)
        return phone

    yield call
    for phone in phones:
        phone.hang_up()
    end = time.monotonic() + 3
    while stream._open and time.monotonic() < end:
        time.sleep(0.01)
    assert not stream._open, "a stream was not released after its phone hung up"


def test_a_new_stream_says_where_the_encounter_stands(dial, fight, ana):
    phone = dial(ana)
    assert phone.status == 200
    assert phone.heard(0)
    assert phone.said[0][1] == {"encounter": fight.pk, "number": 0}


def test_a_quiet_stream_says_in_an_event_that_it_is_alive(monkeypatch, dial, ana):
    monkeypatch.setattr(stream, "HEARTBEAT", 0.05)
    phone = dial(ana)
    assert phone.heard(0)
    end = time.monotonic() + 3
    while b"event: here\ndata:\n\n" not in phone.raw and time.monotonic() < end:
        time.sleep(0.01)
    assert b"\n\nevent: here\ndata:\n\n" in phone.raw
    assert len(phone.said) == 1


def test_a_tap_reaches_the_other_phones_soon(dial, fight, ana, ben, gm, watcher):
    phones = [dial(user) for user in (ben, gm, watcher)]
    assert all(phone.heard(0) for phone in phones)
    play.submit(encounter=fight, by=ana, command=ATTACK, seen=0)
    tapped = time.monotonic()
    delays = [phone.heard(1) - tapped for phone in phones]
    # The figure itself is measured in tests/load; here only that nobody has to reload, on however busy a machine.
    assert max(delays) < SOON, delays


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL announces each write itself")
def test_a_command_through_the_site_is_heard_before_the_next_poll(monkeypatch, server, dial, fight, ana, ben):
    monkeypatch.setattr(hub, "POLL", 60.0)
    _row, token = ApiToken.objects.create(user=ana, name="script", scopes=["tables:write"], can_write=True)
    phone = dial(ben)
    assert phone.heard(0)
    time.sleep(0.5)  # the first look at the file is over
    line = http.client.HTTPConnection(*server, timeout=30)
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
    line.request("POST", f"/api/v1/encounters/{fight.pk}/commands/", json.dumps({"command": ATTACK}), headers)
    assert line.getresponse().status == 200
    assert phone.heard(1)


def test_a_refused_command_wakes_nobody(dial, fight, ana, ben):
    phone = dial(ben)
    assert phone.heard(0)
    with pytest.raises(play.Refused):
        play.submit(encounter=fight, by=ana, command=ATTACK | {"cards": ["2C"]})
    assert phone.heard(1, within=0.4) is None
    assert len(phone.said) == 1


def test_the_stream_carries_numbers_and_no_card(dial, fight, ana, ben):
    phone = dial(ben)
    assert phone.heard(0)
    play.submit(encounter=fight, by=ana, command=ATTACK)
    assert phone.heard(1)
    assert all(set(data) == {"encounter", "number"} for _when, data in phone.said)
    assert b"KD" not in phone.raw


def test_somebody_who_is_removed_hears_nothing_more_soon_after(dial, fight, campaign, ana, ben):
    phone = dial(ben)
    assert phone.heard(0)
    campaign.members.filter(user=ben).update(left=timezone.now())
    removed = time.monotonic()
    assert phone.closed() - removed < SOON
    assert dial(ben).status == 404


def test_somebody_who_is_removed_is_not_told_even_the_next_number(dial, fight, campaign, ana, ben):
    phone = dial(ben)
    assert phone.heard(0)
    campaign.members.filter(user=ben).update(left=timezone.now())
    play.submit(encounter=fight, by=ana, command=ATTACK)
    assert phone.closed()
    assert [data["number"] for _when, data in phone.said] == [0]


@pytest.mark.parametrize("way", ["deactivated", "signed out", "password", "demoted"])
def test_every_loss_of_rights_closes_the_stream(dial, fight, campaign, ben, way):
    headers = cookie_of(ben)
    phone = dial(headers=headers)
    assert phone.heard(0)
    if way == "deactivated":
        type(ben).objects.filter(pk=ben.pk).update(is_active=False)
    elif way == "signed out":
        Session.objects.filter(session_key=headers["Cookie"].split("=")[1]).delete()
    elif way == "password":
        ben.set_password("another one")
        ben.save()
    else:
        campaign.members.filter(user=ben).update(role="observer")
    assert phone.closed(), way


def test_a_stream_signs_nobody_out_after_a_change_of_the_secret_key(dial, settings, ana):
    headers = cookie_of(ana)
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another-key-" * 6
    assert dial(headers=headers).status in {401, 403}
    settings.SECRET_KEY_FALLBACKS = [old]
    assert [dial(headers=headers).status for _ in range(2)] == [200, 200]
    assert Session.objects.filter(session_key=headers["Cookie"].split("=")[1]).exists()


def test_the_password_of_a_proxy_is_no_token(dial, ana):
    basic = {"Authorization": "Basic YW5hOnBhc3N3b3Jk"}
    assert dial(headers=cookie_of(ana) | basic).status == 200
    assert dial(headers=basic).status in {401, 403}
    assert dial(headers=cookie_of(ana) | {"Authorization": "Token fate_0123456789abcdef"}).status == 401


def test_a_token_listens_until_it_is_revoked(dial, fight, ana):
    row, token = ApiToken.objects.create(user=ana, name="script")
    phone = dial(headers={"Authorization": f"Token {token}"})
    assert phone.heard(0)
    row.delete()
    assert phone.closed()
    assert dial(headers={"Authorization": f"Token {token}"}).status == 401


def test_a_token_listens_until_it_expires(dial, fight, ana):
    row, token = ApiToken.objects.create(user=ana, name="script", scopes=["tables:write"])
    phone = dial(headers={"Authorization": f"Token {token}"})
    assert phone.heard(0)
    ApiToken.objects.filter(pk=row.pk).update(expiry=timezone.now())
    assert phone.closed()


def test_a_token_for_something_else_does_not_listen(dial, fight, ana):
    _row, token = ApiToken.objects.create(user=ana, name="script", scopes=["log:write"])
    assert dial(headers={"Authorization": f"Token {token}"}).status == 403


def test_strangers_get_the_same_answer_as_for_nothing(dial, fight, outsider):
    theirs, missing = dial(outsider), dial(outsider, encounter=999999)
    assert theirs.status == missing.status == 404
    told = [phone.response.read().decode() for phone in (theirs, missing)]
    assert re.sub(rf"\b{fight.pk}\b", "", told[0]) == told[1].replace("999999", "")
    assert dial(headers={}).status in {401, 403}


def test_players_do_not_hear_of_what_is_prepared(dial, prepared, membership, ana, gm):
    from campaigns.encounters import actions

    other = actions.copy(membership=membership, encounter=prepared)
    assert dial(ana, encounter=other.pk).status == 404
    assert dial(gm, encounter=other.pk).status == 200


def test_a_page_of_a_named_origin_reads_streams_and_their_refusals(dial, settings, ana, monkeypatch):
    settings.API_ORIGINS = frozenset({"https://tools.example.org"})
    monkeypatch.setitem(stream.CAPS, "session", 1)
    headers = cookie_of(ana) | {"Origin": "https://tools.example.org"}
    answers = [dial(headers=headers) for _ in range(2)]
    assert [phone.status for phone in answers] == [200, 429]
    assert {phone.response.headers["Access-Control-Allow-Origin"] for phone in answers} == {headers["Origin"]}
    other = dial(headers=cookie_of(ana) | {"Origin": "https://tools.example.com"})
    assert other.response.headers["Access-Control-Allow-Origin"] is None


def test_a_token_has_as_many_streams_as_its_person_and_a_page_three():
    def limit(session, token):
        viewer = stream.StreamViewer(("encounter", 3), 1, 1, 1, "player", "", session, token)
        return [stream.CAPS[counter[0]] for counter in stream._connection_counts(viewer)][:2]

    assert limit(None, 7) == [10, 10]
    assert limit("key", None) == [3, 10]


@pytest.mark.parametrize(("path", "kind"), [("encounters/3", "encounter"), ("campaigns/3/log", "log")])
def test_a_stream_is_served_with_and_without_the_last_slash(path, kind):
    def subject(end):
        return stream.requested_subject({"type": "http", "method": "GET", "path": f"/api/v1/{path}{end}"})

    assert subject("/stream/") == subject("/stream") == (kind, 3)
    assert subject("/stream//") is subject("/streams") is subject("/") is None


def test_a_fourth_stream_of_one_session_is_told_to_wait(dial, ana):
    headers = cookie_of(ana)
    assert [dial(headers=headers).status for _ in range(3)] == [200, 200, 200]
    fourth = dial(headers=headers)
    assert fourth.status == 429
    assert fourth.response.headers["Retry-After"]
    problem = json.loads(fourth.response.read())
    assert (problem["code"], problem["status"]) == ("stream.many", 429)
    assert problem["type"].endswith("#stream.many")


def test_a_page_that_connects_again_ends_its_earlier_stream(dial, fight, ana):
    headers = cookie_of(ana)
    phones = [dial(headers=headers, tab="tab-of-ana") for _ in range(4)]
    assert [phone.status for phone in phones] == [200] * 4
    assert all(phone.closed() for phone in phones[:3])
    assert phones[3].heard(0)
    assert phones[3].closed(within=0.3) is None
    assert len(stream._of_tabs) == 1


def test_streams_of_other_pages_sessions_and_bad_names_stay_and_count(dial, ana):
    headers = cookie_of(ana)
    phones = [dial(headers=headers, tab=tab) for tab in ("first-tab", "second-tab", "short")]
    phones += [dial(headers=cookie_of(ana), tab="first-tab")]
    assert [phone.status for phone in phones] == [200] * 4
    assert [dial(headers=headers, tab=tab).status for tab in ("third-tab", "short", None)] == [429] * 3
    assert [phone.closed(within=0.1) for phone in phones] == [None] * 4
    assert dial(headers=headers, tab="first-tab").status == 200


def test_pages_are_served_beside_open_streams(dial, server, ana):
    import http.client

    dial(ana)
    connection = http.client.HTTPConnection(*server, timeout=10)
    connection.request("GET", "/about/", headers=cookie_of(ana))
    assert connection.getresponse().status == 200
    connection.close()


def test_a_server_that_stops_lets_go_of_its_streams_quietly(transactional_db, fight, ana, caplog):
    with serving() as address:
        phone = Phone(address, fight.pk, cookie_of(ana))
        assert phone.heard(0)
    assert phone.closed(within=3)
    assert not [record for record in caplog.records if record.levelname == "ERROR"], caplog.text
