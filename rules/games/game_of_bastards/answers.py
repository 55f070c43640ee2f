"""Answers to questions in the middle of play (GOB-48, GOB-70)."""

from rules.games.game_of_bastards import commands, figures, harm
from rules.games.game_of_bastards.context import Fight


def redirect(fight: Fight, order: commands.Redirect) -> None:
    """Mind Over Matter: the damage goes to MP, with the reductions of BP (GOB-70)."""
    fight.state.questions.pop(0)
    participant, side = fight.by_id[order.actor], fight.side(order.actor)
    if not order.use or side is None:
        text = f"{participant.name} lets the damage strike the body."
        fight.add_event("not-redirected", text, ("GOB-70",), actor=participant.id)
        return
    harm.pay(fight, participant, "mind-over-matter")
    side.pool = "mp"
    text = f"{participant.name} takes the damage in the mind instead."
    fight.add_event("redirected", text, ("GOB-70",), actor=participant.id, amount=side.amount)


def desperation(fight: Fight, order: commands.Desperation) -> None:
    """A participant who became desperate draws cards for Spirit or Luck (GOB-48)."""
    fight.state.questions.pop(0)
    participant = fight.by_id[order.actor]
    text = f"{participant.name} draws cards for {order.trait.capitalize()} in desperation."
    fight.add_event("desperation", text, ("GOB-48",), actor=participant.id, trait=order.trait)
    fight.draw(participant, figures.trait(participant, order.trait), ("GOB-48",))
