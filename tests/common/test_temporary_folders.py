"""Temporary folders are in the data folder, and what killed processes left there is deleted."""

import os
import time

import pytest

from common import temporary_folders
from common.temporary_folders import LOCK, NEW, OLD, temporary_file, temporary_folder


@pytest.fixture(autouse=True)
def root(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    return settings.DATA_DIR / "tmp"


def make_older(path, seconds):
    moment = time.time() - seconds
    for each in [*(path.iterdir() if path.is_dir() else []), path]:
        os.utime(each, (moment, moment))


def left_behind(root, *, seconds, locked=True):
    """The folder of a killed process."""
    folder = root / "fatekeeper-killed"
    folder.mkdir(parents=True)
    (folder / "scratch.sqlite3").write_bytes(b"rows")
    if locked:
        (folder / LOCK).touch()
    make_older(folder, seconds)
    return folder


def test_a_folder_and_a_file_are_in_the_data_folder_and_go_afterwards(root):
    with temporary_folder() as folder:
        (folder / "scratch.sqlite3").touch()
        assert folder.parent == root
        assert root.stat().st_mode & 0o077 == 0
    assert list(root.iterdir()) == []
    with temporary_file() as file:
        assert os.fstat(file.fileno()).st_dev == root.stat().st_dev
    assert list(root.iterdir()) == []


def test_the_folder_of_a_killed_process_is_deleted_by_the_next_one(root):
    left = left_behind(root, seconds=NEW + 5)
    with temporary_folder():
        assert not left.exists()


def test_a_folder_elsewhere_is_found_and_deleted_in_the_same_way(root, tmp_path):
    elsewhere = tmp_path / "backups"
    left, unfinished = left_behind(elsewhere, seconds=NEW + 5), elsewhere / "site-2026-11-27-040000.zip.part"
    unfinished.touch()  # of version 1.1
    with temporary_folder(elsewhere) as folder:
        assert folder.parent == elsewhere
        assert not left.exists()
        assert unfinished.exists(), "somebody may be writing it"
    make_older(unfinished, OLD + 5)
    with temporary_folder(elsewhere) as folder:
        assert list(elsewhere.iterdir()) == [folder]
    assert not root.exists()


def test_a_folder_in_use_stays_however_old_it_is(root):
    with temporary_folder() as mine:
        make_older(mine, OLD + 5)
        with temporary_folder():
            assert mine.exists()


def test_a_folder_without_a_lock_in_use_is_found_by_a_planted_fault(root, monkeypatch):
    monkeypatch.setattr(temporary_folders, "_is_abandoned", lambda _folder: True)
    with temporary_folder() as mine, temporary_folder():
        assert not mine.exists()


@pytest.mark.parametrize(
    ("seconds", "locked", "stays"), [(5, True, True), (NEW + 5, False, True), (OLD + 5, False, False)]
)
def test_a_new_folder_and_one_without_a_lock_stay_for_a_while(root, seconds, locked, stays):
    left = left_behind(root, seconds=seconds, locked=locked)
    with temporary_folder():
        assert left.exists() is stays


def test_without_locks_the_age_decides(root, monkeypatch):
    monkeypatch.setattr(temporary_folders, "fcntl", None)
    left = left_behind(root, seconds=NEW + 5)
    with temporary_folder():
        assert left.exists()
    make_older(left, OLD + 5)
    with temporary_folder():
        assert not left.exists()


def test_old_uploads_are_deleted_and_other_files_stay(root):
    root.mkdir(parents=True)
    old, new, other = (root / name for name in ("tmp1.upload.zip", "tmp2.upload.zip", "notes.txt"))
    for file in (old, new, other):
        file.touch()
    make_older(old, OLD + 5)
    make_older(other, OLD + 5)
    with temporary_folder():
        assert (old.exists(), new.exists(), other.exists()) == (False, True, True)
