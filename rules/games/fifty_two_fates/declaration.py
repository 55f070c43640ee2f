"""Declaring a play: playing the attacker's cards and asking for a defence."""

from rules.engine import cards
from rules.games.fifty_two_fates import comparison, play_results, play_rules, tables, wording
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant, Pending


def declare(fight: Fight, person: Participant, target: Participant, play: Pending, moved: bool = False) -> None:
    """Play the attacker's cards, then ask for the defence unless a rule says that there is none."""
    play_rules.use_action(person)
    fight.lay(person, play.cards)
    if not fight.silent:
        event = fight.tell(
            play.kind,
            wording.play(person, target, play),
            play_rule_ids(target, play, moved),
            actor=person.id,
            target=target.id,
            cards=cards.names_of(play.cards),
            how=play.how,
        )
        fight.show(event, play.cards)
    reason = rule_without_defense(target, play)
    if reason is None:
        fight.state.pending = play
    else:
        play_results.apply_success(fight, person, target, play, (reason,))


def play_rule_ids(target: Participant, play: Pending, moved: bool) -> tuple[str, ...]:
    """The rules of a play:

    its own, those of a move into melee and of the extra card against a partly incapacitated target.
    """
    rules = wording.PLAY_RULES[play.how]
    if moved:
        rules += ("F52-17",)
    if target.bound and play.kind != "spell":
        rules += ("F52-54",)
    return rules


def rule_without_defense(target: Participant, play: Pending) -> str | None:
    """The rule by which the target cannot defend, or None (F52-55, F52-84)."""
    if target.helpless:
        return "F52-55"
    if play.how != "destruct" and target.destruct is not None and target.destruct.value == tables.ACE:
        return "F52-84"
    return None


def defense_rule_ids(target: Participant, play: Pending, verdict: comparison.Verdict) -> tuple[str, ...]:
    """The rules that counted in a defence besides those of the verdict."""
    rules: tuple[str, ...] = ("F52-21",)
    if target.parry and "F52-74" not in verdict.rules:
        rules += ("F52-74",)
    if play.how != "destruct":
        if target.destruct is not None:
            rules += ("F52-83",)
        if target.protect is not None:
            rules += ("F52-88",) if target.protect.value == tables.ACE else ("F52-87",)
    return rules


def added_values(target: Participant, play: Pending) -> tuple[int, int]:
    """(added to the attack, added to the defence) by spells and a parry (F52-74, F52-83, F52-87)."""
    guard = target.parry if target.parry != tables.ACE else 0
    if play.how == "destruct":
        return 0, guard
    if target.protect is not None and target.protect.value != tables.ACE:
        guard += target.protect.value
    if target.destruct is not None and target.destruct.value != tables.ACE:
        return target.destruct.value, guard
    return 0, guard
