"""Log entries are written by one function, and no signal handler does what an action should do."""

import ast

import pytest

from tests.architecture.source import PACKAGES, modules

WRITER = "campaigns/log/entries.py"
CREATING = {"create", "bulk_create", "get_or_create", "update_or_create", "acreate", "abulk_create"}
# Receivers of Django's signals, each with its reason: an address that a provider vouches for is confirmed before it is
# stored, and the log's index over words is completed after migrations.
RECEIVERS = {"confirm_given_address", "after_migrate"}


def created_entries(tree: ast.Module) -> list[int]:
    """The lines that create log entries: `LogEntry(...)`, and managers, also a campaign's `log`."""
    return [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Call) and _creates(node.func)]


def _creates(called: ast.expr) -> bool:
    if isinstance(called, ast.Name):
        return called.id == "LogEntry"
    if not isinstance(called, ast.Attribute):
        return False
    if called.attr == "LogEntry":
        return True
    parts = ast.unparse(called.value).split(".")
    return called.attr in CREATING and ("LogEntry" in parts or parts[-1] == "log" or ".log." in ast.unparse(called))


def test_one_module_creates_log_entries():
    found = {str(path): created_entries(tree) for path, tree in modules(*PACKAGES)}
    assert found.pop(WRITER), "the module that writes entries has moved: name it here"
    faults = [f"{path}:{line}" for path, lines in found.items() for line in lines]
    assert not faults, f"call write_entry of {WRITER} instead: {faults}"


@pytest.mark.parametrize(
    "line",
    [
        "LogEntry(campaign=campaign).save()",
        "models.LogEntry(campaign=campaign).save()",
        "LogEntry.objects.create(campaign=campaign)",
        "LogEntry._base_manager.bulk_create(rows)",
        "models.LogEntry.objects.get_or_create(text='x')",
        "character.campaign.log.create(kind='award')",
        "session.log.using(alias).bulk_create(rows)",
    ],
)
def test_another_way_to_create_an_entry_is_found(line):
    assert created_entries(ast.parse(line)) == [1]


def test_reading_entries_is_no_creation():
    assert not created_entries(ast.parse("LogEntry.objects.filter(kind='note')\nmath.log(2)\nblog.create(x=1)"))


def receivers(tree: ast.Module) -> list[str]:
    """The functions that a file connects to signals of models or migrations."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[0].startswith(("pre_", "post_", "m2m_")):
            found.append(ast.unparse(node.args[0]).rpartition(".")[2])
        if isinstance(node, ast.FunctionDef):
            found += [node.name for decorator in node.decorator_list if ast.unparse(decorator).startswith("receiver(")]
    return found


def test_actions_call_what_follows_from_them_and_signals_do_not():
    found = {name for _path, tree in modules(*PACKAGES) for name in receivers(tree)}
    assert found == RECEIVERS, "let the action call it; a receiver can only guess what happened"


def test_a_receiver_is_found():
    planted = "post_save.connect(outbox.on_log_entry, sender=x)\n@receiver(pre_save)\ndef note(sender): ..."
    assert sorted(receivers(ast.parse(planted))) == ["note", "on_log_entry"]
