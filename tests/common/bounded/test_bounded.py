"""Work in bounded processes: its limits of time, memory and number, and a host that knows no secret."""

import contextlib
import io
import os
import signal
import struct
import threading
import time
import zipfile

import pytest

from campaigns.archive import container
from campaigns.archive.faults import ArchiveInvalid
from campaigns.modules import actions, bounded_work
from campaigns.modules.adapters.draft import NotUnderstood
from campaigns.modules.format import zip_files
from campaigns.modules.format.faults import ModuleInvalid
from common import pictures
from common.bounded import jobs, limits
from common.bounded.limits import Limits, NoProcessFree, OverLimits

YAML = "".join(f"k{number}: v\n" for number in range(40_000)).encode()  # more than a second
ABOUT = {"kind": "foundry", "title": "", "bytes": True}


def convert(data=b"name: a", **bounds):
    """What a child says of a foreign file."""
    return jobs.run("convert", ABOUT, data, {"foes": lambda _about: {}}, Limits(**bounds))


def host():
    """The process id of the host, which is started when there is none."""
    convert()
    with open(f"/proc/{os.getpid()}/task/{os.getpid()}/children") as file:
        children = [int(pid) for pid in file.read().split()]
    (found,) = [pid for pid in children if b"host.py" in _file(pid, "cmdline")]
    return found


def _file(pid, name):
    with open(f"/proc/{pid}/{name}", "rb") as file:
        return file.read()


@pytest.mark.parametrize("bounds", [{"cpu": 1}, {"clock": 1}, {"memory": 64 * limits.MEBIBYTE}])
def test_work_that_takes_too_much_is_stopped_and_the_next_is_done(bounds):
    begun = time.monotonic()
    with pytest.raises(OverLimits):
        convert(YAML * 4, **bounds)
    assert time.monotonic() - begun < 20
    assert "refused" in convert()


def test_the_site_does_none_of_the_work_itself():
    convert()
    begun = time.thread_time()
    assert "refused" in convert(YAML)
    assert time.thread_time() - begun < 0.2  # in this process it takes seconds


def test_only_so_many_run_at_the_same_time(monkeypatch):
    monkeypatch.setattr(limits, "LONGEST_WAIT", 0.1)
    with limits.process_slot(), limits.process_slot(), pytest.raises(NoProcessFree):
        convert()
    assert "refused" in convert()


def test_work_in_the_background_waits_for_its_turn(monkeypatch):
    monkeypatch.setattr(limits, "LONGEST_WAIT", 0.0)
    with limits.process_slot(), contextlib.ExitStack() as other:
        other.enter_context(limits.process_slot())
        threading.Timer(0.2, other.close).start()
        with pytest.raises(pictures.UnreadablePicture):
            pictures.inspect(b"no picture")


def test_a_host_that_dies_is_started_again():
    first = host()
    os.kill(first, signal.SIGKILL)
    assert "refused" in convert()
    assert host() != first


def test_the_host_knows_no_secret_and_ends_with_its_starter(settings):
    pid = host()
    assert _file(pid, "environ").strip(b"\0") in (b"", b"LC_CTYPE=C.UTF-8")
    with os.scandir(f"/proc/{pid}/fd") as found:
        targets = [os.readlink(entry.path) for entry in found if not entry.name.isspace() and _exists(entry.path)]
    assert not [target for target in targets if "sqlite" in target]


def _exists(path):
    with contextlib.suppress(OSError):
        return bool(os.readlink(path))
    return False


def test_a_fault_of_the_work_is_a_fault_of_the_site():
    with pytest.raises(RuntimeError, match="KeyError"):
        jobs.run("convert", {}, b"")


def test_many_at_once_each_get_their_own_answer():
    told = {}

    def one(number):
        told[number] = bounded_work.read(b'{"number": %d}' % number)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == {number: {"number": number} for number in range(8)}


def test_work_that_takes_too_long_is_refused_with_a_sentence(gm, monkeypatch):
    def stopped(*args, **kwargs):
        raise OverLimits

    monkeypatch.setattr(bounded_work, "run", stopped)
    with pytest.raises(NotUnderstood, match="too much time"):
        actions.convert(by=gm, kind="foundry", data=b"name: a")
    with pytest.raises(ModuleInvalid) as refused:
        actions.check(by=gm, document={})
    assert [error.code for error in refused.value.errors] == ["module.too_long"]


def test_a_busy_site_answers_503(client, gm, campaign, monkeypatch):
    def busy(*args, **kwargs):
        raise NoProcessFree

    monkeypatch.setattr(bounded_work, "run", busy)
    client.force_login(gm)
    answer = client.post("/api/v1/modules/validate/", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "server.busy", "10")
    posted = {"kind": "foundry", "text": "name: a"}
    page = client.post(f"/campaigns/{campaign.pk}/modules/convert/", posted)
    assert (page.status_code, page["Retry-After"]) == (503, "10")


def many_entries(count):
    """An archive with a directory of so many entries, and no files."""
    name = b"assets/a.png"
    entry = struct.pack("<4s6H3L5H2L", b"PK\x01\x02", 20, 20, 0, 0, 0, 0, 0, 0, 0, len(name), 0, 0, 0, 0, 0, 0) + name
    directory = entry * count
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, min(count, 65535), min(count, 65535), len(directory), 0, 0)
    return directory + end


def test_a_huge_directory_is_refused_before_it_is_read(monkeypatch):
    data = many_entries(400_000)
    begun = time.process_time()
    with pytest.raises(ModuleInvalid) as refused:
        zip_files.Archive(data)
    assert [error.code for error in refused.value.errors] == ["zip.bomb"]
    ours = time.process_time() - begun
    begun = time.process_time()
    zipfile.ZipFile(io.BytesIO(data))
    assert ours < (time.process_time() - begun) / 5


def test_a_huge_directory_of_a_campaign_is_refused_before_it_is_read(monkeypatch):
    monkeypatch.setattr(zipfile, "ZipFile", None)
    data = many_entries(400_000)
    file = io.BytesIO(data + container._digest(io.BytesIO(data), len(data)))
    with pytest.raises(ArchiveInvalid) as refused:
        container.ArchiveReader(file, form="x", version=1)
    assert refused.value.code == "archive.too_large"
