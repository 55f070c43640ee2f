"""What sharing pages and sharing NPCs have in common: locks, editions, withdrawing, and merging changes."""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from campaigns.world.models import WorldEntry
from campaigns.world.shared_worlds.access import get_world_place
from campaigns.world.shared_worlds.models import (
    NO_PAGES,
    SharedEdition,
    SharedPage,
    SharedPageCopy,
    SharedWorld,
    WorldTable,
)
from campaigns.world.wiki_links import fold_name
from common.text_merge import TextMerge, merge_texts
from people.credentials.naming_sentences import NamingSentence
from people.models import Member


@dataclass(frozen=True)
class SeenEdition:
    """What a GM compared: the revision of their page, the edition, and the decided conflicts."""

    revision: int | None
    number: int
    digest: str = ""
    choices: tuple[str, ...] = ()


def lock_world(membership: Member) -> WorldTable:
    """The campaign's place in a world that stays locked; 404 if the campaign left it while the lock was waited for."""
    world_place = get_world_place(membership)
    SharedWorld.objects.select_for_update().get(pk=world_place.world_id)
    return get_world_place(membership)


def page_to_share(membership: Member, world_place: WorldTable, copy: SharedPageCopy | None, kind: str) -> SharedPage:
    """The shared page of a copy, or a new one of this kind.

    A withdrawn page is shared as a new one if another campaign shared it first, or if its GM part was shared."""
    if copy is not None and copy.page.can_be_shared_by(membership.campaign_id):
        return copy.page
    return SharedPage(world=world_place.world, origin=membership.campaign, kind=kind)


def decide_gm_part(membership: Member, page: SharedPage, gm_part: bool | None) -> None:
    """Decides whether the other GMs read the secrets; the campaign that shared the page first does, and for good."""
    if gm_part is None or gm_part == page.gm_part:
        return
    if page.origin_id != membership.campaign_id:
        raise PermissionDenied(_("Only GMs of the campaign that shared this page first may decide about its GM part."))
    if page.gm_part:
        raise ValidationError(
            {"gm_part": _("The other GMs have read the GM part. Withdraw the page and share a new one instead.")}
        )
    page.gm_part = gm_part


def require_newest(copy: SharedPageCopy | None, page: SharedPage) -> None:
    """Refuses to share over changes of another campaign that this one has not taken over."""
    if copy is not None and copy.edition.number < page.number:
        raise ValidationError(_("Another campaign changed this page. Take over its changes first, then share yours."))


def prepare_edition(page: SharedPage, name: str) -> None:
    """Saves the page with its next number and the name; ValidationError if the world has another one of this name."""
    folded = fold_name(name)
    if len(folded) > (SharedPage._meta.get_field("folded").max_length or 0):
        message = _(
            "This name is too long, because some of its letters (such as “ß”) count as two or more. "
            "Choose a shorter name."
        )
        raise ValidationError(message)
    same = SharedPage.objects.filter(world=page.world_id, folded=folded, withdrawn__isnull=True).exclude(pk=page.pk)
    if (same.filter(kind=page.kind) if page.kind in NO_PAGES else same.exclude(kind__in=NO_PAGES)).exists():
        message = _("The world already has a shared page with this name. Take that one, or give yours another name.")
        raise ValidationError(message)
    page.name, page.folded, page.number, page.withdrawn = name, folded, page.number + 1, None
    page.save()


def withdraw(membership: Member, copy: SharedPageCopy | None) -> None:
    """Withdraws the shared page of a copy; only the campaign that shared it first may."""
    if copy is None or copy.page.withdrawn is not None:
        raise ValidationError(_("This page is not shared."))
    if copy.page.origin_id != membership.campaign_id:
        raise PermissionDenied(_("Only GMs of the campaign that shared this page first may withdraw it."))
    SharedPage.objects.filter(pk=copy.page_id).update(withdrawn=timezone.now())


def merge_with_newest(copy: SharedPageCopy) -> tuple[TextMerge, SharedEdition]:
    """The merge of the page or NPC with the newest edition, and that edition; nothing is written.

    If another campaign withdrew the page, this campaign's own edition counts, because later ones are no longer offered.
    """
    newest = copy.page.editions.get(number=copy.page.number) if copy.behind else copy.edition
    return merge_texts(copy.edition.text, copy.text, newest.text), newest


def require_seen(copy: SharedPageCopy, seen: SeenEdition) -> tuple[TextMerge, SharedEdition]:
    """The merge and the newest edition; ValidationError unless the GM has seen exactly these."""
    merge, newest = merge_with_newest(copy)
    if newest.number != seen.number or (merge.conflicts and merge.digest != seen.digest):
        raise ValidationError(_("The shared page has changed. Compare it again."))
    return merge, newest


def present_audience(row: Any) -> dict[str, Any]:
    """Who sees a tie, a map or a pin, without players who left; only GMs if nobody else is left."""
    if row.visibility != WorldEntry.Visibility.CHOSEN:
        return {}
    players = [player for player in row.players.all() if player.present and not player.is_gm]
    return {"players": players} if players else {"visibility": WorldEntry.Visibility.GM}


def log_sharing(membership: Member, name: str, sentence: NamingSentence) -> None:
    """A line for the GMs of the campaign."""
    write_entry(
        campaign=membership.campaign,
        kind=LogEntry.Kind.CAMPAIGN,
        audience=LogEntry.Audience.GM,
        by=membership.user,
        text=sentence.write(person=membership.user, page=name),
    )
