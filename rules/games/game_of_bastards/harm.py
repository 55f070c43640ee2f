"""Harm: pools that sink, desperation, going out, members lost, costs (GOB-46 to GOB-49, GOB-96)."""

from rules.engine.refusals import refuse
from rules.games.game_of_bastards import figures, plays, tables, wording
from rules.games.game_of_bastards.fight import Fight, lowest_first
from rules.games.game_of_bastards.state import Person, Question
from rules.games.game_of_bastards.wording import points


def wound(fight: Fight, person: Person, pool: str, amount: int, rules: tuple[str, ...]) -> None:
    """Damage to a pool; what is more than the pool holds is lost (GOB-47). 0 is no damage (GOB-46)."""
    if amount == 0:
        text = f"{person.name} takes no damage."
        fight.tell("no-damage", text, rules, target=person.id)
        return
    place = figures.POOL[pool]
    before = person.pools[place]
    person.pools[place] = now = max(0, before - amount)
    most = maximum(person, place)
    text = f"{person.name} takes {points(amount)} of damage: {pool.upper()} {now} of {most}."
    if person.kind == "follower":
        text = f"{person.name} takes {points(amount)} of damage: {now} of {most} power left."
    fight.tell("damage", text, (*rules, "GOB-47"), target=person.id, pool=pool, amount=amount, now=now, max=most)
    if now == 0:
        emptied(fight, person, pool, before == 0)


def maximum(person: Person, place: int) -> int:
    """The maximum of a pool (GOB-11, GOB-95)."""
    return person.traits[place] * tables.POOL_A_RANK


def emptied(fight: Fight, person: Person, pool: str, was_empty: bool) -> None:
    """A pool is empty: desperate, or out when it was empty before or is the second (GOB-48, GOB-49, GOB-95)."""
    if person.kind == "follower":
        go_out(fight, person, "knocked-out")
    elif was_empty or person.pools.count(0) > 1:
        go_out(fight, person, "unconscious" if pool == "bp" else "beaten")
    else:
        tell_desperate(fight, person)
        fight.state.questions.append(Question("desperation", person.id))


def tell_desperate(fight: Fight, person: Person) -> None:
    """Everybody hears that somebody became desperate."""
    fight.tell("desperate", f"{person.name} is desperate.", ("GOB-48",), target=person.id)


def pay(fight: Fight, person: Person, key: str) -> None:
    """The cost of an advantage, from its suit's pool and in wildcards; else `Refused` (GOB-16, GOB-48)."""
    one = tables.ADVANTAGES[key]
    wildcards = figures.figure(fight.state, key, "wildcards")
    cost = figures.figure(fight.state, key, "cost")
    if person.wildcards < wildcards:
        need = "a wildcard" if wildcards == 1 else f"{wildcards} wildcards"
        refuse("wildcard.none", f"{one.name} costs {need}; {person.name} has {person.wildcards}.", one.rule)
    person.wildcards -= wildcards
    pool = tables.SUIT_POOL[one.suit]
    place = figures.POOL[pool]
    if person.pools[place] < cost:
        text = f"{one.name} costs {cost} {pool.upper()}; {person.name} has {person.pools[place]}."
        refuse("cost.too-high", text, one.rule)
    if not cost:
        return
    if person.pools[place] == cost and 0 in person.pools:
        text = f"{one.name} would empty {person.name}'s second pool and put it out; that is not possible."
        refuse("cost.puts-out", text, "GOB-48")
    person.pools[place] -= cost
    now, most = person.pools[place], maximum(person, place)
    text = f"{person.name} pays {cost} {pool.upper()} for {one.name}: {now} of {most} left."
    fight.tell("paid", text, (one.rule,), actor=person.id, advantage=key, pool=pool, amount=cost, now=now, max=most)
    if now == 0:
        person.due = True
        tell_desperate(fight, person)


def spend(person: Person, number: int) -> None:
    """Take wildcards away, else `Refused` (GOB-06)."""
    if person.wildcards < number:
        words = "a wildcard" if number == 1 else f"{number} wildcards"
        refuse("wildcard.none", f"{person.name} needs {words} for it and has {person.wildcards}.", "GOB-06")
    person.wildcards -= number


def lose_members(fight: Fight, person: Person, margin: int) -> None:
    """Extras lose a member for every 2 full points of difference, and surplus cards with them (GOB-96)."""
    lost = min(person.members, margin // tables.POINTS_A_MEMBER)
    person.members -= lost
    left = "none left" if not person.members else f"{person.members} left"
    words = "no member" if not lost else "1 member" if lost == 1 else f"{lost} members"
    text = f"{person.name} lose {words}: {left}."
    fight.tell("members", text, ("GOB-96",), target=person.id, lost=lost, members=person.members)
    if not person.members:
        go_out(fight, person, "gone")
        return
    surplus = len(person.hand) - person.members
    if lost and surplus > 0:
        fight.throw(person, "".join(lowest_first(person.hand)[:surplus]), ("GOB-96",))


def go_out(fight: Fight, person: Person, how: tables.OutWord) -> None:
    """Out of the opposition: the hand and the initiative card are discarded, it drops out of a play (GOB-49)."""
    person.out = how
    person.due = False
    rules = wording.OUT_RULES[how]
    if how != "conceded":
        fight.tell("out", wording.OUT_TEXT[how].format(name=person.name), rules, target=person.id, out=how)
    lay_down(fight, person, rules)
    state = fight.state
    state.questions = [question for question in state.questions if question.who != person.id]
    if state.play is not None:
        plays.drop(fight, person)


def lay_down(fight: Fight, person: Person, rules: tuple[str, ...]) -> None:
    """The hand and the initiative card go to the discard pile."""
    fight.throw(person, person.hand, rules)
    if person.card:
        fight.deck.discard += person.card
        person.card = ""
