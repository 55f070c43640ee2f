"""Which texts name which pages: kept with every save, so that back-links cost one query."""

from typing import Any

from django.db.models import Q

from campaigns import wiki
from campaigns.actions.fields import keep
from campaigns.models import Campaign, Session, User, WorldEntry, WorldLink
from characters.actions import sheets
from characters.models import Character

SESSION_TEXTS = {"notes": False, "gm_notes": True, "agenda": True}  # field -> read by GMs alone


def of_entry(entry: WorldEntry) -> None:
    """Keeps what the page links to."""
    _keep(entry.campaign_id, wiki.names(entry.text), entry=entry)


def of_session(session: Session) -> None:
    """Keeps what the notes and the agenda of an evening link to."""
    found: dict[str, bool] = {}
    for field, hidden in SESSION_TEXTS.items():
        for name, secret in wiki.names(getattr(session, field)).items():
            found[name] = found.get(name, True) and (secret or hidden)
    _keep(session.campaign_id, found, session=session)


def _keep(campaign_id: int, found: dict[str, bool], **source: Any) -> None:
    WorldLink.objects.filter(**source).delete()
    WorldLink.objects.bulk_create(
        WorldLink(campaign_id=campaign_id, folded=name, secret=secret, **source) for name, secret in found.items()
    )


def follow(campaign: Campaign, old: str, new: str, by: User) -> None:
    """After a page got a new name: every text that linked to the old one links to the new one."""
    named = WorldLink.objects.filter(campaign=campaign, folded=old)
    for entry in WorldEntry.objects.select_for_update().filter(pk__in=named.values("entry")):
        if _rewritten(entry, ("text",), old, new):
            entry.revision += 1
            keep(entry, by, f"→ {new}")
            of_entry(entry)
    for session in Session.objects.select_for_update().filter(pk__in=named.values("session")):
        if _rewritten(session, tuple(SESSION_TEXTS), old, new):
            session.revision += 1
            keep(session, by)
            of_session(session)
    _follow_elsewhere(campaign, old, new, by)


def _follow_elsewhere(campaign: Campaign, old: str, new: str, by: User) -> None:
    """The same in the campaign's summary and in what is written of NPCs, which lead back to nothing."""
    summed = Campaign.objects.select_for_update().get(pk=campaign.pk)
    if _rewritten(summed, ("summary",), old, new):
        summed.revision += 1
        keep(summed, by)
    linked = Q(about__contains="[[") | Q(gm_notes__contains="[[")
    people = Character.objects.select_for_update(of=("self",)).filter(linked, campaign=campaign, kind="npc")
    for npc in people.order_by("pk"):
        if _rewritten(npc, ("about", "gm_notes"), old, new):
            sheets.bump(npc, by, f"→ {new}")


def _rewritten(row: Any, fields: tuple[str, ...], old: str, new: str) -> bool:
    changed = False
    for field in fields:
        before = getattr(row, field)
        after = wiki.renamed(before, old, new)
        if after != before and len(after) <= row._meta.get_field(field).max_length:
            setattr(row, field, after)
            changed = True
    return changed
