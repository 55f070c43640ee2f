"""Long imports really run in the background: watched, stopped, broken off, and of two at once one wins."""

import os
import signal
import threading
import time
from datetime import timedelta

import pytest
from django.db import OperationalError, connections, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.modules import actions
from campaigns.modules.actions import ModuleConflict
from campaigns.modules.imports import importing, jobs, limits
from campaigns.modules.models import ImportedObject, ImportRun
from campaigns.modules.objects import actions as object_actions
from campaigns.modules.objects.states import revision_of
from campaigns.world.ties.models import Tie
from characters.models import Character, Monster
from characters.monsters import actions as monster_actions
from common.edit_conflicts import EditConflict
from tests import factories
from tests.campaigns.encounters.play.test_at_once import at_once
from tests.campaigns.modules import samples
from tests.campaigns.modules.samples import put
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30.0


class Gate:
    """Lets an import come to its writing, and there waits until the test opens it."""

    def __init__(self, monkeypatch):
        self.came, self.opens = threading.Event(), threading.Event()
        whole = importing.prepare

        def prepare(campaign, version, plan, progress=importing.ignore_progress):
            progress("preparing", 3, len(plan.steps))
            self.came.set()
            self.opens.wait(PATIENCE)
            return whole(campaign, version, plan, progress)

        monkeypatch.setattr(importing, "prepare", prepare)


@pytest.fixture
def gate(monkeypatch):
    """An import stands still before it writes, until the gate opens; it is opened in any case."""
    gate = Gate(monkeypatch)
    monkeypatch.setattr(jobs, "PROGRESS_INTERVAL", 0.0)
    yield gate
    gate.opens.set()
    for thread in threading.enumerate():
        if thread.name.startswith("import-"):
            thread.join(PATIENCE)


@pytest.fixture
def page(membership):
    """The GM's browser."""
    client = Client()
    client.force_login(membership.user)
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


def nothing_was_written(membership):
    assert not ImportedObject.objects.exists()
    assert not Monster.objects.filter(campaign=membership.campaign).exists()
    assert not LogEntry.objects.filter(kind="module").exists()


