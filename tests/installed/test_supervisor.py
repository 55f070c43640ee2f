"""The supervisor starts what ends, gives up on what never starts, and ends everything at SIGTERM and SIGHUP."""

import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from types import SimpleNamespace

import pytest

from fatekeeper import supervisor
from fatekeeper.supervisor import CATCH_UP, Child, Supervisor, first_night, next_night, pause_after, site_supervisor
from tests.architecture.source import ROOT

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]
SERVE = """
import sys
from fatekeeper.supervisor import Child, Supervisor
sleep = [sys.executable, "-c", "import os, time; os.write(1, (str(os.getpid()) + chr(10)).encode()); time.sleep(60)"]
sys.exit(Supervisor([Child("One", sleep, vital=True), Child("Two", sleep)]).run())
"""


def wait_until(what):
    """Waits up to ten seconds."""
    end = time.monotonic() + 10
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_to_end_ends_every_child(number):
    """SIGHUP comes when the terminal is closed; under `nohup` it ends nothing."""
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("this signal is ignored here")
    running = subprocess.Popen([sys.executable, "-c", SERVE], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    children = [int(running.stdout.readline()) for _ in range(2)]
    running.send_signal(number)
    assert running.wait(10) == 0
    running.stdout.close()
    for pid in children:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_system_without_the_signal_of_a_closed_terminal_runs_a_site(monkeypatch, capfd):
    """Windows has no SIGHUP."""
    stops = []
    monkeypatch.delattr(signal, "SIGHUP")
    monkeypatch.setattr(signal, "signal", lambda number, _handler: stops.append(number))
    child = Child("The web server", SLEEP, vital=True, failures=supervisor.MOST_FAILURES)
    assert Supervisor([child]).run() == 1
    assert stops == [signal.SIGTERM, signal.SIGINT]


def test_a_site_that_was_started_with_nohup_outlives_its_terminal():
    nohup = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN){SERVE}"
    running = subprocess.Popen([sys.executable, "-c", nohup], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert [int(running.stdout.readline()) for _ in range(2)]
    running.send_signal(signal.SIGHUP)
    with pytest.raises(subprocess.TimeoutExpired):
        running.wait(0.6)
    running.terminate()
    assert running.wait(10) == 0
    running.stdout.close()


def test_a_child_that_ends_is_started_again():
    child = Child("One", SLEEP)
    child.start_if_needed(0.0)
    first = child.process
    first.kill()
    wait_until(lambda: first.poll() is not None)
    child.start_if_needed(1.0)
    assert child.process is None, "there is a pause"
    child.start_if_needed(3.0)
    assert child.process is not first
    assert child.process.poll() is None
    child.start_if_needed(100.0)
    assert child.failures == 0, "it has started well"
    child.process.kill()
    child.process.wait()


def test_what_a_killed_child_started_ends_before_it_is_started_again():
    """Workers of a killed web server would keep its port, so that no new one could listen on it."""
    sleep = "import os, time; os.write(1, b'%d\\n' % os.getpid()); time.sleep(60)"
    start = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {sleep!r}])"
    output, written = os.pipe()
    child = Child("The web server", [sys.executable, "-c", f"import os; os.dup2({written}, 1); {start}"])
    os.set_inheritable(written, True)
    with_output = partial(subprocess.Popen, pass_fds=[written])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(supervisor.subprocess, "Popen", with_output)
        child.start_if_needed(0.0)
    os.close(written)
    try:
        worker = int(os.read(output, 20))
        child.process.kill()
        child.process.wait()
        child.start_if_needed(1.0)
        assert child.process is None, "there is a pause"
        ended, _, _ = select.select([output], [], [], 10)
        assert ended, "the pipe is open until the last process of the child has ended"
    finally:
        os.close(output)
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)


def test_a_job_that_fails_for_days_is_started_again_every_minute():
    child = Child("One", [sys.executable, "-c", "raise SystemExit(3)"], failures=5000)
    child.process = SimpleNamespace(poll=lambda: 3, returncode=3)
    child.start_if_needed(100.0)
    assert child.again == 160.0
    assert [pause_after(failures) for failures in (1, 2, 6, 7)] == [1.0, 2.0, 32.0, 60.0]


