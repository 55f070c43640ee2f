"""Which texts name which pages: kept with every save, so that back-links cost one query."""

from typing import Any

from django.db.models import Q, QuerySet

from campaigns import access_world, wiki
from campaigns.actions.fields import keep
from campaigns.models import Campaign, Member, Session, User, WorldEntry, WorldLink
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


def follow(page: WorldEntry, old: str, by: User) -> None:
    """After a page got a new name: every text that linked to the old one links to the new one.

    A player's texts follow only what that player may see, and a player's page is followed by their own texts alone."""
    campaign, new = page.campaign, page.name
    named = WorldLink.objects.filter(campaign=campaign, folded=old)
    if page.author is not None:
        theirs = access_world.entries(page.author)
        if not theirs.filter(author__isnull=True, folded=old, archived__isnull=True).exists():
            _follow_in(WorldEntry.objects.filter(author=page.author, pk__in=named.values("entry")), old, new, by)
        return
    _follow_in(_who_may_know(page, named), old, new, by)
    for session in Session.objects.select_for_update().filter(pk__in=named.values("session")):
        if _rewritten(session, tuple(SESSION_TEXTS), old, new):
            session.revision += 1
            keep(session, by)
            of_session(session)
    _follow_elsewhere(campaign, old, new, by)


def _who_may_know(page: WorldEntry, named: QuerySet[WorldLink]) -> QuerySet[WorldEntry]:
    """The texts with a link to the page, without those of players who must not learn its new name."""
    rows = WorldEntry.objects.filter(pk__in=named.values("entry"))
    authors = Member.objects.filter(written__in=rows).distinct()
    blind = [one.pk for one in authors if not access_world.entries(one).filter(pk=page.pk).exists()]
    return rows.exclude(author__in=blind)


def _follow_in(rows: QuerySet[WorldEntry], old: str, new: str, by: User) -> None:
    for entry in rows.select_for_update():
        if _rewritten(entry, ("text",), old, new):
            entry.revision += 1
            keep(entry, by, f"→ {new}")
            of_entry(entry)


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
