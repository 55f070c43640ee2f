"""Advantages that are declared outside a play (GOB-61 to GOB-67, GOB-69, GOB-77, GOB-80)."""

from collections.abc import Callable

from rules.engine.refusals import refuse
from rules.games.game_of_bastards import commands, defenses, figures, harm, meditation, tables
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Person, Question
from rules.games.game_of_bastards.wording import count_cards

Order = commands.UseAdvantage
FIELDS: dict[str, tuple[str, ...]] = {"defensive-stance": ("cards",), "study": ("target",), "berserk": ("stop",)}


def use(fight: Fight, order: Order) -> None:
    """Declare an advantage; whose turn it must be depends on the advantage."""
    person = fight.find(order.actor, "actor")
    if person.out is not None:
        refuse("actor.out", f"actor: {person.name} is out of the opposition.", "GOB-49")
    key = order.advantage
    # To stop being berserk is no use of the advantage.
    stopping = key == "berserk" and order.stop and person.berserk
    known = tables.ADVANTAGES[key] if stopping else figures.require_usable(person, key)
    carry_out = POWERS.get(key)
    if carry_out is None:
        text = f"advantage: {known.name} cannot be declared alone{ELSEWHERE.get(known.use, '')}."
        refuse("advantage.place", text, known.rule)
    for name in ("cards", "target", "stop"):
        if getattr(order, name) is not None and name not in FIELDS.get(key, ()):
            refuse("advantage.field", f"{name}: {known.name} takes none; leave it out.", known.rule)
    if fight.state.step == "follow" and fight.current() is person:
        refuse("turn.follow", f"{person.name} may attack in melee or pass now.", "GOB-72")
    carry_out(fight, person, order)


ELSEWHERE = {"attack": "; name it with an attack", "always": "; it works by itself"}


def in_turn(fight: Fight, person: Person, key: str, *steps: str) -> None:
    """Refuse unless it is the turn of `person`, at one of these steps."""
    if fight.current() is not person or fight.state.step not in steps:
        when = "in your turn, once you have drawn" if steps == ("declare",) else "in your turn"
        advantage = tables.ADVANTAGES[key]
        refuse("turn.not-yours", f"{advantage.name} can only be used {when}.", advantage.rule)


def action_to_come(fight: Fight, person: Person) -> bool:
    """Refuse unless the participant still has the action of this round (GOB-61, GOB-66)."""
    state = fight.state
    if person.spent or person.since > state.round:
        return False
    if not state.begun:
        return True
    if fight.current() is person:
        return state.step in ("draw", "declare")
    return person.id in state.order[state.at + 1 :]


def give_up_action(fight: Fight, person: Person) -> None:
    """Give up the action of this round: the turn ends, or only its draw step is left."""
    person.spent = True
    if fight.current() is person and fight.state.step == "declare":
        fight.state.step = "acted"


def tell(fight: Fight, person: Person, key: str, text: str, **facts: object) -> None:
    """Tell everyone about the use of an advantage."""
    fight.tell("used", text, (tables.ADVANTAGES[key].rule,), actor=person.id, advantage=key, **facts)


def all_out_defense(fight: Fight, person: Person, _order: Order) -> None:
    """Twice Body in physical defences this round, and no action (GOB-61)."""
    if not action_to_come(fight, person):
        refuse("action.spent", f"{person.name} has no action left in this round to give up.", "GOB-61")
    harm.pay(fight, person, "all-out-defense")
    person.all_out = True
    give_up_action(fight, person)
    tell(fight, person, "all-out-defense", f"{person.name} goes into an all-out defence until the round ends.")


def guard(fight: Fight, person: Person, order: Order) -> None:
    """Dodge or Serendipity for the next physical defence (GOB-63, GOB-69)."""
    harm.pay(fight, person, order.advantage)
    person.guard = "dodge" if order.advantage == "dodge" else "serendipity"
    defenses.tell_guard(fight, person)


def iron_wall(fight: Fight, person: Person, _order: Order) -> None:
    """Body lowers damage to BP in this round (GOB-64)."""
    refuse_active(person.iron, person, "iron-wall")
    harm.pay(fight, person, "iron-wall")
    person.iron = True
    tell(fight, person, "iron-wall", f"{person.name} stands like an iron wall until the round ends.")


def refuse_active(standing: bool, person: Person, key: str) -> None:
    """Refuse an advantage that is already active."""
    if standing:
        advantage = tables.ADVANTAGES[key]
        refuse("effect.stands", f"{advantage.name} is already active for {person.name}.", advantage.rule)


