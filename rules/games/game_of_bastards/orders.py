"""The orders of the Dealer: pools, rest, control, leaving, ending (GOB-49, GOB-50, GOB-53, GOB-97)."""

from collections.abc import Iterable

from rules.engine import hidden
from rules.engine.refusals import refuse
from rules.engine.upgrades import began_before
from rules.games.game_of_bastards import commands, entry, figures, harm, plays, tables, wording
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Participant


def adjust(fight: Fight, order: commands.Adjust) -> None:
    """Raise or lower a pool, with a reason; desperation and going out follow (GOB-48, GOB-49)."""
    participant = fight.find(order.target, "target")
    known = {"fated": tables.POOLS, "follower": ("power",), "extras": ()}[participant.kind]
    if order.pool not in known:
        text = f"pool: {participant.name} has {', '.join(known) if known else 'no pools'}; name one of them."
        refuse("pool.unknown", text, "GOB-95" if participant.kind == "follower" else "GOB-11")
    place = figures.POOL[order.pool]
    before, most = participant.pools[place], harm.maximum(participant, place)
    now = before + order.amount
    if not 0 <= now <= most:
        least = f"from {-before} to {most - before}"
        refuse("pool.range", f"amount: {least}, so that the pool stays between 0 and {most}.", "GOB-11")
    participant.pools[place] = now
    text = f"The Dealer sets {wording.pool_name(order.pool)} of {participant.name} to {now} of {most}: {order.reason}"
    fight.add_event(
        "adjusted",
        text,
        ("GOB-11", "GOB-49"),
        target=participant.id,
        pool=order.pool,
        amount=order.amount,
        now=now,
        max=most,
        reason=order.reason,
    )
    if now == 0 and before and participant.out is None:
        harm.empty_pool(fight, participant, order.pool, False)


def rest(fight: Fight, order: commands.Rest) -> None:
    """Refill pools, fully or in part, rounded up (GOB-53); a rest of everyone refills hidden participants unseen."""
    participants = fight.state.participants if order.target is None else [fight.find(order.target, "target")]
    share = 100 if order.percent is None else order.percent
    unseen = fight.state.hidden if order.target is None and not began_before(fight.state, 3) else []
    for participant in [*participants, *unseen]:
        for place, now in enumerate(participant.pools):
            most = harm.maximum(participant, place)
            participant.pools[place] = min(most, now - (-most * share // 100))
    subject = "Everyone rests" if order.target is None else f"{participants[0].name} rests"
    filled = "all pools are full again" if share == 100 else f"pools are refilled by {share} % of their maximum"
    text = f"{subject}; {filled}."
    event = fight.add_event(
        "rested",
        text,
        ("GOB-53",),
        percent=share,
        pools={participant.id: pools(participant) for participant in participants},
    )
    if order.target is not None:
        event["target"] = order.target


def pools(participant: Participant) -> dict[tables.PoolKey, list[int]]:
    """Every pool as [now, maximum]."""
    names: tuple[tables.PoolKey, ...] = ()
    if participant.kind != "extras":
        names = tables.POOLS if participant.kind == "fated" else ("power",)
    return {name: [participant.pools[place], harm.maximum(participant, place)] for place, name in enumerate(names)}


def assign(fight: Fight, order: commands.Assign) -> None:
    """Give a participant to another player (GOB-97)."""
    participant = fight.find(order.target, "target")
    participant.controller = order.controller
    entry.check_controller(fight.state, participant, "controller")
    name = "the Dealer" if order.controller == tables.DEALER else fight.by_id[order.controller].name
    if order.controller == participant.id:
        name = "their own player"
    text = f"{participant.name} is now played by {name}."
    fight.add_event("assigned", text, ("GOB-97",), target=participant.id, controller=order.controller)
    fight.reveals = True


def leave(fight: Fight, order: commands.Leave) -> None:
    """Remove a participant: its cards are discarded, and the Dealer gets those that it controlled (GOB-98)."""
    state = fight.state
    if hidden.leave(fight, state, order.target):
        state.hidden_rows.pop(order.target, None)
        give_to_dealer(state.hidden, order.target)
        return
    participant = fight.find(order.target, "target")
    fight.add_event("left", f"{participant.name} leaves.", ("GOB-98",), target=participant.id)
    participant.due = False
    harm.lay_down(fight, participant, ("GOB-98",))
    state.participants.remove(participant)
    state.gone = [*state.gone, participant]
    del fight.by_id[participant.id]
    # Its place in this round is gone too, so that it may join again and act from the next.
    state.order = ["" if participant_id == participant.id else participant_id for participant_id in state.order]
    everyone = [*state.participants, *state.hidden]
    give_to_dealer(everyone, participant.id)
    for other in everyone:
        if participant.id in other.studied:
            other.studied = [participant_id for participant_id in other.studied if participant_id != participant.id]


def give_to_dealer(participants: Iterable[Participant], controller: str) -> None:
    """Let the Dealer play everyone whom this participant controlled (GOB-98)."""
    for participant in participants:
        if participant.controller == controller:
            participant.controller = tables.DEALER


def end(fight: Fight, order: commands.End) -> None:
    """End the opposition: all cards go back and the deck is shuffled (GOB-50)."""
    state = fight.state
    if state.play is not None:
        plays.finish(fight)
    back = "".join([participant.hand + participant.card for participant in state.participants])
    back += "".join([counter.cards for counter in state.queue])
    for participant in state.participants:
        participant.hand = participant.card = ""
        participant.due = False
    if state.options.wildcards_last == "scene":
        for participant in [*state.participants, *([] if began_before(state, 3) else state.gone)]:
            participant.wildcards = 0
    state.queue, state.questions = [], []
    state.outcome = order.outcome
    fight.add_event(
        "ended", f"The opposition ends: {wording.ending(order.outcome)}.", ("GOB-50", "GOB-49"), outcome=order.outcome
    )
    fight.shuffle_in(back)
