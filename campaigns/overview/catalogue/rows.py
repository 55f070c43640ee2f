"""Writes a campaign's own catalogue row, from the form of the page or from the API."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from characters.game_forms import forms_for
from people.models import Member
from rules.catalogue import actions, queries
from rules.models import CatalogueRow

Figures = Mapping[str, Any]


def save_row(
    *, membership: Member, row: CatalogueRow | None, revision: int | None = None, **fields: Any
) -> CatalogueRow:
    """Adds a row, or changes one at the revision that the writer saw. `fields` are those of the form, with figures.

    EditConflict if the row has another revision; ValidationError for fields that do not fit."""
    arguments = fields | {"by": membership.user}
    if arguments["kind"] == "effect":
        arguments["figures"] = {"name": arguments["name"]} | arguments["figures"]
    if row is None:
        return actions.add_row(campaign=membership.campaign, **arguments)
    return actions.change_row(row=row, revision=revision, **arguments)


def fill_figures(membership: Member, kind: str, typed_figures: Figures, pattern: CatalogueRow | None) -> dict[str, Any]:
    """The figures of a row as the form of the game stores them, from those of a pattern and the given ones.

    ValidationError for a figure that rows of this kind do not have in this game, or not with this value."""
    known = dict(
        queries.catalogue_kinds(membership.campaign.system, campaign=membership.campaign) or queries.KINDS.items()
    )
    if kind not in known and not (pattern and pattern.kind == kind):
        kinds = ", ".join(known)
        raise ValidationError(
            {"kind": _("This game has no entries of this kind. The kinds are: %(kinds)s.") % {"kinds": kinds}}
        )
    base = dict(pattern.figures) if pattern else {}
    build = forms_for(membership.campaign.system).row
    shown = build(None, figures=base | dict(typed_figures))
    posted = {name: shown.get_initial_for_field(field, name) for name, field in shown.fields.items()}
    form = build(posted, figures=base)
    if not form.is_valid():
        raise ValidationError(
            {"figures": [f"{name}: {fault}" for name, faults in form.errors.items() for fault in faults]}
        )
    figures: dict[str, Any] = form.cleaned_figures(kind)
    for name, value in typed_figures.items():
        left_empty = name in form.fields and value in (None, False, "")
        if name != "name" and not left_empty and figures.get(name) != value:
            sentence = _("Entries of this kind have no figure “%(name)s” with this value.") % {"name": name[:40]}
            raise ValidationError({"figures": sentence})
    return figures
