"""Advantages that are declared outside a play (GOB-61 to GOB-67, GOB-69, GOB-77, GOB-80)."""

from collections.abc import Callable

from rules.engine.cards import count_cards
from rules.engine.refusals import refuse
from rules.games.game_of_bastards import commands, defenses, figures, harm, meditation, tables
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Participant, Question

Order = commands.UseAdvantage
FIELDS: dict[str, tuple[str, ...]] = {"defensive-stance": ("cards",), "study": ("target",), "berserk": ("stop",)}


def use(fight: Fight, order: Order) -> None:
    """Declare an advantage; whose turn it must be depends on the advantage."""
    participant = fight.find(order.actor, "actor")
    if participant.out is not None:
        refuse("actor.out", f"actor: {participant.name} is out of the opposition.", "GOB-49")
    key = order.advantage
    # To stop being berserk is no use of the advantage.
    stopping = key == "berserk" and order.stop and participant.berserk
    known = tables.ADVANTAGES[key] if stopping else figures.require_usable(participant, key)
    carry_out = POWERS.get(key)
    if carry_out is None:
        text = f"advantage: {known.name} cannot be declared alone{ELSEWHERE.get(known.use, '')}."
        refuse("advantage.place", text, known.rule)
    for name in ("cards", "target", "stop"):
        if getattr(order, name) is not None and name not in FIELDS.get(key, ()):
            refuse("advantage.field", f"{name}: {known.name} takes none; leave it out.", known.rule)
    if fight.state.step == "follow" and fight.current() is participant:
        refuse("turn.follow", f"{participant.name} may attack in melee or pass now.", "GOB-72")
    carry_out(fight, participant, order)


ELSEWHERE = {"attack": "; name it with an attack", "always": "; it works by itself"}


def in_turn(fight: Fight, participant: Participant, key: str, *steps: str) -> None:
    """Refuse unless it is the turn of `participant`, at one of these steps."""
    if fight.current() is not participant or fight.state.step not in steps:
        when = "in your turn, once you have drawn" if steps == ("declare",) else "in your turn"
        advantage = tables.ADVANTAGES[key]
        refuse("turn.not-yours", f"{advantage.name} can only be used {when}.", advantage.rule)


def has_action_left(fight: Fight, participant: Participant) -> bool:
    """Whether the participant still has the action of this round (GOB-61, GOB-66)."""
    state = fight.state
    if participant.spent or participant.since > state.round:
        return False
    if not state.begun:
        return True
    if fight.current() is participant:
        return state.step in ("draw", "declare")
    return participant.id in state.order[state.at + 1 :]


def give_up_action(fight: Fight, participant: Participant) -> None:
    """Give up the action of this round: the turn ends, or only its draw step is left."""
    participant.spent = True
    if fight.current() is participant and fight.state.step == "declare":
        fight.state.step = "acted"


def add_power_event(fight: Fight, participant: Participant, key: str, text: str, **facts: object) -> None:
    """Tell everyone about the use of an advantage."""
    fight.add_event("used", text, (tables.ADVANTAGES[key].rule,), actor=participant.id, advantage=key, **facts)


def all_out_defense(fight: Fight, participant: Participant, _order: Order) -> None:
    """Twice Body in physical defences this round, and no action (GOB-61)."""
    if not has_action_left(fight, participant):
        refuse("action.spent", f"{participant.name} has no action left in this round to give up.", "GOB-61")
    harm.pay(fight, participant, "all-out-defense")
    participant.all_out = True
    give_up_action(fight, participant)
    add_power_event(
        fight, participant, "all-out-defense", f"{participant.name} goes into an all-out defence until the round ends."
    )


def guard(fight: Fight, participant: Participant, order: Order) -> None:
    """Dodge or Serendipity for the next physical defence (GOB-63, GOB-69)."""
    harm.pay(fight, participant, order.advantage)
    participant.guard = "dodge" if order.advantage == "dodge" else "serendipity"
    defenses.announce_guard(fight, participant)


def iron_wall(fight: Fight, participant: Participant, _order: Order) -> None:
    """Body lowers damage to BP in this round (GOB-64)."""
    refuse_active(participant.iron, participant, "iron-wall")
    harm.pay(fight, participant, "iron-wall")
    participant.iron = True
    add_power_event(
        fight, participant, "iron-wall", f"{participant.name} stands like an iron wall until the round ends."
    )