def test_how_far_an_import_is_can_be_read_on_the_page_and_over_the_api(membership, mill, page, gate):
    api = Caller(membership.user)
    at = f"campaigns/{membership.campaign_id}/imports/"
    begun = ok(api.post(at, {"module": "the-mill", "version": "1.0.0", "background": True}), 202)
    assert gate.came.wait(PATIENCE)
    told = ok(api.get(f"{at}{begun['id']}/"))
    assert (told["status"], told["stage"], told["done"], told["total"]) == ("running", "preparing", 3, 7)
    here = reverse("module-run", args=[membership.campaign_id, begun["id"]])
    html = page.get(here).content.decode()
    assert '<progress class="wide" value="3" max="7">' in html
    assert "Stop" in html
    part = page.get(here, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="progress"')
    assert "<progress" in part
    assert "<button" not in part, "a button that is replaced each second loses the focus of the keyboard"
    assert html.index("</progress>") < html.index("</div>", html.index("</progress>")) < html.index(">Stop<")
    assert not ImportedObject.objects.exists(), "nobody sees half an import"
    gate.opens.set()
    run = ended(ImportRun.objects.get())
    assert (run.status, run.done, run.result["counts"]) == ("done", 7, {"create": 7})
    assert page.get(here, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    assert "7 new" in page.get(here).content.decode()


@pytest.mark.parametrize("way", ["page", "api"])
def test_a_running_import_is_stopped_and_writes_nothing(membership, mill, page, gate, way):
    run = jobs.begin(membership=membership, version=mill, options={})
    assert gate.came.wait(PATIENCE)
    if way == "page":
        page.post(reverse("module-run-stop", args=[membership.campaign_id, run.pk]))
    else:
        ok(Caller(membership.user).delete(f"campaigns/{membership.campaign_id}/imports/{run.pk}/"))
    gate.opens.set()
    assert ended(run).status == "cancelled"
    nothing_was_written(membership)
    assert "was stopped" in page.get(reverse("module-run", args=[membership.campaign_id, run.pk])).content.decode()
    assert actions.apply_import(membership=membership, version=mill).status == "done", "the way is free again"


def test_stopping_what_is_done_changes_nothing(membership, mill):
    run = actions.apply_import(membership=membership, version=mill)
    assert jobs.cancel(membership=membership, run=run).status == "done"
    assert ImportedObject.objects.count() == 7


def killed_in_the_middle(run, membership):
    """A process of its own carries the run on and is killed when half of it is written."""
    for connection in connections.all():
        # A child must not speak on its parent's lines, nor take them from its pool.
        connection.close()
        getattr(connection, "close_pool", lambda: None)()
    child = os.fork()
    if child == 0:  # pragma: no cover
        try:
            importing.encounters.sync = lambda ready: os.kill(os.getpid(), signal.SIGKILL)
            plan = actions.plan_import(membership=membership, version=run.version, options={})
            jobs.run_import(run.pk, membership.pk, plan.fingerprint)
        finally:
            os._exit(3)
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the child was meant to be killed while it wrote"


def test_a_process_that_dies_in_the_middle_leaves_nothing_and_the_next_look_says_so(
    membership, mill, page, monkeypatch
):
    monkeypatch.setattr(jobs, "start", lambda *_told: None)
    run = jobs.begin(membership=membership, version=mill, options={})
    killed_in_the_middle(run, membership)
    nothing_was_written(membership)
    here = reverse("module-run", args=[membership.campaign_id, run.pk])
    assert "<progress" in page.get(here).content.decode(), "it may only be slow"
    with pytest.raises(ModuleConflict) as waits:
        jobs.begin(membership=membership, version=mill, options={})
    assert waits.value.code == "import.running"
    ImportRun.objects.update(touched=timezone.now() - timedelta(minutes=3))
    assert "was interrupted" in page.get(here).content.decode()
    told = ok(Caller(membership.user).get(f"campaigns/{membership.campaign_id}/imports/{run.pk}/"))
    assert (told["status"], told["result"]["refused"]["code"]) == ("failed", "import.lost")
    assert actions.apply_import(membership=membership, version=mill).status == "done", "the way is free again"


def test_an_import_that_was_given_up_for_lost_does_not_write_after_all(membership, mill, gate):
    run = jobs.begin(membership=membership, version=mill, options={})
    assert gate.came.wait(PATIENCE)
    ImportRun.objects.update(touched=timezone.now() - timedelta(minutes=3))
    limits.mark_lost(membership.campaign)
    gate.opens.set()
    for thread in threading.enumerate():
        if thread.name.startswith("import-"):
            thread.join(PATIENCE)
    run.refresh_from_db()
    assert (run.status, run.stage) == ("failed", "lost")
    nothing_was_written(membership)


def test_of_two_imports_at_once_one_wins_and_the_other_is_told(membership, mill, monkeypatch):
    both, prepare = threading.Barrier(2), importing.prepare

    def prepared(*of):
        ready = prepare(*of)
        both.wait(PATIENCE)
        return ready

    monkeypatch.setattr(importing, "prepare", prepared)
    api, at = Caller(membership.user), f"campaigns/{membership.campaign_id}/imports/"
    body = {"module": "the-mill", "version": "1.0.0"}
    answers = at_once(*[lambda: Caller.send(twin(api), "POST", at, body)] * 2)
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    refused(next(answer for answer in answers if answer.status_code == 409), 409, "plan.stale")
    assert ImportRun.objects.count() == 1
    assert ImportedObject.objects.count() == 7


def edit_rat(membership, rat, row):
    """Edits the monster in the bestiary."""
    monster_actions.edit_monster(
        monster=rat, by=membership.user, stats=rat.stats, revision=rat.revision, name="Old Longtail"
    )


def edit_object(membership, rat, row):
    """Edits the object in the reader."""
    object_actions.write(membership=membership, row=row, name="Old Longtail", texts={}, revision=revision_of(row))


@pytest.mark.parametrize("edit", [edit_rat, edit_object])
@pytest.mark.parametrize("way", ["import", "rollback"])
def test_an_edit_while_an_import_writes_waits_and_is_told(membership, mill, monkeypatch, edit, way):
    """It finds another version after the import, instead of being overwritten."""
    run = actions.apply_import(membership=membership, version=mill)
    document = put(put(samples.small(), "/module/version", "2.0.0"), "/monsters/0/name", "Big rat")
    newer, _new = actions.upload(by=membership.user, document=document)
    if way == "rollback":
        run = actions.apply_import(membership=membership, version=newer)
    rat, row = Monster.objects.get(), ImportedObject.objects.get(collection="monsters")
    errors, write = [], importing.write

    def attempt():
        try:
            edit(membership, rat, row)
        except Exception as error:  # the test looks at it
            errors.append(error)
        finally:
            connections.close_all()

    thread = threading.Thread(target=attempt)

    def write_slowly(prepared, by):
        thread.start()
        thread.join(1)
        return write(prepared, by)

    monkeypatch.setattr(importing, "write", write_slowly)
    if way == "rollback":
        actions.rollback_import(membership=membership, run=run)
    else:
        actions.apply_import(membership=membership, version=newer)
    thread.join(PATIENCE)
    assert [type(error) for error in errors] == [EditConflict]
    assert Monster.objects.get().name == {"import": "Big rat", "rollback": "Rat"}[way]


@pytest.mark.skipif(connections["default"].vendor != "postgresql", reason="Only PostgreSQL locks rows.")
def test_while_an_import_writes_its_preparations_are_locked_but_not_its_running_encounters(
    membership, mill, monkeypatch
):
    actions.apply_import(membership=membership, version=mill)
    encounter, locked, write = Encounter.objects.get(), [], importing.write

    def is_locked():
        try:
            with transaction.atomic():
                Encounter.objects.select_for_update(nowait=True).get(pk=encounter.pk)
            locked.append(False)
        except OperationalError:
            locked.append(True)
        finally:
            connections.close_all()

    def write_and_try(prepared, by):
        thread = threading.Thread(target=is_locked)
        thread.start()
        thread.join(PATIENCE)
        return write(prepared, by)

    monkeypatch.setattr(importing, "write", write_and_try)
    actions.apply_import(membership=membership, version=mill)
    Encounter.objects.update(status=Encounter.Status.RUNNING)
    actions.apply_import(membership=membership, version=mill)
    assert locked == [True, False]


def test_an_npc_with_whom_people_begin_to_work_while_an_update_is_prepared_is_not_removed(
    membership, mill, monkeypatch
):
    actions.apply_import(membership=membership, version=mill)
    newer, _new = actions.upload(
        by=membership.user, document=put(samples.small(), "/module/version", "2.0.0") | {"npcs": []}
    )
    prepare = importing.prepare

    def prepare_and_tie(*given):
        npc = Character.objects.get(kind="npc")
        hero = factories.CharacterFactory(campaign=membership.campaign)
        Tie.objects.create(
            campaign=membership.campaign, from_person=npc, to_person=hero, words="brother of", back="sister of"
        )
        return prepare(*given)

    monkeypatch.setattr(importing, "prepare", prepare_and_tie)
    with pytest.raises(ModuleConflict) as refusal:
        actions.apply_import(membership=membership, version=newer, options={"prune": True})
    assert refusal.value.code == "plan.stale"
    assert Tie.objects.filter(from_person__kind="npc").exists()


def test_of_two_background_imports_at_once_one_is_begun(membership, mill, gate):
    api, at = Caller(membership.user), f"campaigns/{membership.campaign_id}/imports/"
    body = {"module": "the-mill", "version": "1.0.0", "background": True}
    answers = at_once(*[lambda: Caller.send(twin(api), "POST", at, body)] * 2)
    assert sorted(answer.status_code for answer in answers) == [202, 409]
    refused(next(answer for answer in answers if answer.status_code == 409), 409, "import.running")
    refused(api.post(at, body | {"background": False}), 409, "import.running")
    gate.opens.set()
    assert ended(ImportRun.objects.get()).status == "done"


def twin(api):
    """The same script on another phone."""
    other = Caller()
    other.secret = api.secret
    return other


def test_ten_imports_an_hour_hold_for_the_background_too(membership, mill):
    for _time in range(10):
        actions.apply_import(membership=membership, version=mill)
    newer, _new = actions.upload(by=membership.user, document=put(samples.small(), "/module/version", "2.0.0"))
    with pytest.raises(ModuleConflict) as refusal:
        jobs.begin(membership=membership, version=newer, options={})
    assert refusal.value.code == "import.rate"
