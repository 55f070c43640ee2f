"""Harm: damage to pools, desperation, going out, lost members, costs (GOB-46 to GOB-49, GOB-96)."""

from rules.engine.refusals import refuse
from rules.games.game_of_bastards import figures, plays, tables, wording
from rules.games.game_of_bastards.context import Fight, lowest_first
from rules.games.game_of_bastards.state import Participant, Question
from rules.games.game_of_bastards.wording import count_points


def wound(fight: Fight, participant: Participant, pool: str, amount: int, rules: tuple[str, ...]) -> None:
    """Damage a pool; damage beyond its points is lost (GOB-47), and 0 is no damage (GOB-46)."""
    if amount == 0:
        text = f"{participant.name} takes no damage."
        fight.add_event("no-damage", text, rules, target=participant.id)
        return
    place = figures.POOL[pool]
    before = participant.pools[place]
    participant.pools[place] = now = max(0, before - amount)
    most = maximum(participant, place)
    text = f"{participant.name} takes {count_points(amount)} of damage: {pool.upper()} {now} of {most}."
    if participant.kind == "follower":
        text = f"{participant.name} takes {count_points(amount)} of damage: {now} of {most} power left."
    fight.add_event(
        "damage", text, (*rules, "GOB-47"), target=participant.id, pool=pool, amount=amount, now=now, max=most
    )
    if now == 0:
        empty_pool(fight, participant, pool, before == 0)


def maximum(participant: Participant, place: int) -> int:
    """The maximum of a pool (GOB-11, GOB-95)."""
    return participant.traits[place] * tables.POOL_A_RANK


def empty_pool(fight: Fight, participant: Participant, pool: str, was_empty: bool) -> None:
    """A pool has reached 0: the participant is desperate, or out (GOB-48, GOB-49, GOB-95)."""
    if participant.kind == "follower":
        go_out(fight, participant, "knocked-out")
    elif was_empty or participant.pools.count(0) > 1:
        go_out(fight, participant, "unconscious" if pool == "bp" else "beaten")
    else:
        announce_desperate(fight, participant)
        fight.state.questions.append(Question("desperation", participant.id))


def announce_desperate(fight: Fight, participant: Participant) -> None:
    """Tell everyone that a participant became desperate."""
    fight.add_event("desperate", f"{participant.name} is desperate.", ("GOB-48",), target=participant.id)


def usable(fight: Fight, participant: Participant, key: str) -> bool:
    """Whether an advantage can be used and paid now (GOB-16, GOB-48)."""
    if not figures.is_usable(participant, key):
        return False
    wildcards = figures.figure(fight.state, participant, key, "wildcards")
    return participant.wildcards >= wildcards and can_pay_points(fight, participant, key)


def can_pay_points(fight: Fight, participant: Participant, key: str) -> bool:
    """Whether the pool of its suit can pay an advantage without putting its owner out (GOB-16, GOB-48)."""
    cost = figures.figure(fight.state, participant, key, "cost")
    points_left = participant.pools[figures.POOL[tables.SUIT_POOL[tables.ADVANTAGES[key].suit]]] - cost
    return not cost or points_left > 0 or (points_left == 0 and 0 not in participant.pools)


def pay(fight: Fight, participant: Participant, key: str) -> None:
    """Pay the cost of an advantage, from the pool of its suit and in wildcards; else `Refused` (GOB-16, GOB-48)."""
    advantage = tables.ADVANTAGES[key]
    wildcards = figures.figure(fight.state, participant, key, "wildcards")
    cost = figures.figure(fight.state, participant, key, "cost")
    if participant.wildcards < wildcards:
        need = "a wildcard" if wildcards == 1 else f"{wildcards} wildcards"
        refuse(
            "wildcard.none",
            f"{advantage.name} costs {need}; {participant.name} has {participant.wildcards}.",
            advantage.rule,
        )
    participant.wildcards -= wildcards
    pool = tables.SUIT_POOL[advantage.suit]
    place = figures.POOL[pool]
    if participant.pools[place] < cost:
        text = f"{advantage.name} costs {cost} {pool.upper()}; {participant.name} has {participant.pools[place]}."
        refuse("cost.too-high", text, advantage.rule)
    if not cost:
        return
    if participant.pools[place] == cost and 0 in participant.pools:
        text = f"{advantage.name} would empty {participant.name}'s second pool and put them out; that is not possible."
        refuse("cost.puts-out", text, "GOB-48")
    participant.pools[place] -= cost
    now, most = participant.pools[place], maximum(participant, place)
    text = f"{participant.name} pays {cost} {pool.upper()} for {advantage.name}: {now} of {most} left."
    fight.add_event(
        "paid", text, (advantage.rule,), actor=participant.id, advantage=key, pool=pool, amount=cost, now=now, max=most
    )
    if now == 0:
        participant.due = True
        announce_desperate(fight, participant)


def spend(participant: Participant, number: int) -> None:
    """Spend wildcards, else `Refused` (GOB-06)."""
    if participant.wildcards < number:
        words = "a wildcard" if number == 1 else f"{number} wildcards"
        refuse("wildcard.none", f"{participant.name} needs {words} for it and has {participant.wildcards}.", "GOB-06")
    participant.wildcards -= number


def lose_members(fight: Fight, participant: Participant, margin: int) -> None:
    """Extras lose a member for every 2 points of difference, and discard surplus cards (GOB-96)."""
    lost = min(participant.members, margin // tables.POINTS_A_MEMBER)
    participant.members -= lost
    words_left = "none left" if not participant.members else f"{participant.members} left"
    words = "no member" if not lost else "1 member" if lost == 1 else f"{lost} members"
    text = f"{participant.name} loses {words}: {words_left}."
    fight.add_event("members", text, ("GOB-96",), target=participant.id, lost=lost, members=participant.members)
    if not participant.members:
        go_out(fight, participant, "gone")
        return
    surplus = len(participant.hand) - participant.members
    if lost and surplus > 0:
        fight.discard(participant, "".join(lowest_first(participant.hand)[:surplus]), ("GOB-96",))


def go_out(fight: Fight, participant: Participant, how: tables.OutWord) -> None:
    """A participant is out: discard its hand and initiative card and remove it from the play (GOB-49)."""
    participant.out = how
    participant.due = False
    rules = wording.OUT_RULES[how]
    if how != "conceded":
        fight.add_event(
            "out", wording.OUT_TEXT[how].format(name=participant.name), rules, target=participant.id, out=how
        )
    lay_down(fight, participant, rules)
    state = fight.state
    state.questions = [question for question in state.questions if question.who != participant.id]
    if state.play is not None:
        plays.drop(fight, participant)


def lay_down(fight: Fight, participant: Participant, rules: tuple[str, ...]) -> None:
    """Discard the hand and the initiative card."""
    fight.discard(participant, participant.hand, rules)
    if participant.card:
        fight.deck.discard += participant.card
        participant.card = ""
