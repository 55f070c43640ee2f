"""Harm: damage to pools, desperation, going out, lost members, costs (GOB-46 to GOB-49, GOB-96)."""

from rules.engine.refusals import refuse
from rules.games.game_of_bastards import figures, plays, tables, wording
from rules.games.game_of_bastards.context import Fight, lowest_first
from rules.games.game_of_bastards.state import Person, Question
from rules.games.game_of_bastards.wording import count_points


def wound(fight: Fight, person: Person, pool: str, amount: int, rules: tuple[str, ...]) -> None:
    """Damage a pool; damage beyond its points is lost (GOB-47), and 0 is no damage (GOB-46)."""
    if amount == 0:
        text = f"{person.name} takes no damage."
        fight.tell("no-damage", text, rules, target=person.id)
        return
    place = figures.POOL[pool]
    before = person.pools[place]
    person.pools[place] = now = max(0, before - amount)
    most = maximum(person, place)
    text = f"{person.name} takes {count_points(amount)} of damage: {pool.upper()} {now} of {most}."
    if person.kind == "follower":
        text = f"{person.name} takes {count_points(amount)} of damage: {now} of {most} power left."
    fight.tell("damage", text, (*rules, "GOB-47"), target=person.id, pool=pool, amount=amount, now=now, max=most)
    if now == 0:
        empty_pool(fight, person, pool, before == 0)


def maximum(person: Person, place: int) -> int:
    """The maximum of a pool (GOB-11, GOB-95)."""
    return person.traits[place] * tables.POOL_A_RANK


def empty_pool(fight: Fight, person: Person, pool: str, was_empty: bool) -> None:
    """A pool has reached 0: the participant is desperate, or out (GOB-48, GOB-49, GOB-95)."""
    if person.kind == "follower":
        go_out(fight, person, "knocked-out")
    elif was_empty or person.pools.count(0) > 1:
        go_out(fight, person, "unconscious" if pool == "bp" else "beaten")
    else:
        tell_desperate(fight, person)
        fight.state.questions.append(Question("desperation", person.id))


def tell_desperate(fight: Fight, person: Person) -> None:
    """Tell everyone that a participant became desperate."""
    fight.tell("desperate", f"{person.name} is desperate.", ("GOB-48",), target=person.id)


def pay(fight: Fight, person: Person, key: str) -> None:
    """Pay the cost of an advantage, from the pool of its suit and in wildcards; else `Refused` (GOB-16, GOB-48)."""
    advantage = tables.ADVANTAGES[key]
    wildcards = figures.figure(fight.state, key, "wildcards")
    cost = figures.figure(fight.state, key, "cost")
    if person.wildcards < wildcards:
        need = "a wildcard" if wildcards == 1 else f"{wildcards} wildcards"
        refuse("wildcard.none", f"{advantage.name} costs {need}; {person.name} has {person.wildcards}.", advantage.rule)
    person.wildcards -= wildcards
    pool = tables.SUIT_POOL[advantage.suit]
    place = figures.POOL[pool]
    if person.pools[place] < cost:
        text = f"{advantage.name} costs {cost} {pool.upper()}; {person.name} has {person.pools[place]}."
        refuse("cost.too-high", text, advantage.rule)
    if not cost:
        return
    if person.pools[place] == cost and 0 in person.pools:
        text = f"{advantage.name} would empty {person.name}'s second pool and put them out; that is not possible."
        refuse("cost.puts-out", text, "GOB-48")
    person.pools[place] -= cost
    now, most = person.pools[place], maximum(person, place)
    text = f"{person.name} pays {cost} {pool.upper()} for {advantage.name}: {now} of {most} left."
    fight.tell(
        "paid", text, (advantage.rule,), actor=person.id, advantage=key, pool=pool, amount=cost, now=now, max=most
    )
    if now == 0:
        person.due = True
        tell_desperate(fight, person)


def spend(person: Person, number: int) -> None:
    """Spend wildcards, else `Refused` (GOB-06)."""
    if person.wildcards < number:
        words = "a wildcard" if number == 1 else f"{number} wildcards"
        refuse("wildcard.none", f"{person.name} needs {words} for it and has {person.wildcards}.", "GOB-06")
    person.wildcards -= number


def lose_members(fight: Fight, person: Person, margin: int) -> None:
    """Extras lose a member for every 2 points of difference, and discard surplus cards (GOB-96)."""
    lost = min(person.members, margin // tables.POINTS_A_MEMBER)
    person.members -= lost
    words_left = "none left" if not person.members else f"{person.members} left"
    words = "no member" if not lost else "1 member" if lost == 1 else f"{lost} members"
    text = f"{person.name} loses {words}: {words_left}."
    fight.tell("members", text, ("GOB-96",), target=person.id, lost=lost, members=person.members)
    if not person.members:
        go_out(fight, person, "gone")
        return
    surplus = len(person.hand) - person.members
    if lost and surplus > 0:
        fight.throw(person, "".join(lowest_first(person.hand)[:surplus]), ("GOB-96",))


def go_out(fight: Fight, person: Person, how: tables.OutWord) -> None:
    """A participant is out: discard its hand and initiative card and remove it from the play (GOB-49)."""
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
    """Discard the hand and the initiative card."""
    fight.throw(person, person.hand, rules)
    if person.card:
        fight.deck.discard += person.card
        person.card = ""
