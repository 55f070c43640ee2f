"""Writes to stand-ins: choose one, end one, and end all when the session was played or cancelled.

A stand-in gets the character's seats at running encounters of the session at once, and at later ones when they begin
(campaigns/encounters/play/setups.py). At the end the player gets the seats back."""

from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.encounters import play
from campaigns.encounters.character_hand_overs.actions import running_seats
from campaigns.encounters.models import Participant
from campaigns.encounters.play import storage
from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from campaigns.sessions.access import require_planned
from campaigns.sessions.models import Session
from campaigns.sessions.stand_ins.access import characters_to_cover, may_end, possible_stand_ins
from campaigns.sessions.stand_ins.models import StandIn
from characters.models import Character
from people.access import require_player
from people.credentials.naming_sentences import NamingSentence
from people.models import Member, User

PLAYS_IN_SESSION = NamingSentence(gettext_lazy("%(who)s plays %(character)s in this session."), "who")
# The table reads it after the sentence that hands the seat over.
STANDS_IN = NamingSentence(gettext_lazy("%(who)s stands in."), "who", lead=".* ")


def choose_stand_in(*, membership: Member, session: Session, character: Character, member: Member) -> StandIn:
    """Lets a member play a character in a session in place of its player; replaces an earlier choice.

    The character's player and GMs may choose."""
    _require_choice(membership, session, character, member)

    def write() -> StandIn:
        seats = _lock_seats(session, character)
        require_planned(Session.objects.select_for_update().get(pk=session.pk))
        _end(StandIn.objects.filter(session=session, character=character, ended__isnull=True))
        row = StandIn.objects.create(session=session, character=character, member=member, by=membership.user)
        _give(seats, membership.user, member, STANDS_IN.write(who=member.user))
        _log(row, membership.user, PLAYS_IN_SESSION.write(who=member.user, character=character.name))
        return row

    return storage.run_in_transaction(write)


def end_stand_in(*, membership: Member, stand_in: StandIn) -> None:
    """Ends it; the player gets the character's seats at running encounters back."""
    if not may_end(membership, stand_in):
        raise PermissionDenied(_("Only the GM, the player and the stand-in may end this."))

    def write() -> None:
        _finish(stand_in, membership.user)

    storage.run_in_transaction(write)


def end_stand_ins(session: Session, by: User) -> None:
    """Ends the session's stand-ins, because it was played or cancelled; within the caller's transaction."""
    rows = StandIn.objects.filter(session=session, ended__isnull=True).select_related("character", "session__campaign")
    for row in rows:
        _finish(row, by)


def _finish(stand_in: StandIn, by: User) -> None:
    character = stand_in.character
    seats = _lock_all(_seats_of_stand_in(stand_in))
    if not _end(StandIn.objects.filter(pk=stand_in.pk, ended__isnull=True)):
        return
    members = Member.objects.present().filter(campaign=stand_in.session.campaign_id)
    player = members.filter(user=character.owner_id).exclude(role="observer").first() if character.owner_id else None
    _give(seats, by, player, _("The stand-in no longer plays the character."))
    _log(stand_in, by, _("%(character)s no longer has a stand-in.") % {"character": character.name})


def _require_choice(membership: Member, session: Session, character: Character, member: Member) -> None:
    require_player(membership)
    if not session.campaign_id == character.campaign_id == member.campaign_id == membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    if not characters_to_cover(membership).filter(pk=character.pk).exists():
        raise PermissionDenied(_("Only the GM and the character's player choose who stands in."))
    if not possible_stand_ins(membership).filter(pk=member.pk).exists():
        raise ValidationError({"member": _("Choose a player of this campaign. Observers cannot play.")})
    if member.user_id == character.owner_id:
        raise ValidationError({"member": _("This person is the character's own player.")})


def _lock_seats(session: Session, character: Character) -> list[Participant]:
    """The character's seats at running encounters of the session, their encounters locked."""
    return _lock_all(running_seats(character).filter(encounter__session=session))


def _seats_of_stand_in(stand_in: StandIn) -> QuerySet[Participant]:
    """The character's seats that the stand-in has at running encounters, which may have been filed under other
    sessions since; without those of sessions in which the same person stands in too."""
    others = StandIn.objects.filter(character=stand_in.character_id, member=stand_in.member_id, ended__isnull=True)
    seats = running_seats(stand_in.character).filter(controller=stand_in.member_id)
    return seats.exclude(encounter__session__in=others.exclude(pk=stand_in.pk).values("session"))


def _lock_all(rows: QuerySet[Participant]) -> list[Participant]:
    """The seats, their encounters locked."""
    seats = list(rows)
    for seat in seats:  # locks encounters first, in the same order as everything else at the table
        storage.lock_encounter(seat.encounter)
    return seats


def _end(rows: QuerySet[StandIn]) -> int:
    return rows.update(ended=timezone.now())


def _give(seats: list[Participant], by: User, to: Member | None, reason: str) -> None:
    for seat in seats:
        if seat.controller_id != (to.pk if to else None):
            play.hand_over_unchecked(
                encounter=seat.encounter, by=by, participant=seat.key, controller=to, reason=reason
            )


def _log(row: StandIn, by: User, text: str) -> None:
    audience = LogEntry.Audience.ALL if row.character.visible else LogEntry.Audience.GM
    write_entry(
        campaign=row.session.campaign,
        kind=LogEntry.Kind.CHARACTER,
        text=text,
        by=by,
        audience=audience,
        session=row.session,
        character=row.character,
    )
