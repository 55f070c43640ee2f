"""What a page of the world refuses: names, links, and places in the world that it cannot have."""

from typing import Final

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.world import wiki_links
from campaigns.world.models import WorldEntry
from campaigns.world.readable_text import Reader
from common.link_syntax import links_with_words
from common.visible_names import require_visible_name
from people.access import members_of
from people.models import Member
from rules.pages.plain_text import require_plain_text

MAX_DEPTH: Final = 12


def pages_named(campaign_id: int, folded: str, author_id: int | None) -> QuerySet[WorldEntry]:
    """The pages with this folded name, not archived, among those of the GMs (None) or of one player."""
    return WorldEntry.objects.filter(campaign=campaign_id, folded=folded, archived__isnull=True, author=author_id)


def validate_page(row: WorldEntry) -> None:
    """Refuses a name that is empty, unreadable or taken, and values that this kind of page cannot have."""
    require_plain_text(name=row.name)
    if not row.folded or set("[]|") & set(row.name):
        raise ValidationError({"name": _("A name must not be empty and must not contain [, ] or |.")})
    require_visible_name(row)
    # Only among the GMs' pages or one player's pages: otherwise a refusal would reveal a hidden page.
    same = pages_named(row.campaign_id, row.folded, row.author_id)
    if row.archived is None and same.exclude(pk=row.pk).exists():
        raise ValidationError(
            {"name": _("There is already a page with this name. Choose another name, so that links are unambiguous.")}
        )
    if row.author_id is not None and wiki_links.has_secret(row.text):
        message = _(
            "A player's page cannot have secret blocks, because the player can read all of it. Write your own page."
        )
        raise ValidationError({"text": message})
    if row.closed is not None and row.kind != WorldEntry.Kind.THREAD:
        raise ValidationError({"closed": _("Only threads can be closed.")})
    if row.here is not None and row.kind != WorldEntry.Kind.LOCATION:
        raise ValidationError({"here": _("The party can only be in a location.")})
    _check_nesting(row)


def require_links_known_to_readers(membership: Member, row: WorldEntry) -> None:
    """Refuses a GM's link to an unknown page in a player's page, because that player can read link targets there."""
    if row.author is None or not membership.is_gm:
        return
    before = WorldEntry.objects.filter(pk=row.pk).values_list("text", flat=True).first() or ""
    new = links_with_words(row.text) - links_with_words(before)
    readers = [member for member in members_of(membership) if not member.is_gm] if row.shared else [row.author]
    named = wiki_links.linked_names("\n".join(new)).keys()
    if named and any(named - Reader(reader).followable.by_name for reader in readers):
        message = _(
            "The player could read the target of a link that they may not see. Write plain text instead of the link."
        )
        raise ValidationError({"text": message})


def _check_nesting(row: WorldEntry) -> None:
    """Refuses a parent that is no location of the campaign, a circle of locations, and more than MAX_DEPTH levels."""
    above, deep = row.parent, 0
    while above is not None:
        deep += 1
        if above.campaign_id != row.campaign_id or above.kind != WorldEntry.Kind.LOCATION:
            raise ValidationError({"parent": _("A page must be in a location of this campaign.")})
        if above.pk == row.pk or deep > MAX_DEPTH:
            raise ValidationError(
                {"parent": _("A location cannot contain itself, and locations can be at most 12 levels deep.")}
            )
        above = above.parent
