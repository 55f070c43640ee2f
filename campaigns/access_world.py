"""The doors to the world: pages, pictures, the reveal journal, recaps; and a GM's look through a player's eyes."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from campaigns.access import campaigns, found, member, members, must_run, seat, session
from campaigns.models import Member, Recap, Reveal, Session, User, WorldEntry, WorldPicture
from campaigns.models.people import Role
from characters import access as character_access
from characters.models import Character
from rules.typed import whole


def looking(own: Member, as_: str | None) -> Member:
    """Whose eyes a page is read with: one's own, or for a GM those of the member with the id `as_`.

    What is read this way is read as that person; 403 to all but GMs, 404 for nobody of this campaign."""
    if not as_:
        return own
    must_run(own)
    return found(members(own).select_related("campaign"), pk=whole(as_))


def entries(own: Member) -> QuerySet[WorldEntry]:
    """The pages of the world that the member may read: one's own always; what is put aside only its writers."""
    rows = WorldEntry.objects.filter(campaign=own.campaign_id)
    if own.runs:
        return rows
    chosen = WorldEntry.players.through.objects.filter(member=own.pk).values("worldentry")
    shown = Q(visibility=WorldEntry.Visibility.PARTY) | Q(visibility=WorldEntry.Visibility.CHOSEN, pk__in=chosen)
    return rows.filter(shown & Q(archived__isnull=True) | Q(author=own.pk))


def entry(user: User, entry_id: Any, as_: str | None = None) -> tuple[WorldEntry, Member, Member]:
    """A page, the person's place, and whose eyes it is read with."""
    row = found(WorldEntry.objects.filter(campaign__in=campaigns(user)), pk=entry_id)
    own = seat(user, row)
    found(entries(own), pk=row.pk)
    seen = looking(own, as_)
    rows = entries(seen).select_related("parent", "by", "author__user")
    return found(rows, pk=row.pk), own, seen


def may_write(own: Member, row: WorldEntry) -> bool:
    """Whether the member may change the page: GMs every one, players those that they wrote themselves."""
    return own.runs or (row.author_id == own.pk and own.role != Role.OBSERVER)


def must_write(own: Member, row: WorldEntry) -> Member:
    """Passes on whoever may change the page; 403 to others who may read it."""
    if row.author_id is None:
        return must_run(own)
    if not may_write(own, row):
        raise PermissionDenied(_("Only its player and the GM may change this page."))
    return own


def write_entry(user: User, entry_id: Any) -> tuple[WorldEntry, Member]:
    """A page that the person may change; 403 to others who may read it."""
    row, own, _seen = entry(user, entry_id)
    return row, must_write(own, row)


def run_entry(user: User, entry_id: Any) -> tuple[WorldEntry, Member]:
    """A page of a campaign that the person runs; 403 to others who may read it."""
    row, own, _seen = entry(user, entry_id)
    return row, must_run(own)


def picture(user: User, entry_id: Any, as_: str | None = None) -> WorldPicture:
    """The picture of a page that the person may read."""
    row, _own, _seen = entry(user, entry_id, as_)
    return found(WorldPicture.objects.filter(removed__isnull=True), entry=row)


def reveals(own: Member) -> QuerySet[Reveal]:
    """The journal: all of it to GMs; to others what they were shown and may still see, never what was hidden."""
    rows = Reveal.objects.filter(campaign=own.campaign_id)
    if own.runs:
        return rows
    mine = Q(member=own.pk) | Q(member__isnull=True)
    known = Q(entry__in=entries(own)) | Q(character__in=character_access.roster(own))
    return rows.filter(mine, known, shown=True)


def npc(user: User, campaign_id: Any, character_id: Any, as_: str | None = None) -> tuple[Character, Member, Member]:
    """An NPC the person knows by name, the person's place, and whose eyes it is read with."""
    own = member(user, campaign_id)
    seen = looking(own, as_)
    rows = character_access.roster(seen).filter(kind=Character.Kind.NPC)
    return found(rows, pk=character_id), own, seen


def recaps(own: Member) -> QuerySet[Recap]:
    """What is told to the member: everybody's recap and those of one's own characters; all of it to GMs."""
    rows = Recap.objects.filter(session__campaign=own.campaign_id)
    if own.runs:
        return rows
    mine = Q(audience=Recap.Audience.CHARACTER, character__owner=own.user_id)
    return rows.filter(Q(audience=Recap.Audience.PARTY) | mine)


def told_characters(own: Member) -> QuerySet[Character]:
    """The characters for whom the member may read a recap: one's own; every player character to GMs."""
    rows = Character.objects.filter(campaign=own.campaign_id, kind=Character.Kind.PC)
    return rows if own.runs else rows.filter(owner=own.user_id)


def evening(user: User, session_id: Any, as_: str | None = None) -> tuple[Session, Member, Member]:
    """A session, the person's place, and whose eyes it is read with."""
    row, own = session(user, session_id)
    return row, own, looking(own, as_)
