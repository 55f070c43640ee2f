"""The index of links between texts and pages, updated with every save, so that backlinks need one query."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from campaigns.sessions.models import Session
from campaigns.world import access, wiki_links
from campaigns.world.models import WorldEntry, WorldLink
from characters.models import Character
from characters.sheets import saving
from common.rows import save_with_history
from people.models import Campaign, Member, User

SESSION_TEXTS = {"notes": False, "gm_notes": True, "agenda": True}  # field -> whether only GMs read it


def index_entry_links(entry: WorldEntry) -> None:
    """Stores the links of a page."""
    _store_links(entry.campaign_id, wiki_links.linked_names(entry.text), entry=entry)


def index_session_links(session: Session) -> None:
    """Stores the links in the notes and the agenda of a session."""
    names: dict[str, bool] = {}
    for field, hidden in SESSION_TEXTS.items():
        for name, secret in wiki_links.linked_names(getattr(session, field)).items():
            names[name] = names.get(name, True) and (secret or hidden)
    _store_links(session.campaign_id, names, session=session)


def _store_links(campaign_id: int, names: dict[str, bool], **source: Any) -> None:
    """Stores the links of a text. A name can grow when its letters are compared; no page has one that is too long."""
    longest = WorldLink._meta.get_field("folded").max_length or 0
    WorldLink.objects.filter(**source).delete()
    WorldLink.objects.bulk_create(
        WorldLink(campaign_id=campaign_id, folded=name, secret=secret, **source)
        for name, secret in names.items()
        if len(name) <= longest
    )


def rename_links(page: WorldEntry, old: str, by: User) -> None:
    """After a page was renamed: updates the texts that link to the old name, in pages, sessions, the summary and NPCs.

    Entries of the log, recaps, templates and events keep the old name, because they say what was written then.
    Updates a player's texts only if that player may see the page, and for a player's page only that player's texts.
    Unless everyone may see the page, links keep the words that players read, and only their target changes."""
    campaign, new = page.campaign, Name(page.name, keep_words=not _is_for_everyone(page))
    named = WorldLink.objects.filter(campaign=campaign, folded=old)
    if page.author is not None:
        theirs = access.visible_entries(page.author)
        if not theirs.filter(author__isnull=True, folded=old, archived__isnull=True).exists():
            rows = WorldEntry.objects.filter(pk__in=named.values("entry"))
            # Every player reads the links of the notebook as they are written.
            rows = rows.filter(Q(author=page.author) | Q(shared=page.shared, author__isnull=False))
            rows = rows if _is_for_everyone(page) else rows.filter(shared=False)
            _rename_in_rows(rows.filter(Q(author=page.author) | Q(shared=True)), old, new, by)
        return
    _rename_in_rows(_texts_that_may_follow(page, named), old, new, by)
    for session in Session.objects.select_for_update().filter(pk__in=named.values("session")):
        hidden = tuple(name for name, gms in SESSION_TEXTS.items() if gms)
        if _rewrite_fields(session, ("notes",), hidden, old, new):
            session.revision += 1
            save_with_history(session, by)
            index_session_links(session)
    _rename_in_other_texts(campaign, old, new, by)


@dataclass(frozen=True)
class Name:
    """A new name, and whether links that players can read keep their words."""

    text: str
    keep_words: bool


def _is_for_everyone(page: WorldEntry) -> bool:
    return page.archived is None and page.visibility == WorldEntry.Visibility.PARTY


def _texts_that_may_follow(page: WorldEntry, named: QuerySet[WorldLink]) -> QuerySet[WorldEntry]:
    """The texts that link to the page, without those of players who must not learn its new name."""
    rows = WorldEntry.objects.filter(pk__in=named.values("entry"))
    authors = Member.objects.filter(written__in=rows).distinct()
    blind = [author.pk for author in authors if not access.visible_entries(author).filter(pk=page.pk).exists()]
    # Every player reads the links of the notebook as they are written.
    return (
        rows.exclude(author__in=blind)
        if _is_for_everyone(page)
        else rows.exclude(author__in=blind).exclude(shared=True)
    )


def _rename_in_rows(rows: QuerySet[WorldEntry], old: str, new: Name, by: User) -> None:
    for entry in rows.select_for_update():
        hidden = entry.visibility == WorldEntry.Visibility.GM
        if _rewrite_fields(entry, () if hidden else ("text",), ("text",) if hidden else (), old, new):
            entry.revision += 1
            save_with_history(entry, by, f"→ {new.text}")
            index_entry_links(entry)


def _rename_in_other_texts(campaign: Campaign, old: str, new: Name, by: User) -> None:
    """Updates the campaign's summary and NPC texts, which have no backlinks."""
    summed = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if _rewrite_fields(summed, ("summary",), (), old, new):
        summed.revision += 1
        save_with_history(summed, by)
    linked = Q(about__contains="[[") | Q(gm_notes__contains="[[")
    people = Character.objects.select_for_update(of=("self",)).filter(linked, campaign=campaign, kind="npc")
    for npc in people.order_by("pk"):
        if _rewrite_fields(npc, ("about",), ("gm_notes",), old, new):
            saving.save_next_revision(npc, by, f"→ {new.text}")


def _rewrite_fields(row: Any, fields: tuple[str, ...], hidden: tuple[str, ...], old: str, new: Name) -> bool:
    """Rewrites `fields` that players may read and fields that are `hidden`; returns whether anything changed."""
    changed = False
    for field in (*fields, *hidden):
        before = getattr(row, field)
        after = wiki_links.rename_links(before, old, new.text, keep_words=new.keep_words and field not in hidden)
        if after != before and len(after) <= row._meta.get_field(field).max_length:
            setattr(row, field, after)
            changed = True
    return changed
