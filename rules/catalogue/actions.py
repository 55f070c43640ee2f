"""Writes to the catalogue: a campaign's own rows."""

import hashlib
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from common import secret_blocks
from common.edit_conflicts import EditConflict
from rules.catalogue import queries
from rules.models import CatalogueRow
from rules.pages.plain_text import require_plain_text

FIELDS = ("name", "kind", "text", "figures", "rule", "active", "gm_only")
DIGEST = 8


def add_row(*, campaign: Any, by: Any, kind: str, name: str, **fields: Any) -> CatalogueRow:
    """Adds a row of the campaign; with the key of a shipped row it takes that row's place in the campaign.

    `fields` are text, figures (a JSON object), rule, active, gm_only. Raises ValidationError.
    """
    key = _free_key(campaign, slugify(kind)[:40], name)
    row = CatalogueRow(campaign=campaign, system=campaign.system, key=key, kind=kind, name=name)
    return _save(row, by, fields)


def _free_key(campaign: Any, kind: str, name: str) -> str:
    """The key of a new row: its name as a slug.

    A name without Latin letters and digits, or with the slug of a row of another name, gets a digest of the name.
    """
    key = slugify(name)[:64]
    own_rows = CatalogueRow.objects.filter(campaign=campaign, system=campaign.system, kind=kind)
    names = own_rows.filter(key=key).values_list("name", flat=True)
    if key and all(taken.casefold() == name.strip().casefold() for taken in names):
        return key
    digest = hashlib.sha256(name.strip().casefold().encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST]
    return f"{key[: 63 - DIGEST] or 'row'}-{digest}"


@transaction.atomic
def change_row(*, row: CatalogueRow, by: Any, revision: int | None = None, **fields: Any) -> CatalogueRow:
    """Changes a campaign's own row; the site's rows are changed in the admin. Raises ValidationError.

    `revision` is the one that the writer saw: an older one raises `EditConflict`, and nothing is overwritten."""
    if row.campaign_id is None:
        raise ValidationError(_("This entry was shipped with the site. Add one with the same name to replace it here."))
    row = CatalogueRow.objects.select_for_update(of=("self",)).get(pk=row.pk)
    if revision is not None and row.revision != revision:
        raise EditConflict(row, row.name)
    row.revision += 1
    return _save(row, by, fields)


def _save(row: Any, by: Any, fields: Mapping[str, Any]) -> CatalogueRow:
    for field, value in fields.items():
        if field not in FIELDS:
            raise ValidationError({field: _("This field cannot be changed here.")})
        setattr(row, field, value)
    row.kind = slugify(row.kind)[:40]
    require_plain_text(name=row.name)
    _readable(row)
    if not isinstance(row.figures, dict):
        raise ValidationError({"figures": _("Figures must be a JSON object: { ... }.")})
    if row.rule and queries.rule(row.system, row.rule) is None:
        raise ValidationError({"rule": _("This game has no rule with that id. Leave it empty.")})
    row.clean_fields(exclude=["campaign"])
    row._history_user = by
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise ValidationError({"name": _("The campaign already has an entry of that kind and name.")}) from None
    saved: CatalogueRow = row
    return saved


def _readable(row: CatalogueRow) -> None:
    """Refuses to hide rows that players see on sheets and checks, and secrets in texts that players read."""
    if row.gm_only and not queries.may_be_hidden(row.kind):
        message = _(
            "Players see rows of this kind on sheets and in checks, so it cannot be for GMs only. To "
            "hide it, do not offer it."
        )
        raise ValidationError({"gm_only": message})
    if secret_blocks.has_secret(row.text):
        raise ValidationError(
            {
                "text": _(
                    "An entry cannot have secret blocks. Make the whole entry visible to GMs only, or write a note."
                )
            }
        )