def test_a_web_server_that_never_starts_ends_the_supervisor(monkeypatch, capfd):
    monkeypatch.setattr(supervisor, "LONGEST_DELAY", 0.0)
    monkeypatch.setattr(supervisor, "CHECK_SECONDS", 0.01)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    assert Supervisor([Child("The web server", [sys.executable, "-c", "raise SystemExit(3)"], vital=True)]).run() == 1
    assert "The web server does not start" in capfd.readouterr().err


def test_the_job_of_the_night_runs_once_a_night(tmp_path):
    mark = tmp_path / "ran"
    clock = iter([datetime(2026, 3, 1, 3, 59), datetime(2026, 3, 1, 4, 0), datetime(2026, 3, 1, 4, 1)])
    made = Supervisor([], [sys.executable, "-c", f"open({str(mark)!r}, 'a').write('x')"])
    made.due, made.clock = next_night(datetime(2026, 3, 1, 3, 0)), clock.__next__
    made._run_nightly_job_if_due()
    assert not made.jobs
    made.clock = lambda: datetime(2026, 3, 1, 4, 0)
    made._run_nightly_job_if_due()
    made.jobs[0].wait()
    made._run_nightly_job_if_due()
    assert mark.read_text() == "x"
    assert made.due == datetime(2026, 3, 2, 4, 0)


@pytest.mark.parametrize("ahead", [timedelta(days=1), timedelta(days=400)])
def test_a_clock_that_was_ahead_and_is_set_right_delays_no_job_of_the_night(ahead):
    """The job ran while the clock was ahead, so the next one would be due only when that night really comes."""
    now = datetime(2026, 3, 1, 10, 0)
    made = Supervisor([], [sys.executable, "-c", "pass"], clock=lambda: now + ahead)
    made.due = next_night(now)
    made._run_nightly_job_if_due()
    made.jobs.pop().wait()
    assert made.due > now + ahead
    made.clock = lambda: now
    made._run_nightly_job_if_due()
    assert (made.due, made.jobs) == (datetime(2026, 3, 2, 4, 0), [])


def test_a_clock_that_goes_back_an_hour_at_four_repeats_no_job_of_the_night():
    made = Supervisor([], [sys.executable, "-c", "pass"], clock=lambda: datetime(2026, 3, 1, 3, 5))
    made.due = datetime(2026, 3, 2, 4, 0)
    made._run_nightly_job_if_due()
    assert (made.due, made.jobs) == (datetime(2026, 3, 2, 4, 0), [])


@pytest.mark.parametrize("status", [0, 1])
def test_a_job_of_the_night_that_fails_is_tried_again_an_hour_later(tmp_path, status, capfd):
    script, mark, night = (
        "import sys; open(sys.argv[1], 'a').write(' '.join(['x', *sys.argv[2:]]))",
        tmp_path / "ran",
        datetime(2026, 3, 2, 4, 0),
    )
    made = Supervisor([], [sys.executable, "-c", f"{script}; raise SystemExit({status})", str(mark)])
    made.due, made.clock = night, lambda: night
    made._run_nightly_job_if_due()
    made.jobs[0].wait()
    made._run_nightly_job_if_due()
    made.clock = lambda: night + timedelta(minutes=61)
    made._run_nightly_job_if_due()
    for job in made.jobs:
        job.wait()
    assert mark.read_text() == (f"xx --again {night.timestamp():.0f}" if status else "x")
    assert made.due == night + timedelta(days=1)
    assert ("again in an hour" in capfd.readouterr().err) == bool(status)


def test_while_every_job_fails_there_is_one_that_makes_a_backup_in_each_night(monkeypatch, capfd):
    """A job that repeats another makes a backup only if there is none since the first one began."""
    made = Supervisor([], ["nightly"], due=datetime(2026, 3, 2, 4, 0))
    started = []
    monkeypatch.setattr(
        supervisor.subprocess,
        "Popen",
        lambda argv: started.append((made.clock(), *argv[2:])) or SimpleNamespace(poll=lambda: 1),
    )
    for minute in range(3 * 24 * 60 - 1):
        made.clock = partial(lambda moment: moment, datetime(2026, 3, 2, 4, 0) + timedelta(minutes=minute))
        made._run_nightly_job_if_due()
    nights = [datetime(2026, 3, day, 4, 0) for day in (2, 3, 4)]
    assert [moment for moment, *again in started if not again] == nights
    firsts = [next(night for night in reversed(nights) if night < moment) for moment, *again in started if again]
    assert [again for _moment, *again in started if again] == [[f"{first.timestamp():.0f}"] for first in firsts]
    assert len(started) > 60


