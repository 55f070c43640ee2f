"""Every document and file that code and documents name exists."""

import re

import pytest

from tests.docs.source import ROOT, documents, python_files

# Files that the code makes or reads elsewhere: parts of archives and of third-party data.
ELSEWHERE = {"log.md", "sessions.md", "world.md"}
GONE = ("contract.md", "module-format.md", "reliability.md", "product.md", "stack.md", "look.md", "architecture.md")
CITED = re.compile(r"(?<!api/)\bdocs/[\w./*-]*\w|(?<![\w/.-])[\w-]+\.md\b")
IN_CODE_FORM = re.compile(r"`([\w./*-]+/[\w.*-]*|[\w-]+\.md)`")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[\w-]+)?\)")


def missing_citations(text):
    """The documents that a piece of code names and that do not exist."""
    for name in set(CITED.findall(text)):
        known = name in ELSEWHERE or (ROOT / name).exists() or ("*" in name and list(ROOT.glob(name)))
        if not known:
            yield name


def cited_in(path):
    """The documents that a file names; of a test only those under docs/, because tests make documents of their own."""
    text = path.read_text(encoding="utf-8")
    found = missing_citations(text)
    return [name for name in found if name.startswith("docs/") or not path.is_relative_to(ROOT / "tests")]


def test_every_document_that_the_code_names_exists():
    files = [path for path in python_files() if path.parent != ROOT / "tests" / "docs"]
    faults = [f"{path.relative_to(ROOT)}: {name}" for path in files for name in cited_in(path)]
    assert not faults, "\n".join(faults)


def test_no_code_cites_a_numbered_chapter_of_an_old_document():
    faults = [
        str(path.relative_to(ROOT))
        for path in python_files()
        if path.parent != ROOT / "tests" / "docs"
        and re.search(r"module-format \d|(?<!engine-)\bcontract\.md", path.read_text(encoding="utf-8"))
    ]
    assert not faults, faults


@pytest.mark.parametrize("name", GONE)
def test_a_document_that_is_not_there_is_noticed(name):
    assert list(missing_citations(f"as {name} says")) == [name]


@pytest.mark.parametrize("path", list(documents()), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_and_link_in_a_document_exists(path):
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)
    faults = [name for name in LINK.findall(text) if not (path.parent / name).exists()]
    for name in IN_CODE_FORM.findall(text):
        # var/ holds what is made at run time.
        if "<" in name or name.startswith(("/", "var/")) or not (ROOT / name.split("/")[0]).exists():
            continue
        if "*" in name and not list(ROOT.glob(name)):
            faults.append(name)
        if "*" not in name and not (ROOT / name).exists():
            faults.append(name)
    assert not faults, f"{path.name} names {sorted(faults)}"
