"""Long work with an Idempotency-Key: outside the key's transaction, once, and never hanging."""

import json
import threading
from datetime import timedelta

import pytest
from django.db import connection, connections
from django.utils import timezone

from campaigns.archive import jobs, writing
from campaigns.archive.models import Transfer
from campaigns.log.models import LogEntry
from campaigns.modules import actions, bounded_work, library_actions
from campaigns.modules import api as modules_api
from campaigns.modules.models import ImportRun, ModuleVersion
from people.idempotency import claims, keys
from people.idempotency.models import IdempotencyRecord
from people.models import Campaign
from tests import factories
from tests.campaigns.archive.conftest import _scratch_databases
from tests.campaigns.archive.seeded import exported
from tests.site.api.conftest import Caller, ok, refused
from tests.site.api.test_modules import SAMPLE

pytestmark = pytest.mark.django_db(transaction=True)
KEY = {"Idempotency_Key": "long-1"}
CONVERT = "modules/convert/?from=5e-bits"
RAT = [{"index": "rat", "name": "Rat", "hit_points": 1, "armor_class": [{"value": 10}], "challenge_rating": 0}]
scratch = _scratch_databases


@pytest.fixture
def blade():
    if not SAMPLE.exists():
        pytest.skip("the shared sample is not beside the project")
    return json.loads(SAMPLE.read_text(encoding="utf-8"))


def in_thread(work, seconds=30):
    """The result of the work, which must end within the time."""
    found = []

    def run():
        try:
            found.append(work())
        finally:
            connections.close_all()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    assert found, "the request hangs or failed"
    return found[0]


def finished(api, key):
    """The transfer once its work has ended."""
    for _attempt in range(200):
        row = ok(api.get(f"transfers/{key}/"))
        if row["status"] != "running":
            return row
        threading.Event().wait(0.05)
    raise AssertionError("the work does not end")


def watched(monkeypatch, module, name):
    """Whether each call of a function was made inside a transaction of the request's connection."""
    seen, honest = [], getattr(module, name)

    def call(*args, **kwargs):
        seen.append(connection.in_atomic_block)
        return honest(*args, **kwargs)

    monkeypatch.setattr(module, name, call)
    return seen


def test_a_restore_with_a_key_ends_and_is_done_once(gm, campaign, monkeypatch):
    monkeypatch.setattr(jobs, "PROGRESS_INTERVAL", 0)
    archive, api = exported(campaign).getvalue(), Caller(gm)
    waiting = in_thread(
        lambda: ok(api.send("POST", "restores/", raw=archive, Content_Type="application/zip", **KEY), 201)
    )
    again = ok(api.send("POST", "restores/", raw=archive, Content_Type="application/zip", **KEY), 201)
    assert again["key"] == waiting["key"], "the archive was received once"
    assert finished(api, waiting["key"])["status"] == "waiting"
    path, body = f"transfers/{waiting['key']}/", {"people": ["gm"]}
    in_thread(lambda: ok(api.post(f"{path}restore/", body, Idempotency_Key="confirm")))
    assert finished(api, waiting["key"])["status"] == "done"
    assert ok(api.post(f"{path}restore/", body, Idempotency_Key="confirm"))["key"] == waiting["key"]
    assert Campaign.objects.filter(name__contains=campaign.name).count() == 2


def test_an_export_with_a_key_is_a_snapshot_of_its_own(gm, campaign, monkeypatch):
    aliases, honest = [], writing.write_archive

    def write(campaign, file, *, progress, using):
        aliases.append((using, connections[using].in_atomic_block, threading.current_thread().name))
        return honest(campaign, file, progress=progress, using=using)

    monkeypatch.setattr(writing, "write_archive", write)
    api = Caller(gm)
    row = in_thread(lambda: ok(api.post(f"campaigns/{campaign.pk}/exports/", {}, **KEY), 201))
    assert finished(api, row["key"])["status"] == "done"
    using, _atomic, thread = aliases[0]
    assert thread.startswith("transfer-"), "not in the request's own transaction"
    assert connection.vendor == "postgresql" or using != "default"
    assert ok(api.post(f"campaigns/{campaign.pk}/exports/", {}, **KEY), 201)["key"] == row["key"]
    assert Transfer.objects.count() == 1


@pytest.mark.parametrize(
    ("module", "name", "path"),
    [
        (bounded_work, "convert", CONVERT),
        (bounded_work, "validate", "modules/validate/"),
        (bounded_work, "validate", "modules/"),
    ],
)
def test_conversion_and_checks_with_a_key_hold_no_lock(gm, blade, monkeypatch, module, name, path):
    seen, api = watched(monkeypatch, module, name), Caller(gm)
    body = RAT if path == CONVERT else blade
    first = api.post(path, body, **KEY)
    assert first.status_code in {200, 201}, first.content
    assert seen == [False] * len(seen) != []
    again = api.post(path, body, **KEY)
    assert again.json() == first.json()
    assert again["Idempotent-Replayed"] == "true"
    refused(api.post(path, {}, **KEY), 422, "idempotency.reused")


def test_others_write_while_a_conversion_with_a_key_is_at_work(gm, monkeypatch):
    at_work, go_on = threading.Event(), threading.Event()

    def convert(**_given):
        at_work.set()
        go_on.wait(20)
        return library_actions.adapters.convert("5e-bits", RAT, {})

    monkeypatch.setattr(modules_api.actions, "convert", convert)
    api, sent = Caller(gm), []

    def send():
        try:
            sent.append(api.post(CONVERT, RAT, **KEY).status_code)
        finally:
            connections.close_all()

    thread = threading.Thread(target=send)
    thread.start()
    try:
        assert at_work.wait(20)
        ok(Caller(gm).post("campaigns/", {"name": "Salt", "system": "fifty-two-fates"}), 201)
        second = Caller(gm).post(CONVERT, RAT, **KEY)
        refused(second, 409, "idempotency.in-flight")
        assert second["Retry-After"] == "2"
    finally:
        go_on.set()
        thread.join(30)
    assert sent == [200]


