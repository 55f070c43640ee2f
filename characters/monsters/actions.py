"""Writes to the bestiary: a campaign's own monsters are made, copied and changed; the engine checks the figures."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.models import Monster
from common.edit_conflicts import EditConflict
from common.line_ends import unix_line_ends
from common.one_line import one_line
from common.rows import lock_row, save_with_history
from people.models import Campaign, User
from rules import play
from rules.pages.plain_text import require_plain_text

FIELDS = ("name", "kind", "size", "text", "active")
TEXT = 65536


@transaction.atomic
def create_monster(*, campaign: Campaign, by: User, name: str, stats: Mapping[str, Any], **fields: Any) -> Monster:
    """Creates a monster of the campaign; `fields` are kind, size, text, active.

    Raises `play.Refused` with the path of the faulty figure, ValidationError for the rest.
    """
    monster = Monster(campaign=campaign, system=campaign.system, name=name)
    _set_fields(monster, fields)
    monster.stats = play.monster(campaign.system, dict(stats))
    return _save(monster, by, _("created"))


@transaction.atomic
def edit_monster(
    *,
    monster: Monster,
    by: User,
    stats: Mapping[str, Any] | None = None,
    reason: str = "",
    revision: int | None = None,
    **fields: Any,
) -> Monster:
    """Changes a campaign's own monster; the site's rows are changed in the admin or by a copy.

    `revision` is the one that the writer saw: an older one raises `EditConflict`, and nothing is overwritten."""
    if monster.campaign_id is None:
        raise PermissionDenied(_("This monster is shared by all campaigns. Copy it into your campaign to change it."))
    monster = lock_row(Monster.objects.all(), monster.pk)
    if revision is not None and monster.revision != revision:
        raise EditConflict(monster, monster.name)
    _set_fields(monster, fields)
    monster.revision += 1
    if stats is not None:
        monster.stats = play.monster(monster.system, dict(stats))
    return _save(monster, by, reason)


@transaction.atomic
def copy_monster(*, monster: Monster, campaign: Campaign, by: User, name: str = "") -> Monster:
    """Copies a row into the campaign, with licence and attribution; the copy may be changed."""
    if monster.system != campaign.system:
        raise ValidationError({"campaign": _("The figures of this monster belong to another game.")})
    copy = Monster(
        campaign=campaign,
        system=monster.system,
        name=name or monster.name,
        kind=monster.kind,
        size=monster.size,
        stats=play.monster(monster.system, monster.stats),
        text=monster.text,
        converted=monster.converted,
        licence=monster.licence,
        attribution=monster.attribution,
    )
    return _save(copy, by, _("copied from %(name)s") % {"name": monster.name})


def _set_fields(monster: Monster, fields: Mapping[str, Any]) -> None:
    for field, value in fields.items():
        if field not in (*FIELDS, "licence", "attribution", "converted"):
            raise ValidationError({field: _("This field cannot be changed here.")})
        setattr(monster, field, value)


def _save(monster: Any, by: User, reason: str) -> Monster:
    monster.name, monster.text = one_line(monster.name), unix_line_ends(monster.text)
    if len(monster.text) > TEXT:
        raise ValidationError({"text": _("This text can have at most %(limit)s letters.") % {"limit": TEXT}})
    require_plain_text(name=monster.name)
    monster.clean_fields(exclude=["campaign", "stats"])
    save_with_history(monster, by, reason)
    saved: Monster = monster
    return saved
