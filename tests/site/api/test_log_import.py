"""The log for bots: kinds, speakers, sources and times of their own, imports that can be repeated."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from campaigns.log import actions as log_actions
from campaigns.log.models import LogEntry
from campaigns.sessions import actions as session_actions
from campaigns.webhooks import actions as webhook_actions
from campaigns.webhooks.models import WebhookDelivery
from people.access import get_membership
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(campaign):
    return f"campaigns/{campaign.pk}/log/"


def transcript(*numbers, **more):
    return {
        "entries": [
            {"text": f"Line {n}.", "kind": "transcript", "source": "ears", "external_id": f"m{n}", **more}
            for n in numbers
        ]
    }


@pytest.mark.parametrize("kind", ["note", "say", "do", "transcript", "roll", "reveal", "death"])
def test_an_entry_has_kind_speaker_source_and_its_own_time(ana_api, ana, at, kind, client, campaign):
    body = {"text": "Who goes there?", "kind": kind, "speaker": " The\nguard ", "source": "scribe"}
    made = ok(ana_api.post(at, body | {"happened_at": "2026-03-01T20:15:00Z"}), 201)
    assert (made["kind"], made["speaker"], made["source"], made["by"]) == (kind, "The guard", "scribe", "ana")
    assert datetime.fromisoformat(made["happened_at"]) == datetime(2026, 3, 1, 20, 15, tzinfo=UTC)
    assert ok(ana_api.get(f"log/{made['id']}/")) == made
    assert [row["id"] for row in ok(ana_api.get(f"{at}?kind={kind}"))["results"]] == [made["id"]]
    client.force_login(ana)
    page = client.get(f"/campaigns/{campaign.pk}/log/").content.decode()
    for words in ("The guard</strong>", "from scribe", "1 Mar 2026", "added "):
        assert words in page, words


@pytest.mark.parametrize("kind", ["check", "award", "encounter", "character", "campaign", "module", "correction"])
def test_kinds_of_the_site_are_refused(ana_api, at, kind, gm, campaign):
    refused(ana_api.post(at, {"text": "x", "kind": kind}), 422)
    with pytest.raises(log_actions.ValidationError):
        log_actions.add_note(membership=get_membership(gm, campaign.pk), text="x", kind=kind)


@pytest.mark.parametrize(
    "wrong",
    [
        {"speaker": "x" * 81},
        {"source": "x" * 41},
        {"external_id": "x" * 201},
        {"speaker": ":::secret\nthe king\n:::"},
        {"happened_at": "yesterday"},
        {"happened_at": "0001-01-01T00:00:00Z"},
        {"happened_at": "9999-12-31T23:00:00-05:00"},
        {"happened_at": "1810-01-01T00:00:00Z"},
    ],
)
def test_entries_that_do_not_fit_are_refused(ana_api, at, wrong):
    refused(ana_api.post(at, {"text": "x"} | wrong), 422)
    refused(ana_api.post(f"{at}bulk/", {"entries": [{"text": "x"} | wrong]}), 422)
    assert not LogEntry.objects.exists()


def test_a_time_without_a_zone_is_in_the_zone_of_the_campaign(gm_api, at, campaign):
    campaign.zone = "Europe/Berlin"
    campaign.save()
    made = ok(gm_api.post(at, {"text": "x", "happened_at": "2026-07-01T20:00:00"}), 201)
    assert LogEntry.objects.get(pk=made["id"]).happened_at == datetime(2026, 7, 1, 18, tzinfo=UTC)
    rows = ok(gm_api.post(f"{at}bulk/", transcript(1, happened_at="2026-07-01T20:00:00")), 201)["results"]
    assert datetime.fromisoformat(rows[0]["happened_at"]) == datetime(2026, 7, 1, 18, tzinfo=UTC)


def test_entries_belong_to_the_session_that_was_running_when_they_happened(gm, gm_api, at, campaign):
    membership, past = get_membership(gm, campaign.pk), timezone.now() - timedelta(days=30)
    old = session_actions.plan_session(membership=membership, title="Old", starts=past)
    tonight = session_actions.plan_session(membership=membership, title="Tonight", starts=timezone.now())
    times = [past + timedelta(hours=2), past + timedelta(days=3), None]
    body = {"entries": [{"text": "x"} | ({"happened_at": moment.isoformat()} if moment else {}) for moment in times]}
    body["entries"].append({"text": "x", "happened_at": past.isoformat(), "session": None})
    rows = ok(gm_api.post(f"{at}bulk/", body), 201)["results"]
    assert [row["session"] for row in rows] == [old.pk, None, tonight.pk, None]
    assert ok(gm_api.post(at, {"text": "x", "happened_at": past.isoformat()}), 201)["session"] == old.pk


def test_the_same_file_sent_twice_adds_nothing(ana_api, at):
    first = ok(ana_api.post(f"{at}bulk/", transcript(1, 2, 3)), 201)
    assert first["outcomes"] == ["created"] * 3
    again = ok(ana_api.post(f"{at}bulk/", transcript(1, 2, 3)), 200)
    assert again["outcomes"] == ["unchanged"] * 3
    assert again["results"] == first["results"]
    longer = ok(ana_api.post(f"{at}bulk/", transcript(2, 3, 4, 4)), 201)
    assert longer["outcomes"] == ["unchanged", "unchanged", "created", "unchanged"]
    assert [row["text"] for row in longer["results"]] == ["Line 2.", "Line 3.", "Line 4.", "Line 4."]
    assert LogEntry.objects.count() == 4
    changed = ok(ana_api.post(f"{at}bulk/", transcript(1, text="Other words.")), 200)
    assert changed["results"][0]["text"] == "Line 1.", "an entry is corrected, never replaced"


def test_one_entry_is_repeated_as_a_file_is(ana_api, at):
    body = transcript(1)["entries"][0]
    first = ok(ana_api.post(at, body), 201)
    assert ok(ana_api.post(at, body), 200) == first
    assert LogEntry.objects.count() == 1


def test_external_ids_count_for_one_author_and_one_source(ana_api, gm_api, at):
    for api in (ana_api, gm_api):
        assert ok(api.post(f"{at}bulk/", transcript(1)), 201)["outcomes"] == ["created"]
    assert ok(ana_api.post(f"{at}bulk/", transcript(1, source="other")), 201)["outcomes"] == ["created"]
    assert (
        ok(ana_api.post(f"{at}bulk/", {"entries": [{"text": "x"}, {"text": "x"}]}), 201)["outcomes"] == ["created"] * 2
    )
    assert LogEntry.objects.count() == 5


def test_a_player_does_not_read_what_they_wrote_as_a_gm(gm, gm_api, at, campaign):
    ok(gm_api.post(f"{at}bulk/", transcript(1, audience="gm", text="CANARY")), 201)
    campaign.members.filter(user=gm).update(role="player")
    answer = Caller(gm).post(f"{at}bulk/", transcript(1))
    refused(answer, 422)
    assert b"CANARY" not in answer.content
    assert LogEntry.objects.count() == 1


def test_an_entry_written_as_a_gm_from_another_source_stops_no_other_entry(gm, gm_api, at, campaign):
    ok(gm_api.post(f"{at}bulk/", transcript(1, audience="gm")), 201)
    campaign.members.filter(user=gm).update(role="player")
    player_api = Caller(gm)
    assert ok(player_api.post(f"{at}bulk/", transcript(1, source="eyes")), 201)["outcomes"] == ["created"]
    ok(player_api.post(at, {"text": "x", "source": "mouth", "external_id": "m1"}), 201)
    refused(player_api.post(f"{at}bulk/", transcript(1, source=" ears ")), 422)
    assert ok(player_api.post(f"{at}bulk/", transcript(1, source="[[eyes]]")), 200)["outcomes"] == ["unchanged"]


def test_webhooks_hear_of_a_bulk_only_if_it_says_so(gm, gm_api, at, campaign):
    membership = get_membership(gm, campaign.pk)
    webhook_actions.add_webhook(membership=membership, url="https://example.com/", topics=["log"])
    ok(gm_api.post(f"{at}bulk/", transcript(1)), 201)
    assert not WebhookDelivery.objects.exists()
    body = transcript(1, 2) | {"webhooks": True}
    body["entries"].append({"text": "CANARY", "audience": "gm"})
    ok(gm_api.post(f"{at}bulk/", body), 201)
    [told] = WebhookDelivery.objects.all()
    assert (told.body["log"]["text"], told.body["log"]["source"]) == ("Line 2.", "ears")
