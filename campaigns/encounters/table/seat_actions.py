"""What a seat can do now: its offers as buttons and forms, with odds and with the catalogue's figures."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from campaigns.encounters.play.visibility import GM
from campaigns.encounters.table import number_guides, target_ordering
from campaigns.encounters.table.offer_forms import Action, Input, offer_actions
from campaigns.encounters.table.seat_view import SeatView
from rules import play as rules
from rules.catalogue import queries as catalogue


@dataclass
class SeatActions(SeatView):
    """What a seat sees, and its own actions; a GM's orders are on `page.Table`."""

    offers: list[rules.Offer]
    # The odds of a command, from what the seat knows.
    odds: Callable[[dict[str, Any], str], rules.Odds | None] | None = field(default=None, kw_only=True)

    @property
    def newcomers(self) -> list[rules.Offer]:
        """The offers that bring a participant to the table; they have a page of their own."""
        return [offer for offer in self.offers if "participant" in offer["choices"]]

    @cached_property
    def actions(self) -> list[Action]:
        """The offers of the seat as buttons and forms; a play that needs one tap shows its odds; a sure one leads."""
        actions = target_ordering.order_targets(offer_actions(self.offers), self.participants, self.seat)
        return sorted(map(self._with_odds, actions), key=lambda action: not action.is_sure)

    def _with_odds(self, action: Action) -> Action:
        if self.odds is None or self.seat == GM or not action.needs_no_choice:
            return action
        try:
            odds = self.odds({"type": action.type, "actor": self.seat, **action.fixed}, self.seat)
        except rules.Refused:
            return action
        if odds is None:
            return action
        share = f"{'' if odds['exact'] else '≈ '}{100 * odds['chance']:.0f}\u00a0%"
        help_text = " ".join(part for part in (action.help, f"{share}: {odds['of']}.") if part)
        return replace(action, label=f"{action.label} · {share}", help=help_text, chance=odds["chance"])

    @property
    def quick(self) -> list[Action]:
        """The actions that need one tap."""
        return [action for action in self.actions if action.quick]

    @property
    def forms(self) -> list[Action]:
        """The actions that ask for more than cards and a target."""
        return [action for action in self.actions if not action.quick]

    @property
    def extras(self) -> list[Input]:
        """The yes-or-no fields of the quick actions, each once."""
        return list({field.name: field for action in self.quick for field in action.inputs}.values())

    @cached_property
    def targets(self) -> list[str]:
        """Everyone whom a quick action can target, in the table's order."""
        named = {key for action in self.quick for key in action.targets or []}
        return [key for key in self.participants if key in named]

    @property
    def only_target(self) -> str | None:
        """The only possible target of all quick actions, which need not be chosen; None if there are several."""
        if len(self.targets) != 1:
            return None
        # Nobody should hit a friend by mistake, so a friend is always chosen.
        named = [action for action in self.quick if action.targets]
        return None if all(action.only_friends for action in named) else self.targets[0]

    @property
    def takes_cards(self) -> bool:
        """Whether a quick action plays cards from the hand."""
        return any(action.cards for action in self.quick)

    @property
    def chooses_cards(self) -> bool:
        """Whether any action plays cards from the hand; a card that is chosen there counts for every form."""
        return any(action.cards for action in self.actions)

    @cached_property
    def preset_rows(self) -> list[catalogue.FilledRow]:
        """The catalogue rows with figures, the campaign's own among them, for one-tap orders."""
        campaign = self.encounter.campaign
        return catalogue.rows_with_figures(campaign.system, campaign.pk, gm=self.membership.is_gm)

    @cached_property
    def guides(self) -> dict[str, list[dict[str, Any]]]:
        """The catalogue's guide to a number that an action asks for, by the field's name."""
        return number_guides.number_guides(self.preset_rows)

    @property
    def modifier_rows(self) -> list[dict[str, str]]:
        """The catalogue's named modifiers, each as a form posts it."""
        return number_guides.named_modifiers(self.guides)
