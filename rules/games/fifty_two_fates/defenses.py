"""Resolving a defence: the comparison, what everyone is told, and what follows (F52-21 to F52-29)."""

from rules.engine import cards
from rules.games.fifty_two_fates import comparison, play_results, tables, wording
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant, Pending


def resolve(fight: Fight, play: Pending, pile: str) -> None:
    """Play the defender's cards (`pile`, which may be empty) against a play, and apply the result."""
    target, participant = fight.by_id[play.target], fight.by_id[play.actor]
    fight.lay(target, pile)
    bonus, guard = added_values(target, play)
    verdict = comparison.judge(play.cards, pile, bonus, guard, target.parry == tables.ACE)
    if not fight.silent:
        announce_defense(fight, play, pile, verdict)
    if verdict.success:
        play_results.apply_success(fight, participant, target, play, verdict.rules)
        return
    play_results.use_up_spells(target, play)
    fight.add_event(
        "miss", wording.miss(participant, target, play), verdict.rules, actor=participant.id, target=target.id
    )
    if verdict.fumble:
        play_results.fumble(fight, participant)


def announce_defense(fight: Fight, play: Pending, pile: str, verdict: comparison.Verdict) -> None:
    """Tell everyone which cards defended, and show them."""
    target = fight.by_id[play.target]
    event = fight.add_event(
        "defense",
        wording.defense(target, pile, play, verdict),
        (*verdict.rules, *rule_ids(target, play, verdict)),
        actor=target.id,
        target=play.actor,
        cards=cards.names_of(pile),
        attack_total=verdict.attack_total,
        defense_total=verdict.defense_total,
        success=verdict.success,
    )
    fight.show(event, pile)


def rule_ids(target: Participant, play: Pending, verdict: comparison.Verdict) -> tuple[str, ...]:
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
