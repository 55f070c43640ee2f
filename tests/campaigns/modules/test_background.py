"""Long imports really run in the background: watched, stopped, broken off, and of two at once one wins."""

import os
import signal
import threading
import time
from datetime import timedelta

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.actions import imports, modules, running
from campaigns.actions.modules import ModuleConflict
from campaigns.models import ImportedObject, ImportRun, LogEntry
from campaigns.modules import importing
from characters.models import Monster
from tests.campaigns.modules import samples
from tests.campaigns.modules.samples import put
from tests.campaigns.play.ambush.test_at_once import at_once
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30.0


class Gate:
    """Lets an import come to its writing, and there waits until the test opens it."""

    def __init__(self, monkeypatch):
        self.came, self.opens = threading.Event(), threading.Event()
        whole = importing.prepare

        def prepare(campaign, version, plan, progress=importing.silent):
            progress("preparing", 3, len(plan.steps))
            self.came.set()
            self.opens.wait(PATIENCE)
            return whole(campaign, version, plan, progress)

        monkeypatch.setattr(importing, "prepare", prepare)


@pytest.fixture
def gate(monkeypatch):
    """An import stands still before it writes, until the gate opens; it is opened in any case."""
    gate = Gate(monkeypatch)
    monkeypatch.setattr(imports, "EVERY", 0.0)
    yield gate
    gate.opens.set()
    for thread in threading.enumerate():
        if thread.name.startswith("import-"):
            thread.join(PATIENCE)


@pytest.fixture
def page(own):
    """The GM's browser."""
    client = Client()
    client.force_login(own.user)
    return client


