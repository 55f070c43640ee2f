"""Which recap a member receives, with what they may read of it, and who missed a session."""

from dataclasses import dataclass

from campaigns.sessions import queries
from campaigns.sessions.guests.access import invited_to
from campaigns.sessions.models import Recap, Session
from campaigns.sessions.notices.models import SessionNotice
from campaigns.sessions.recaps import drafts
from campaigns.sessions.stays import includes, read_stays
from campaigns.world.readable_text import Reader
from characters.models import Character
from common.link_syntax import words_only
from people.access import members_of
from people.models import Member, Role


@dataclass(frozen=True)
class AbsentMembers:
    """The members who missed a session: `notified` are those to whom the recap was or is being sent.

    `unreached` are the members of `waiting` to whom it could not be sent: no confirmed address and no device."""

    notified: list[Member]
    waiting: list[Member]
    unreached: list[Member]


def recap_text_for(member: Member, session: Session) -> str:
    """The GMs' recap for a GM; else the stored one of an own character; else everyone's, stored or drafted."""
    audience, character = Recap.Audience.GM if member.is_gm else Recap.Audience.PARTY, None
    if not member.is_gm:
        character = _own_character(member, session)
        audience = Recap.Audience.CHARACTER if character else audience
    stored = queries.get_stored_recap(member, session, audience, character)
    text = stored.text if stored else drafts.draft_recap(member, session, audience, character)
    return words_only(Reader(member).text(text))


def _own_character(member: Member, session: Session) -> Character | None:
    rows = Recap.objects.filter(session=session, audience=Recap.Audience.CHARACTER, character__owner=member.user_id)
    first = rows.select_related("character").order_by("pk").first()
    return first.character if first else None


def members_who_missed(membership: Member, session: Session) -> list[Member]:
    """Who plays in the campaign, not as the guest of another session, and was not at a played session.

    Nobody misses a session that began while they were not in the campaign."""
    if session.status != Session.Status.HELD:
        return []
    rows = members_of(membership).filter(invited_to(session)).exclude(role=Role.OBSERVER)
    absent = list(rows.exclude(pk__in=session.attendance.values("pk")).order_by("user__username"))
    if session.starts is None:
        return absent
    stays = read_stays(absent)
    return [row for row in absent if includes(stays[row.pk], session.starts)]


def get_absent_members(membership: Member, session: Session) -> AbsentMembers:
    """Those who missed the session, by whether the recap was sent to them."""
    rows = members_who_missed(membership, session)
    notices = SessionNotice.objects.filter(session=session, kind=SessionNotice.Kind.RECAP)
    sent = list(notices.values_list("member", "due", "mailed", "pushed"))
    tried = {member for member, *_moments in sent}
    # A notice that ended without a mail or a push message reached nobody.
    informed = {member for member, *moments in sent if any(moments)}
    waiting = [row for row in rows if row.pk not in informed]
    return AbsentMembers(
        [row for row in rows if row.pk in informed], waiting, [row for row in waiting if row.pk in tried]
    )
