"""Writes to the catalogue: a campaign's own rows."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from rules import queries
from rules.models import CatalogueRow

FIELDS = ("name", "kind", "text", "figures", "rule", "active")


def add_row(*, campaign: Any, by: Any, kind: str, name: str, **fields: Any) -> CatalogueRow:
    """A row of the campaign's own; with the key of a shipped row it takes that row's place in the campaign.

    `fields` are text, figures (a JSON object), rule, active. Raises ValidationError.
    """
    key = slugify(name)[:64] or "row"
    row = CatalogueRow(campaign=campaign, system=campaign.system, key=key, kind=kind, name=name)
    return _save(row, by, fields)


def change_row(*, row: CatalogueRow, by: Any, **fields: Any) -> CatalogueRow:
    """Changes a campaign's own row; the site's rows are changed in the admin. Raises ValidationError."""
    if row.campaign_id is None:
        raise ValidationError(_("This row belongs to the site. Add one of the same name to replace it here."))
    return _save(row, by, fields)


def _save(row: Any, by: Any, fields: Mapping[str, Any]) -> CatalogueRow:
    for field, value in fields.items():
        if field not in FIELDS:
            raise ValidationError({field: _("This field cannot be changed here.")})
        setattr(row, field, value)
    row.kind = slugify(row.kind)[:40]
    if not isinstance(row.figures, dict):
        raise ValidationError({"figures": _("Figures are a JSON object: { ... }.")})
    if row.rule and queries.rule(row.system, row.rule) is None:
        raise ValidationError({"rule": _("This game has no rule of that number; leave it empty.")})
    row.clean_fields(exclude=["campaign"])
    row._history_user = by
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise ValidationError({"name": _("The campaign has a row of that kind and name already.")}) from None
    saved: CatalogueRow = row
    return saved
