"""Counters: the cards that a defence put aside strike back at once (GOB-60)."""

from rules.engine.cards import count_cards
from rules.games.game_of_bastards import figures
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Counter, Participant, Play, Side


def begin_next(fight: Fight) -> bool:
    """Begin the next counter, or drop it when one of the two is out; False when there is none."""
    state = fight.state
    if not state.queue:
        return False
    counter = state.queue.pop(0)
    participant, target = fight.by_id.get(counter.who), fight.by_id.get(counter.target)
    if participant is None or target is None or participant.out is not None or target.out is not None:
        discard(fight, counter)
        return True
    begin(fight, counter, participant, target)
    return True


def discard(fight: Fight, counter: Counter) -> None:
    """Discard the cards of a counter that is not carried out."""
    fight.deck.discard += counter.cards
    text = f"A counter is not carried out: {count_cards(len(counter.cards))} discarded."
    event = fight.add_event("counter-lost", text, ("GOB-60",), actor=counter.who, count=len(counter.cards))
    fight.show(event, counter.cards)


def begin(fight: Fight, counter: Counter, participant: Participant, target: Participant) -> None:
    """A counter is a complete physical attack with its weapon; nothing can be added to it."""
    number = len(counter.cards)
    fight.state.play = play_of(fight, counter, participant, target)
    text = f"{participant.name} counters with {counter.weapon}: {count_cards(number)} face down against {target.name}."
    rules = ("GOB-60", "GOB-43")
    fight.add_event(
        "attack",
        text,
        rules,
        actor=participant.id,
        target=target.id,
        targets=[target.id],
        how="physical",
        counter=True,
        count=number,
    )


def play_of(fight: Fight, counter: Counter, participant: Participant, target: Participant) -> Play:
    """The attack of a counter: all its cards are down, and its side has answered."""
    trait = figures.higher_of_desperation(participant) if participant.desperate else "body"
    number = len(counter.cards)
    side = Side(
        participant.id,
        counter.cards,
        trait=trait,
        bonus=figures.trait(participant, trait),
        limit=number,
        used=number,
        answered=True,
    )
    weapons = [weapon for weapon in participant.weapons if weapon.name == counter.weapon][:1]
    skill = weapons[0].skill if weapons else None
    return Play(
        kind="physical",
        sides=[side, Side(target.id)],
        damage=sum(figures.flat_damage(fight.state, participant, weapons, skill).values()),
        melee=True,
        weapons=[weapon.name for weapon in weapons],
        counter=True,
    )
