"""What every test that plays checks in the end."""

from campaigns.encounters import play
from campaigns.encounters.models import Command, Encounter, Event
from campaigns.encounters.play import replay


def assert_replays(encounter: Encounter) -> None:
    """The stored commands give the stored state, no number is missing, and every opened card was committed to."""
    encounter = Encounter.objects.select_related("campaign").get(pk=encounter.pk)
    rows = Command.objects.filter(encounter=encounter).order_by("number")
    numbers = list(rows.values_list("number", flat=True))
    assert numbers == list(range(1, encounter.number + 1)), "the numbers have a gap"
    assert play.replays_equal(encounter), f"encounter {encounter.pk} does not replay to its stored state"
    report = play.verify(encounter)
    assert report["ok"], report
    aside = {replay.UNDO, replay.CONTROL}
    branch = replay.commands_leading_to(replay.stored_commands(encounter), encounter.number)
    counting = [row.number for row in branch if row.type not in aside]
    assert play.undo_targets(encounter) == counting, "what counts is not what was never struck"
    strays = Event.objects.filter(encounter=encounter, number__gt=encounter.number)
    assert not strays.exists(), "events without a command"


def assert_all_replay() -> None:
    """The same for every encounter that has begun."""
    for encounter in Encounter.objects.exclude(status=Encounter.Status.PREPARED):
        assert_replays(encounter)
