"""Refusals that several modules of the table give."""

from django.utils.translation import gettext as _

from rules.play import Refused


def not_begun_refusal() -> Refused:
    """The refusal for an encounter that has no state yet."""
    return Refused("encounter.prepared", _("This encounter has not begun. The GM can start it."))


def cards_refusal() -> Refused:
    """The refusal while cards of a physical deck are entered."""
    return Refused("cards.waiting", _("Cards are being drawn. Play continues when everyone has entered theirs."))
