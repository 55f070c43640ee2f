"""Declaring a play: playing the attacker's cards and asking for a defence."""

from rules.engine import cards
from rules.games.fifty_two_fates import defenses, play_results, play_rules, tables, wording
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant, Pending


def declare(fight: Fight, participant: Participant, target: Participant, play: Pending, moved: bool = False) -> None:
    """Play the attacker's cards, then ask for the defence unless a rule says that there is none."""
    play_rules.use_action(participant)
    fight.lay(participant, play.cards)
    if not fight.silent:
        event = fight.add_event(
            play.kind,
            wording.play(participant, target, play),
            play_rule_ids(target, play, moved),
            actor=participant.id,
            target=target.id,
            cards=cards.names_of(play.cards),
            how=play.how,
        )
        fight.show(event, play.cards)
    reason = rule_without_defense(target, play)
    if reason is not None:
        play_results.apply_success(fight, participant, target, play, (reason,))
    elif fight.state.only_useful_questions and not fight.hand_of(target):
        # Without a card the only answer is to play none (F52-22).
        defenses.resolve(fight, play, "")
    else:
        fight.state.pending = play


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