def test_a_job_that_fails_shortly_before_the_next_night_runs_then(capfd):
    made = Supervisor([], [sys.executable, "-c", "pass"], clock=lambda: datetime(2026, 3, 2, 3, 30))
    made.jobs = [SimpleNamespace(poll=lambda: 1)]
    made._run_nightly_job_if_due()
    assert made.due == datetime(2026, 3, 2, 4, 0)


@pytest.mark.parametrize(("status", "marked"), [(0, True), (1, False)])
def test_a_job_of_the_night_that_succeeds_is_remembered_and_another_is_not(tmp_path, status, marked):
    options = SimpleNamespace(host="127.0.0.1", port=8000, workers=1, no_jobs=False)
    made = site_supervisor(options, tmp_path)
    made.nightly = [sys.executable, "-c", f"raise SystemExit({status})"]
    made.due = datetime.now()
    made._run_nightly_job_if_due()
    assert list(tmp_path.iterdir()) == [], "the job has not ended yet"
    made.jobs[0].wait()
    made._run_nightly_job_if_due()
    assert [file == made.mark for file in tmp_path.iterdir()] == [True] * marked


@pytest.mark.parametrize(
    ("last", "soon"),
    [
        (datetime(2026, 3, 5, 4, 3), False),
        (datetime(2026, 3, 4, 8, 12), True),  # less than a day ago, but the machine was off at four
        (datetime(2026, 2, 1, 4, 3), True),
        (datetime(2026, 9, 1, 4, 3), True),  # the clock was ahead
        (None, True),
    ],
)
def test_a_job_that_was_missed_because_the_machine_was_off_runs_soon_after_the_start(tmp_path, last, soon):
    mark, now = tmp_path / "nightly-done", datetime(2026, 3, 5, 8, 0)
    if last:
        mark.touch()
        os.utime(mark, (last.timestamp(), last.timestamp()))
    assert first_night(now, mark) == (now + CATCH_UP if soon else datetime(2026, 3, 6, 4, 0))
    shortly_before = datetime(2026, 3, 6, 3, 59)
    assert first_night(shortly_before, mark) == shortly_before + timedelta(minutes=1)


@pytest.mark.parametrize("exists", [True, False])
def test_the_folder_of_metrics_is_emptied_and_stays_as_a_mount_does(tmp_path, monkeypatch, exists):
    monkeypatch.setattr(os, "environ", {**os.environ, "METRICS_TOKEN": "x"})
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
    folder = tmp_path / "mounts" / "metrics"
    if exists:
        folder.mkdir(parents=True)
        (folder / "counter_17.db").touch()
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)

    def refuse(path, *_arguments, **_more):
        raise OSError(16, "Device or resource busy", str(path))

    monkeypatch.setattr(os, "rmdir", refuse)
    options = SimpleNamespace(host="127.0.0.1", port=8000, workers=1, no_jobs=True)
    site_supervisor(options, tmp_path / "mounts")
    assert folder.is_dir()
    assert list(folder.iterdir()) == []
    assert os.environ["PROMETHEUS_MULTIPROC_DIR"] == str(folder)


def test_a_job_that_ends_while_it_is_asked_leaves_its_mark(tmp_path):
    class Job:
        results = [None, 0, 0]

        def poll(self):
            return self.results.pop(0)

    made = Supervisor([], None, mark=tmp_path / "nightly-done")
    made.jobs = [Job()]
    made._run_nightly_job_if_due()
    made._run_nightly_job_if_due()
    assert made.mark.exists()
    assert made.jobs == []


def test_a_start_runs_the_job_that_was_missed(tmp_path, monkeypatch):
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(supervisor, "CATCH_UP", timedelta(0))
    made = Supervisor([], [sys.executable, "-c", "pass"], mark=tmp_path / "nightly-done")
    monkeypatch.setattr(time, "sleep", lambda _seconds: setattr(made, "stopping", made.mark.exists()))
    assert made.run() == 0
    assert made.due == next_night(made.clock())
