"""docs/glossary.md: at most sixty terms, each in the code; and words that the code must not use instead."""

import ast
import importlib
import re

import pytest

from tests.docs.source import APPS, ROOT, python_files

ROW = re.compile(r"^\| ([^|]+) \| [^|]+ \| `([\w.]+)` \| ([^|]*) \|$", re.M)
TERMS = ROW.findall((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").replace("| |\n", "|  |\n"))
# How many identifiers still contain a word that the glossary replaces. These numbers only fall.
LEFT = {"evening": 0, "chronicle": 0, "byhand": 0}


def resolve(path):
    """The module, class, function or field of a dotted path."""
    parts = path.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for place, name in enumerate(parts[end:], end):
            fields = {field.name for field in found._meta.get_fields()} if hasattr(found, "_meta") else set()
            if name in fields:
                assert place == len(parts) - 1
                return name
            found = getattr(found, name)
        return found
    raise ModuleNotFoundError(path)


def identifiers(tree):
    """Every name that a file gives to something of its own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def with_word(word, names):
    """The names in which a word stands."""
    return {name for name in names if re.search(rf"(^|_){word}s?(_|$)", name.lower())}


def test_there_are_at_most_sixty_terms_in_order():
    terms = [term for term, _path, _not in TERMS]
    assert 40 <= len(terms) <= 60
    assert terms == sorted(terms, key=str.lower)
    assert len(set(terms)) == len(terms)


@pytest.mark.parametrize(("term", "path"), [(term, path) for term, path, _not in TERMS])
def test_each_term_is_in_the_code(term, path):
    assert resolve(path) is not None


@pytest.mark.parametrize("path", ["rules.play.nothing", "people.models.Campaign.nothing", "people.nothing"])
def test_a_term_that_is_gone_is_noticed(path):
    with pytest.raises((AttributeError, ModuleNotFoundError)):
        resolve(path)


def test_the_words_to_avoid_are_those_of_the_glossary():
    assert {left.strip() for _term, _path, left in TERMS if left.strip()} == set(LEFT)


@pytest.mark.parametrize("word", sorted(LEFT))
def test_no_new_identifier_uses_a_word_to_avoid(word):
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in python_files(*APPS)
        for name in sorted(with_word(word, identifiers(ast.parse(path.read_text(encoding="utf-8")))))
    ]
    assert len(found) <= LEFT[word], f"use the glossary's term instead of {word!r}:\n" + "\n".join(found)


def test_a_word_to_avoid_is_seen():
    tree = ast.parse("def plan_evening(evenings): by_evening = 1\nclass Evening: pass\nevened = 2")
    assert with_word("evening", identifiers(tree)) == {"plan_evening", "evenings", "by_evening", "Evening"}
