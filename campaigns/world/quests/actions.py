"""Writes to the steps and rewards of threads; for GMs."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.world.models import WorldEntry
from campaigns.world.quests.models import QuestLine
from common.edit_conflicts import require_revision
from common.rows import lock_row, save_with_history, validate_row
from people.access import require_gm
from people.models import Member
from rules.pages.plain_text import require_plain_text

MOST_OF_A_THREAD = 60


@transaction.atomic
def add_line(
    *, membership: Member, thread: WorldEntry, text: str, kind: str = QuestLine.Kind.STEP, gm_only: bool = False
) -> QuestLine:
    """Adds a step or a reward at the end of a thread's."""
    lock_thread(membership, thread)
    lines = list(QuestLine.objects.filter(thread=thread))
    if len(lines) >= MOST_OF_A_THREAD:
        message = _("A thread has at most %(most)s steps and rewards. Remove one first.")
        raise ValidationError(message % {"most": MOST_OF_A_THREAD})
    row = QuestLine(
        campaign=membership.campaign,
        thread=thread,
        kind=kind,
        text=" ".join(text.split()),
        place=max((line.place for line in lines), default=0) + 1,
        gm_only=gm_only,
        by=membership.user,
    )
    return _save_line(membership, row, _("written"))


@transaction.atomic
def change_line(
    *,
    membership: Member,
    line: QuestLine,
    revision: int | None = None,
    text: str | None = None,
    done: bool | None = None,
    gm_only: bool | None = None,
    earlier: bool = False,
    reason: str = "",
) -> QuestLine:
    """Changes the words of a step or reward, whether it is done, and who sees it; `earlier` moves it up by one.

    `reason`: at most 400 characters for the history. EditConflict: it no longer has that revision."""
    row = _lock_line(membership, line)
    require_revision(row, row.text, revision)
    if text is not None:
        row.text = " ".join(text.split())
    if done is not None:
        row.done = (row.done or timezone.now()) if done else None
    if gm_only is not None:
        row.gm_only = gm_only
    if earlier:
        _swap_with_previous(membership, row)
    return _save_line(membership, row, reason)


@transaction.atomic
def remove_line(*, membership: Member, line: QuestLine, revision: int | None = None) -> None:
    """Removes a step or reward; its history stays. EditConflict: it no longer has that revision."""
    row = _lock_line(membership, line)
    require_revision(row, row.text, revision)
    row._history_user = membership.user  # type: ignore[attr-defined]
    row.delete()


def lock_thread(membership: Member, thread: WorldEntry) -> None:
    """Locks a thread, so that its steps and rewards stay; PermissionDenied for others than GMs, and for other pages."""
    require_gm(membership)
    if thread.campaign_id != membership.campaign_id or thread.kind != WorldEntry.Kind.THREAD:
        raise PermissionDenied(_("Only threads of this campaign have steps and rewards."))
    WorldEntry.objects.select_for_update(of=("self",)).get(pk=thread.pk)


def _swap_with_previous(membership: Member, row: QuestLine) -> None:
    above = (
        QuestLine.objects.filter(thread=row.thread_id, kind=row.kind, place__lt=row.place).order_by("-place").first()
    )
    if above is not None:
        row.place, above.place = above.place, row.place
        save_with_history(above, membership.user)


def _save_line(membership: Member, row: QuestLine, reason: str) -> QuestLine:
    require_plain_text(text=row.text)
    validate_row(row)
    save_with_history(row, membership.user, reason)
    return row


def _lock_line(membership: Member, line: QuestLine) -> QuestLine:
    require_gm(membership)
    if line.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    WorldEntry.objects.select_for_update(of=("self",)).get(pk=line.thread_id)
    return lock_row(QuestLine.objects.all(), line.pk)


def button_fields(pressed: str) -> dict[str, Any]:
    """What a button of a line changes."""
    changes: dict[str, dict[str, Any]] = {
        "done": {"done": True},
        "undone": {"done": False},
        "show": {"gm_only": False},
        "hide": {"gm_only": True},
        "earlier": {"earlier": True},
    }
    if pressed not in changes:
        raise ValidationError(_("Use a button on the page."))
    return changes[pressed]