def refuse_active(standing: bool, participant: Participant, key: str) -> None:
    """Refuse an advantage that is already active."""
    if standing:
        advantage = tables.ADVANTAGES[key]
        refuse("effect.stands", f"{advantage.name} is already active for {participant.name}.", advantage.rule)


def karmic_shuffle(fight: Fight, participant: Participant, _order: Order) -> None:
    """Everyone defends physically with Luck until the round ends (GOB-65)."""
    refuse_active(fight.state.karmic, participant, "karmic-shuffle")
    harm.pay(fight, participant, "karmic-shuffle")
    fight.state.karmic = True
    text = f"{participant.name} shuffles fate: until the round ends, everyone defends with Luck."
    add_power_event(fight, participant, "karmic-shuffle", text)


def soul_of_steel(fight: Fight, participant: Participant, _order: Order) -> None:
    """Give up the action; twice Spirit lowers damage to SP and BP in this round (GOB-66)."""
    refuse_active(participant.soul, participant, "soul-of-steel")
    if not has_action_left(fight, participant):
        refuse("action.spent", f"{participant.name} has no action left in this round to give up.", "GOB-66")
    harm.pay(fight, participant, "soul-of-steel")
    participant.soul = True
    give_up_action(fight, participant)
    add_power_event(fight, participant, "soul-of-steel", f"{participant.name} steels their soul until the round ends.")


def defensive_stance(fight: Fight, participant: Participant, order: Order) -> None:
    """Fewer cards on attacks and as many more in defence until the opposition ends (GOB-62)."""
    in_turn(fight, participant, "defensive-stance", "declare")
    refuse_active(participant.stance > 0, participant, "defensive-stance")
    most = figures.trait(participant, "body")
    if order.cards is None or not 1 <= order.cards <= most:
        refuse("stance.cards", f"cards: must be from 1 to {most}, the Body of {participant.name}.", "GOB-62")
    harm.pay(fight, participant, "defensive-stance")
    participant.stance = order.cards
    fewer = count_cards(order.cards)
    text = f"{participant.name} takes a defensive stance: {fewer} fewer on attacks and as many more in defence."
    add_power_event(fight, participant, "defensive-stance", text, cards=order.cards)


def study(fight: Fight, participant: Participant, order: Order) -> None:
    """Give up the action; Mind counts twice in physical defences against one opponent (GOB-67)."""
    in_turn(fight, participant, "study", "declare")
    if order.target is None:
        refuse("target.none", "target: name the opponent to study.", "GOB-67")
    target = fight.find(order.target, "target")
    if target is participant:
        refuse("target.self", "target: name an opponent.", "GOB-67")
    if target.out is not None:
        refuse("target.out", f"target: {target.name} is out of the opposition.", "GOB-67")
    refuse_active(target.id in participant.studied, participant, "study")
    harm.pay(fight, participant, "study")
    participant.studied = [*participant.studied, target.id]
    fight.state.step = "acted"
    add_power_event(fight, participant, "study", f"{participant.name} studies {target.name}.", target=target.id)


def ass_pull(fight: Fight, participant: Participant, _order: Order) -> None:
    """Draw two cards, then discard two, or all that are left (GOB-77)."""
    in_turn(fight, participant, "ass-pull", "declare")
    harm.pay(fight, participant, "ass-pull")
    number = figures.figure(fight.state, participant, "ass-pull", "draw")
    add_power_event(fight, participant, "ass-pull", f"{participant.name} pulls something out of nowhere.")
    fight.draw(participant, number, ("GOB-77",))
    fight.state.questions.append(Question("discard", participant.id, number))


def berserk(fight: Fight, participant: Participant, order: Order) -> None:
    """Go berserk, or give up the action to end it by a Meditation fate draw (GOB-80)."""
    in_turn(fight, participant, "berserk", "draw", "declare")
    if order.stop:
        if not participant.berserk:
            refuse("effect.missing", f"{participant.name} is not berserk.", "GOB-80")
        if participant.spent:
            refuse("action.spent", f"{participant.name} has no action left in this round to give up.", "GOB-80")
        meditation.stop(fight, participant)
        give_up_action(fight, participant)
        return
    refuse_active(participant.berserk, participant, "berserk")
    harm.pay(fight, participant, "berserk")
    participant.berserk = True
    add_power_event(fight, participant, "berserk", f"{participant.name} goes berserk.")


POWERS: dict[str, Callable[[Fight, Participant, Order], None]] = {
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
