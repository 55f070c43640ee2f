"""The figures of a scenario: what was acknowledged against what is stored, and who hears of what comes next."""

from collections import Counter

from tests.soak.figures import Figures


def conclude(scenario, size, load):
    """Gives one more command at every table, ends the play and counts; to be called while the site still runs."""
    last = {}
    for encounter in load.table["running"]:
        for near in (True, False):
            last[encounter] = load.phones[0].range_order(encounter, ("mara", "bo"), near) or last.get(encounter, 0)
    silent = [listener.encounter for listener in load.listeners if not listener.hears(last[listener.encounter])]
    load.close()
    return count(scenario, size, load, silent)


def count(scenario, size, load, silent=()):
    """The figures without a last command."""
    found = load.site.job("audit", campaign=load.table["campaign"])
    lost, doubled = compare(load.phones, found)
    errors = [error for phone in load.phones for error in phone.errors]
    statuses = {status: times for status, times in sorted(load.statuses.items()) if status not in (200, 201)}
    told = " ".join(f"{times} x {status}" for status, times in statuses.items())
    details = [*found["faults"][:3], *errors[:3]]
    return Figures(
        scenario,
        str(size),
        acknowledged=load.acknowledged,
        lost=lost,
        doubled=doubled,
        server_errors=len(errors),
        mismatches=len(found["faults"]),
        silent=len(silent),
        note=" ".join([told, *map(str, details)]).strip(),
    )


def compare(phones, found):
    """How much was lost and doubled: commands by key and number, notes by their text."""
    keys = Counter(key for _encounter, _number, key in found["commands"])
    numbers = Counter((encounter, number) for encounter, number, _key in found["commands"])
    stored = {key: number for _encounter, number, key in found["commands"]}
    notes = Counter(found["notes"])
    accepted = {key: number for phone in phones for key, number in phone.accepted.items()}
    refused = {key for phone in phones for key in phone.refused}
    lost = sum(stored.get(key) != number for key, number in accepted.items())
    lost += sum(text not in notes for phone in phones for text in phone.notes)
    doubled = sum(times - 1 for times in (*keys.values(), *numbers.values(), *notes.values()))
    return lost, doubled + len(refused & set(stored))