def karmic_shuffle(fight: Fight, person: Person, _order: Order) -> None:
    """Everyone defends physically with Luck until the round ends (GOB-65)."""
    refuse_active(fight.state.karmic, person, "karmic-shuffle")
    harm.pay(fight, person, "karmic-shuffle")
    fight.state.karmic = True
    text = f"{person.name} shuffles fate: until the round ends, everyone defends with Luck."
    tell(fight, person, "karmic-shuffle", text)


def soul_of_steel(fight: Fight, person: Person, _order: Order) -> None:
    """Give up the action; twice Spirit lowers damage to SP and BP in this round (GOB-66)."""
    refuse_active(person.soul, person, "soul-of-steel")
    if not action_to_come(fight, person):
        refuse("action.spent", f"{person.name} has no action left in this round to give up.", "GOB-66")
    harm.pay(fight, person, "soul-of-steel")
    person.soul = True
    give_up_action(fight, person)
    tell(fight, person, "soul-of-steel", f"{person.name} steels their soul until the round ends.")


def defensive_stance(fight: Fight, person: Person, order: Order) -> None:
    """Fewer cards on attacks and as many more in defence until the opposition ends (GOB-62)."""
    in_turn(fight, person, "defensive-stance", "declare")
    refuse_active(person.stance > 0, person, "defensive-stance")
    most = figures.trait(person, "body")
    if order.cards is None or not 1 <= order.cards <= most:
        refuse("stance.cards", f"cards: must be from 1 to {most}, the Body of {person.name}.", "GOB-62")
    harm.pay(fight, person, "defensive-stance")
    person.stance = order.cards
    fewer = count_cards(order.cards)
    text = f"{person.name} takes a defensive stance: {fewer} fewer on attacks and as many more in defence."
    tell(fight, person, "defensive-stance", text, cards=order.cards)


def study(fight: Fight, person: Person, order: Order) -> None:
    """Give up the action; Mind counts twice in physical defences against one opponent (GOB-67)."""
    in_turn(fight, person, "study", "declare")
    if order.target is None:
        refuse("target.none", "target: name the opponent to study.", "GOB-67")
    target = fight.find(order.target, "target")
    if target is person:
        refuse("target.self", "target: name an opponent.", "GOB-67")
    if target.out is not None:
        refuse("target.out", f"target: {target.name} is out of the opposition.", "GOB-67")
    refuse_active(target.id in person.studied, person, "study")
    harm.pay(fight, person, "study")
    person.studied = [*person.studied, target.id]
    fight.state.step = "acted"
    tell(fight, person, "study", f"{person.name} studies {target.name}.", target=target.id)


def ass_pull(fight: Fight, person: Person, _order: Order) -> None:
    """Draw two cards, then discard two, or all that are left (GOB-77)."""
    in_turn(fight, person, "ass-pull", "declare")
    harm.pay(fight, person, "ass-pull")
    number = figures.figure(fight.state, "ass-pull", "draw")
    tell(fight, person, "ass-pull", f"{person.name} pulls something out of nowhere.")
    fight.draw(person, number, ("GOB-77",))
    fight.state.questions.append(Question("discard", person.id, number))


def berserk(fight: Fight, person: Person, order: Order) -> None:
    """Go berserk, or give up the action to end it by a Meditation fate draw (GOB-80)."""
    in_turn(fight, person, "berserk", "draw", "declare")
    if order.stop:
        if not person.berserk:
            refuse("effect.missing", f"{person.name} is not berserk.", "GOB-80")
        if person.spent:
            refuse("action.spent", f"{person.name} has no action left in this round to give up.", "GOB-80")
        meditation.stop(fight, person)
        give_up_action(fight, person)
        return
    refuse_active(person.berserk, person, "berserk")
    harm.pay(fight, person, "berserk")
    person.berserk = True
    tell(fight, person, "berserk", f"{person.name} goes berserk.")


POWERS: dict[str, Callable[[Fight, Person, Order], None]] = {
    "all-out-defense": all_out_defense,
    "defensive-stance": defensive_stance,
    "serendipity": guard,
    "dodge": guard,
    "iron-wall": iron_wall,
    "karmic-shuffle": karmic_shuffle,
    "soul-of-steel": soul_of_steel,
    "study": study,
    "ass-pull": ass_pull,
    "berserk": berserk,
}