def ended(run):
    """The run once it is no longer running."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        run.refresh_from_db()
        if run.status != "running":
            return run
        time.sleep(0.05)
    pytest.fail("the import does not end")


def nothing_was_written(own):
    assert not ImportedObject.objects.exists()
    assert not Monster.objects.filter(campaign=own.campaign).exists()
    assert not LogEntry.objects.filter(kind="module").exists()


def test_how_far_an_import_is_can_be_read_on_the_page_and_over_the_api(own, mill, page, gate):
    api = Caller(own.user)
    at = f"campaigns/{own.campaign_id}/imports/"
    begun = ok(api.post(at, {"module": "the-mill", "version": "1.0.0", "background": True}), 202)
    assert gate.came.wait(PATIENCE)
    told = ok(api.get(f"{at}{begun['id']}/"))
    assert (told["status"], told["stage"], told["done"], told["total"]) == ("running", "preparing", 3, 7)
    here = reverse("module-run", args=[own.campaign_id, begun["id"]])
    html = page.get(here).content.decode()
    assert '<progress class="wide" value="3" max="7">' in html
    assert "Stop it" in html
    assert page.get(here, headers={"HX-Request": "true"}).content.decode().lstrip().startswith('<div id="progress"')
    assert not ImportedObject.objects.exists(), "nobody sees half an import"
    gate.opens.set()
    run = ended(ImportRun.objects.get())
    assert (run.status, run.done, run.result["counts"]) == ("done", 7, {"create": 7})
    assert page.get(here, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    assert "7 new" in page.get(here).content.decode()


@pytest.mark.parametrize("way", ["page", "api"])
def test_a_running_import_is_stopped_and_writes_nothing(own, mill, page, gate, way):
    run = imports.begin(own=own, version=mill, options={})
    assert gate.came.wait(PATIENCE)
    if way == "page":
        page.post(reverse("module-run-stop", args=[own.campaign_id, run.pk]))
    else:
        ok(Caller(own.user).delete(f"campaigns/{own.campaign_id}/imports/{run.pk}/"))
    gate.opens.set()
    assert ended(run).status == "cancelled"
    nothing_was_written(own)
    assert "was stopped" in page.get(reverse("module-run", args=[own.campaign_id, run.pk])).content.decode()
    assert modules.apply(own=own, version=mill).status == "done", "the way is free again"


def test_stopping_what_is_done_changes_nothing(own, mill):
    run = modules.apply(own=own, version=mill)
    assert imports.cancel(own=own, run=run).status == "done"
    assert ImportedObject.objects.count() == 7


def killed_in_the_middle(run, own):
    """A process of its own carries the run on and is killed when half of it is written."""
    for connection in connections.all():
        # A child must not speak on its parent's lines, nor take them from its pool.
        connection.close()
        getattr(connection, "close_pool", lambda: None)()
    child = os.fork()
    if child == 0:  # pragma: no cover
        try:
            importing.preparing.sync = lambda ready: os.kill(os.getpid(), signal.SIGKILL)
            plan = modules.plan(own=own, version=run.version, options={})
            imports.carry_on(run.pk, own.pk, plan.standing)
        finally:
            os._exit(3)
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the child was meant to be killed while it wrote"


def test_a_process_that_dies_in_the_middle_leaves_nothing_and_the_next_look_says_so(own, mill, page, monkeypatch):
    monkeypatch.setattr(imports, "start", lambda *_told: None)
    run = imports.begin(own=own, version=mill, options={})
    killed_in_the_middle(run, own)
    nothing_was_written(own)
    here = reverse("module-run", args=[own.campaign_id, run.pk])
    assert "<progress" in page.get(here).content.decode(), "it may only be slow"
    with pytest.raises(ModuleConflict) as waits:
        imports.begin(own=own, version=mill, options={})
    assert waits.value.code == "import.running"
    ImportRun.objects.update(touched=timezone.now() - timedelta(minutes=3))
    assert "broke off" in page.get(here).content.decode()
    told = ok(Caller(own.user).get(f"campaigns/{own.campaign_id}/imports/{run.pk}/"))
    assert (told["status"], told["result"]["refused"]["code"]) == ("failed", "import.lost")
    assert modules.apply(own=own, version=mill).status == "done", "the way is free again"


def test_an_import_that_was_given_up_for_lost_does_not_write_after_all(own, mill, gate):
    run = imports.begin(own=own, version=mill, options={})
    assert gate.came.wait(PATIENCE)
    ImportRun.objects.update(touched=timezone.now() - timedelta(minutes=3))
    running.mark_lost(own.campaign)
    gate.opens.set()
    for thread in threading.enumerate():
        if thread.name.startswith("import-"):
            thread.join(PATIENCE)
    run.refresh_from_db()
    assert (run.status, run.stage) == ("failed", "lost")
    nothing_was_written(own)


def test_of_two_imports_at_once_one_wins_and_the_other_is_told(own, mill, monkeypatch):
    both, prepare = threading.Barrier(2), importing.prepare

    def prepared(*of):
        ready = prepare(*of)
        both.wait(PATIENCE)
        return ready

    monkeypatch.setattr(importing, "prepare", prepared)
    api, at = Caller(own.user), f"campaigns/{own.campaign_id}/imports/"
    body = {"module": "the-mill", "version": "1.0.0"}
    answers = at_once(*[lambda: Caller.send(twin(api), "POST", at, body)] * 2)
    assert sorted(one.status_code for one in answers) == [201, 409]
    refused(next(one for one in answers if one.status_code == 409), 409, "plan.stale")
    assert ImportRun.objects.count() == 1
    assert ImportedObject.objects.count() == 7


def test_of_two_background_imports_at_once_one_is_begun(own, mill, gate):
    api, at = Caller(own.user), f"campaigns/{own.campaign_id}/imports/"
    body = {"module": "the-mill", "version": "1.0.0", "background": True}
    answers = at_once(*[lambda: Caller.send(twin(api), "POST", at, body)] * 2)
    assert sorted(one.status_code for one in answers) == [202, 409]
    refused(next(one for one in answers if one.status_code == 409), 409, "import.running")
    refused(api.post(at, body | {"background": False}), 409, "import.running")
    gate.opens.set()
    assert ended(ImportRun.objects.get()).status == "done"


def twin(api):
    """The same script on another phone."""
    other = Caller()
    other.secret = api.secret
    return other


def test_ten_imports_an_hour_hold_for_the_background_too(own, mill):
    for _time in range(10):
        modules.apply(own=own, version=mill)
    newer, _new = modules.upload(by=own.user, document=put(samples.small(), "/module/version", "2.0.0"))
    with pytest.raises(ModuleConflict) as refusal:
        imports.begin(own=own, version=newer, options={})
    assert refusal.value.code == "import.rate"