@pytest.fixture
def asked(gm, blade):
    """The body of an import."""
    row = ok(Caller(gm).post("modules/", blade), 201)
    return {"module": row["key"], "version": row["version"]}


def crashed(monkeypatch, place):
    """Lets the process die at a place of the key's way, as far as the database can tell."""

    class Died(BaseException):
        pass

    def die(*_args, **_kwargs):
        raise Died

    monkeypatch.setattr(*place, die)
    return pytest.raises(Died)


def test_a_crash_before_the_answer_is_stored_doubles_nothing(gm, campaign, asked, monkeypatch):
    api, path = Caller(gm), f"campaigns/{campaign.pk}/imports/"
    with monkeypatch.context() as patched, crashed(patched, (claims, "store")):
        api.post(path, asked, **KEY)
    assert ImportRun.objects.count() == 1
    again = api.post(path, asked, **KEY)
    assert ok(again, 201)["id"] == ImportRun.objects.get().pk
    assert again["Idempotent-Replayed"] == "true"
    assert ImportRun.objects.count() == 1


def test_a_crash_before_the_effect_frees_the_key_when_the_claim_expires(gm, campaign, asked, monkeypatch):
    api, path = Caller(gm), f"campaigns/{campaign.pk}/imports/"
    with monkeypatch.context() as patched, crashed(patched, (actions.importing, "write")):
        api.post(path, asked, **KEY)
    assert not ImportRun.objects.exists()
    refused(api.post(path, asked, **KEY), 409, "idempotency.in-flight")
    IdempotencyRecord.objects.update(claimed=timezone.now() - claims.LEASE - timedelta(seconds=1))
    ok(api.post(path, asked, **KEY), 201)
    assert ImportRun.objects.count() == 1


def test_somebody_who_lost_the_claim_has_no_effect(gm, campaign, asked, monkeypatch):
    """The first request is so slow that its claim expires; a second one takes over and imports."""
    api, path, honest = Caller(gm), f"campaigns/{campaign.pk}/imports/", actions.importing.write

    def slow(ready, by):
        IdempotencyRecord.objects.filter(key=KEY["Idempotency_Key"]).update(owner="someone else")
        return honest(ready, by)

    with monkeypatch.context() as patched:
        patched.setattr(actions.importing, "write", slow)
        refused(api.post(path, asked, **KEY), 409, "idempotency.in-flight")
    assert not ImportRun.objects.exists()
    assert not LogEntry.objects.filter(kind="module").exists()


def test_a_crash_after_a_restore_leaves_no_restore_that_seems_broken_off(gm, campaign, monkeypatch):
    archive, api = exported(campaign).getvalue(), Caller(gm)
    row = finished(api, ok(api.send("POST", "restores/", raw=archive, Content_Type="application/zip"), 201)["key"])
    # The work itself says that it is done: what follows it is lost with the process.
    monkeypatch.setattr(jobs, "_run_work", lambda transfer, work, report: work(report))
    ok(api.post(f"transfers/{row['key']}/restore/", {"people": ["gm"]}, **KEY))
    done = finished(api, row["key"])
    assert (done["status"], done["about"]["given"]) == ("done", ["gm"])
    assert Campaign.objects.filter(pk=done["about"]["campaign"]).exists()


def test_an_upload_is_stored_once_and_told_again_after_a_crash(gm, blade, monkeypatch):
    api = Caller(gm)
    with monkeypatch.context() as patched, crashed(patched, (claims, "store")):
        api.post("modules/", blade, **KEY)
    assert ModuleVersion.objects.count() == 1
    assert ok(api.post("modules/", blade, **KEY), 201)["key"] == blade["module"]["key"]


def test_an_answer_that_is_too_long_is_not_kept_but_counts_once(gm, campaign, monkeypatch):
    monkeypatch.setattr(keys, "MAX_RESPONSE_BYTES", 100)
    api, body = Caller(gm), {"text": "We met Otto. " * 20}
    ok(api.post(f"campaigns/{campaign.pk}/log/", body, **KEY), 201)
    refused(api.post(f"campaigns/{campaign.pk}/log/", body, **KEY), 409, "idempotency.dropped")
    assert LogEntry.objects.filter(kind="note").count() == 1
    assert IdempotencyRecord.objects.get().body is None
    draft = [ok(api.post(CONVERT, RAT, Idempotency_Key="c")) for _ in "12"]
    assert draft[0] == draft[1], "what has no effect is simply done again"


def test_old_answers_of_a_person_go_without_an_operator(gm, campaign):
    api = Caller(gm)
    IdempotencyRecord.objects.create(user=gm, key="old", fingerprint="x", created=timezone.now() - timedelta(days=31))
    other = IdempotencyRecord.objects.create(user=factories.UserFactory(), key="k", fingerprint="x")
    ok(api.post(f"campaigns/{campaign.pk}/log/", {"text": "x"}, Idempotency_Key="old"), 201)
    assert set(IdempotencyRecord.objects.values_list("key", flat=True)) == {"old", "k"}
    assert IdempotencyRecord.objects.filter(pk=other.pk).exists()


def test_an_effect_is_noted_in_its_own_transaction_only(gm):
    record = claims.claim(user=gm, key="k", fingerprint="m", owner="me")
    claims.record_effect({"without": "a claim"})
    with claims.claim_context(record), pytest.raises(Exception, match="transaction that writes the effect"):
        claims.record_effect({"import": 1})
