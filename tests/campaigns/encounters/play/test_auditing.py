"""Audits find gaps, stray rows and numbers that do not agree, and find nothing wrong with honest play."""

import pytest
from django.core.management import CommandError, call_command

from campaigns.encounters import play
from campaigns.encounters.models import Command, Encounter, EncounterSecret, Event
from campaigns.encounters.play import auditing

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(fight, gm):
    """An encounter with some commands, an undo and commands after it."""
    for _step in range(4):
        adjust(fight, gm)
    play.undo(encounter=fight, by=gm, to=2)
    adjust(fight, gm)
    fight.refresh_from_db()
    return fight


def adjust(fight, gm):
    """A command that the GM may always give."""
    command = {"type": "adjust", "actor": "gm", "target": "mara", "hp": 3, "reason": "a test"}
    return play.submit(encounter=fight, by=gm, command=command)


def faults(row):
    """What an audit says is wrong."""
    found = auditing.audit_in_play(row.pk)
    assert found is not None
    return "; ".join(found.faults)


def test_honest_play_has_no_faults(played, prepared):
    assert faults(played) == ""
    assert auditing.suspicious_encounter_ids() == []
    assert auditing.auditable() == [played.pk]
    call_command("replay", "--all")


def stray_command(row):
    Command.objects.create(encounter=row, number=row.number + 2, actor="gm", type="adjust", body={})


def stray_event(row):
    Event.objects.create(encounter=row, number=row.number + 1, position=0, body={"visible_to": "all"}, public=True)


def lost_command(row):
    Command.objects.filter(encounter=row, number=4).delete()


def lost_command_of_the_branch(row):
    Command.objects.filter(encounter=row, number=1).delete()


def other_number(row):
    Encounter.objects.filter(pk=row.pk).update(number=row.number - 1)


def other_state_number(row):
    EncounterSecret.sealed.filter(encounter=row).update(number=row.number - 1)


def lost_state(row):
    EncounterSecret.sealed.filter(encounter=row).delete()


def not_begun(row):
    Encounter.objects.filter(pk=row.pk).update(status="prepared")


NUMBERS = {
    stray_command: "commands have higher numbers than the encounter: 8",
    stray_event: "events have no command: 7",
    lost_command: "commands are missing: 4",
    lost_command_of_the_branch: "needs command 1",
    other_number: "commands have higher numbers than the encounter: 6",
    other_state_number: "its state is that after command 5, its number is 6",
    lost_state: "has no state",
    not_begun: "has not begun",
}


@pytest.mark.tampered
@pytest.mark.parametrize(("damage", "words"), NUMBERS.items(), ids=[damage.__name__ for damage in NUMBERS])
def test_rows_that_do_not_fit_the_numbers_are_found(played, damage, words, capsys):
    damage(played)
    assert words in faults(played)
    assert auditing.suspicious_encounter_ids() == [played.pk]
    assert not play.replays_equal(played)
    with pytest.raises(CommandError, match="Some encounters do not replay"):
        call_command("replay", "--all")
    assert words in capsys.readouterr().out


def other_state(row):
    secret = EncounterSecret.sealed.get(encounter=row)
    secret.state["round"] = 7
    secret.save()


def refused_command(row):
    command = Command.objects.get(encounter=row, number=2)
    command.body["target"] = "nobody"
    command.save()


def undone_without_undo(row):
    Command.objects.filter(encounter=row, number=1).update(struck_by=5)


PLAYED = {
    other_state: "another state",
    refused_command: "is refused",
    undone_without_undo: "marked as undone",
}


@pytest.mark.tampered
@pytest.mark.parametrize(("damage", "words"), PLAYED.items(), ids=[damage.__name__ for damage in PLAYED])
def test_a_replay_that_does_not_come_out_is_found(played, damage, words):
    damage(played)
    assert words in faults(played)
    assert auditing.suspicious_encounter_ids() == []


def test_a_command_chosen_at_a_number_that_is_not_there_any_more_is_stale(played, gm):
    command = {"type": "adjust", "actor": "gm", "target": "mara", "hp": 3, "reason": "a test"}
    number = played.number
    with pytest.raises(play.StaleCommand):
        play.submit(encounter=played, by=gm, command=command, seen=number + 1)
    assert play.submit(encounter=played, by=gm, command=command, seen=number).number == number + 1
