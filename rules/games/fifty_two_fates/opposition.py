"""The opposition: laying the attacker's cards, whether a defence is asked for, and what counts in it."""

from rules.engine import cards
from rules.games.fifty_two_fates import landing, opposed, plays, tables, wording
from rules.games.fifty_two_fates.fight import Fight
from rules.games.fifty_two_fates.state import Participant, Pending


def declare(fight: Fight, person: Participant, target: Participant, play: Pending, moved: bool = False) -> None:
    """Lay the attacker's cards, then ask for the defence, unless a rule says that none is asked for."""
    plays.use_action(person)
    fight.lay(person, play.cards)
    event = fight.tell(
        play.kind,
        wording.play(person, target, play),
        declared_by(target, play, moved),
        actor=person.id,
        target=target.id,
        cards=cards.named(play.cards),
        how=play.how,
    )
    fight.show(event, play.cards)
    reason = undefended(target, play)
    if reason is None:
        fight.state.pending = play
    else:
        landing.land(fight, person, target, play, (reason,))


def declared_by(target: Participant, play: Pending, moved: bool) -> tuple[str, ...]:
    """The rules of a play: its own, the move that closes in, the card more against a bound target."""
    rules = wording.PLAY_RULES[play.how]
    if moved:
        rules += ("F52-17",)
    if target.bound and play.kind != "spell":
        rules += ("F52-54",)
    return rules


def undefended(target: Participant, play: Pending) -> str | None:
    """The rule by which no defence is asked for, or None (F52-55, F52-84)."""
    if target.helpless:
        return "F52-55"
    if play.how != "destruct" and target.destruct is not None and target.destruct.value == tables.ACE:
        return "F52-84"
    return None


def defended_by(target: Participant, play: Pending, verdict: opposed.Verdict) -> tuple[str, ...]:
    """The rules that counted in a defence besides the verdict's own."""
    rules: tuple[str, ...] = ("F52-21",)
    if target.parry and "F52-74" not in verdict.rules:
        rules += ("F52-74",)
    if play.how != "destruct":
        if target.destruct is not None:
            rules += ("F52-83",)
        if target.protect is not None:
            rules += ("F52-88",) if target.protect.value == tables.ACE else ("F52-87",)
    return rules


def added(target: Participant, play: Pending) -> tuple[int, int]:
    """What spells and a parry add: to the attack, and to the defence (F52-74, F52-83, F52-87)."""
    guard = target.parry if target.parry != tables.ACE else 0
    if play.how == "destruct":
        return 0, guard
    if target.protect is not None and target.protect.value != tables.ACE:
        guard += target.protect.value
    if target.destruct is not None and target.destruct.value != tables.ACE:
        return target.destruct.value, guard
    return 0, guard
