"""Every stored sentence of the site that names a person is a `NamingSentence` that a change of the name finds."""

import ast
from importlib import import_module

import pytest

from campaigns.archive.account.names import IN_EVENTS, IN_LOG
from people.credentials.naming_sentences import NamingSentence
from tests.architecture.source import module_name, modules

SUBJECTS = ("campaigns", "characters")
# What stores sentences: functions that write entries, and keys of an encounter's events.
WRITERS = {"write_entry", "build_entry", "log_campaign_change", "log_change", "log_for_campaign", "end_membership"}
# The names beside words for a deal, which campaigns/archive/account/names.py replaces by their own function.
REPLACED_OTHERWISE = {"campaigns/encounters/words/actions.py"}


def stores_sentences(tree: ast.Module) -> bool:
    """Whether a file writes log entries, or events of an encounter."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    keys = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return bool(names & WRITERS) or "visible_to" in keys or bool(names & {"hand_over_unchecked", "save_next_revision"})


def names_in_texts(tree: ast.Module) -> list[int]:
    """The lines that put a user name into a text; refusals are not stored, and naming sentences do it themselves."""
    refusals = [node for node in ast.walk(tree) if isinstance(node, ast.Raise) or _is_check(node)]
    allowed = {id(node) for refusal in refusals for node in ast.walk(refusal)}
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Dict | ast.JoinedStr | ast.Call | ast.BinOp)]
    found = set()
    for text in texts:
        for part in _parts(text):
            if isinstance(part, ast.Attribute) and part.attr == "username" and id(part) not in allowed:
                found.add(part.lineno)
    return sorted(found)


def _is_check(node: ast.AST) -> bool:
    """Whether this is a call of `require_…`, which names the person in its refusal."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith("require_")


def _parts(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Dict):
        return list(node.values)
    if isinstance(node, ast.JoinedStr):
        return [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    assert isinstance(node, ast.Call)
    return [*node.args, *[keyword.value for keyword in node.keywords]]


def test_no_stored_text_names_a_person_without_a_naming_sentence():
    faults = [
        f"{path}:{line}"
        for path, tree in modules(*SUBJECTS)
        if stores_sentences(tree) and str(path) not in REPLACED_OTHERWISE
        for line in names_in_texts(tree)
    ]
    assert not faults, f"use a NamingSentence, and list it in campaigns/archive/account/names.py: {faults}"


@pytest.mark.parametrize(
    "line",
    [
        'write_entry(text=_("%(who)s came.") % {"who": user.username})',
        'write_entry(text=f"{user.username} came.")',
        'event = {"text": "came: " + by.username, "visible_to": "all"}',
        "log_for_campaign(character, by, sentence(to.username, character.name))",
    ],
)
def test_a_planted_name_in_a_stored_text_is_found(line):
    tree = ast.parse(line)
    assert stores_sentences(tree)
    assert names_in_texts(tree) == [1]


def test_a_name_in_a_refusal_is_none():
    assert not names_in_texts(ast.parse('raise ValidationError(_("%(who)s is away.") % {"who": user.username})'))


def test_every_naming_sentence_is_listed_with_where_it_stands():
    listed = {id(sentence) for place in (IN_LOG, IN_EVENTS) for sentences in place.values() for sentence in sentences}
    missing = []
    for path, tree in modules(*SUBJECTS):
        if not any(isinstance(node, ast.Name) and node.id == "NamingSentence" for node in ast.walk(tree)):
            continue
        for name, value in vars(import_module(module_name(path))).items():
            if isinstance(value, NamingSentence) and value.people and id(value) not in listed:
                missing.append(f"{path}: {name}")
    assert not missing
