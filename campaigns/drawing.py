"""Real cards at a running table: what waits for a draw, who says what was drawn, and play going on after that.

A command (or the deal) that draws from the group's own deck is kept until everybody concerned has typed the own
cards. Nobody is shown what another typed; the rules refuse a card that cannot have been drawn, and the table hears
that somebody named one, so that nobody finds out by trying what others hold.
"""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from campaigns import access, record, replay, setups
from campaigns.models import Encounter, EncounterDraw, EncounterSecret, LogEntry, Member, Participant, User
from campaigns.sight import GM, may_act
from rules import play as rules
from rules.play import Refused

BEGIN = "begin"
SHOWN = ""
ELSEWHERE = "card.elsewhere"


@dataclass(frozen=True)
class Asked:
    """Whom a draw waits for: `owner` is who holds the cards ("" for cards shown to all), in the member's hands or not.

    `count` cards are missing, of which the last `initiative` ones are for initiative.
    """

    owner: str
    name: str
    count: int
    initiative: int
    mine: bool

    @property
    def places(self) -> range:
        """A number a card."""
        return range(1, self.count + 1)


def waiting(encounter: Encounter) -> EncounterDraw | None:
    """The draw that the encounter waits for."""
    return EncounterDraw.sealed.filter(encounter=encounter).first()


def asked(encounter: Encounter, own: Member) -> list[Asked]:
    """Whom the encounter waits for to say what was drawn; nothing of what was said already."""
    draw = waiting(encounter)
    if draw is None:
        return []
    body, found = draw.body, []
    for owner in dict.fromkeys(need[0] for need in body["needs"]):
        own_needs = [need for need in body["needs"] if need[0] == owner]
        found.append(
            Asked(
                owner, body["names"].get(owner, ""), sum(need[1] for need in own_needs),
                sum(need[1] for need in own_needs if need[2]), _may(own, encounter, body, owner),
            )
        )  # fmt: skip
    return found


def may_stop(encounter: Encounter, own: Member) -> bool:
    """Whether the member may take back what waits: the GM, and whoever gave it."""
    draw = waiting(encounter)
    return draw is not None and (own.deals or draw.body["by"] == own.user_id)


def deal(row: Encounter, by: User, needed: rules.Needed, seed: str, seated: list[setups.Seating]) -> None:
    """The hands of the start are drawn from the table's own deck."""
    body = {
        "do": BEGIN, "by": by.pk, "seed": seed, "needs": needed.needs, "given": {},
        "names": {seating.row.key: seating.row.name for seating in seated},
        "who": {seating.row.key: seating.row.controller_id for seating in seated},
    }  # fmt: skip
    EncounterDraw.sealed.update_or_create(encounter=row, defaults={"body": body})


def ask(
    row: Encounter, secret: EncounterSecret, by: User, command: dict[str, Any], needed: rules.Needed, *,
    key: str | None, fingerprint: str, seat: Participant | None = None,
) -> None:  # fmt: skip
    """A command draws: it is kept, and the table hears who draws. `seat` is the row of somebody who joins by it."""
    rows = Participant.objects.filter(encounter=row, present=True)
    names = dict(rows.values_list("key", "name"))
    fields = ("key", "position", "name", "side", "group", "character_id", "monster_id", "controller_id")
    newcomer = {name: getattr(seat, name) for name in fields} if seat is not None else None
    if newcomer is not None:
        names[newcomer["key"]] = newcomer["name"]
    body = {
        "do": "command", "by": by.pk, "command": command, "needs": needed.needs, "given": {}, "names": names,
        "key": key, "fingerprint": fingerprint, "seat": newcomer,
    }  # fmt: skip
    EncounterDraw.sealed.create(encounter=row, body=body)
    who = ", ".join(dict.fromkeys(_name(body, row, need[0]) for need in needed.needs))
    _tell(row, secret, by, _("Cards are drawn from the deck on the table: %(who)s.") % {"who": who})


def stops(row: Encounter, command: Any, key: str | None, fingerprint: str) -> bool:
    """Whether this very command waits already (a repetition); `Refused` when another one does.

    The GM's end is never stopped: what waits is dropped.
    """
    draw = waiting(row)
    if draw is None:
        return False
    if key is not None and (draw.body.get("key"), draw.body.get("fingerprint")) == (key, fingerprint):
        return True
    if isinstance(command, dict) and (command.get("type"), command.get("actor")) == ("end", GM):
        forget(row)
        return False
    raise Refused("cards.waiting", _("Cards are being drawn. Play goes on when everybody has said which."))


def forget(row: Encounter) -> None:
    """Drops what waits for a draw."""
    EncounterDraw.sealed.filter(encounter=row).delete()


def take_back(*, encounter: Encounter, by: User) -> None:
    """Takes back what waits for a draw, as if it had not been given; the GM, or whoever gave it."""
    own = access.must_play(access.seat(by, encounter))
    if waiting(encounter) is None:
        raise Refused("cards.none", _("No card is awaited any more."))
    if not may_stop(encounter, own):
        raise PermissionDenied(_("Your GM, or whoever gave it, takes it back."))

    def write() -> None:
        row = record.locked(encounter)
        forget(row)
        if row.status != Encounter.Status.PREPARED:
            _tell(row, record.sealed(row), by, _("The draw is taken back: the cards go back on top of the deck."))

    record.whole(write)


def hand_in(*, encounter: Encounter, by: User, owner: str, cards: list[str]) -> None:
    """Says which cards `owner` drew, in order; when nobody is missing, the play that waited is made.

    Raises `Refused` for a wrong number of cards and for a card that cannot have been drawn (of which a running
    table hears), PermissionDenied for an owner whom somebody else plays.
    """
    own = access.must_play(access.seat(by, encounter))
    try:
        record.whole(lambda: _taken(encounter, own, by, owner, [card.strip().upper() for card in cards]))
    except Refused as refused:
        if refused.code == ELSEWHERE and encounter.status == Encounter.Status.RUNNING:
            record.whole(lambda: _doubted(encounter, by, owner))
        raise


def _taken(encounter: Encounter, own: Member, by: User, owner: str, cards: list[str]) -> None:
    row = record.locked(encounter)
    draw = waiting(row)
    if draw is None:
        raise Refused("cards.none", _("No card is awaited any more."))
    body = draw.body
    if not _may(own, row, body, owner):
        raise PermissionDenied(_("Somebody else plays this, and says what was drawn."))
    count = sum(need[1] for need in body["needs"] if need[0] == owner)
    if len(cards) != count:
        raise Refused("cards.count", _("Say %(count)s cards, each once.") % {"count": count})
    given = {**body["given"], owner: [*body["given"].get(owner, []), *cards]}
    try:
        (_begin if body["do"] == BEGIN else _play)(row, body, given)
    except rules.Needed as needed:
        draw.body = body | {"given": given, "needs": needed.needs}
        draw.save(update_fields=["body"])
        if body["do"] != BEGIN:
            _tell(row, record.sealed(row), by, _("%(who)s has drawn.") % {"who": _name(body, row, owner)})
        return
    forget(row)


def _begin(row: Encounter, body: dict[str, Any], given: dict[str, list[str]]) -> None:
    """The start, from the preparation as it is now."""
    seated = setups.seat_all(row)
    setup = setups.played(row, setups.setup_of(row, seated, None)) | {"drawn": given}
    state = rules.start(row.campaign.system, setup, seed=body["seed"])
    record.laid(row, [seating.row for seating in seated], state)
    begun(row, User.objects.filter(pk=body["by"]).first())


def begun(row: Encounter, by: User | None) -> None:
    """The log hears that an encounter has begun."""
    LogEntry.objects.create(
        campaign=row.campaign, session=row.session, encounter=row, by=by, kind=LogEntry.Kind.ENCOUNTER,
        text=_("“%(title)s” began.") % {"title": row.title},
    )  # fmt: skip


def _play(row: Encounter, body: dict[str, Any], given: dict[str, list[str]]) -> None:
    secret = record.sealed(row)
    command = {**body["command"], "drawn": given}
    result = rules.act(row.campaign.system, secret.state, command)
    if body["seat"] is not None:
        Participant.objects.create(encounter=row, **body["seat"])
    giver = User.objects.get(pk=body["by"])
    record.append(row, secret, giver, command, result, body["key"], body["fingerprint"])


def _doubted(encounter: Encounter, by: User, owner: str) -> None:
    """Told to all, so that trying cards out to learn what others hold is seen."""
    row = record.locked(encounter)
    draw = waiting(row)
    if draw is not None:
        text = _("%(who)s names a card that cannot have been drawn.") % {"who": _name(draw.body, row, owner)}
        _tell(row, record.sealed(row), by, text)


def _may(own: Member, row: Encounter, body: dict[str, Any], owner: str) -> bool:
    """Whether the member says what this owner drew: who plays it, and of shown cards whoever gave the command."""
    if owner == SHOWN:
        return own.deals or body["by"] == own.user_id
    if owner == GM:
        return own.deals
    newcomer = body.get("seat") or {}
    if body["do"] == BEGIN or newcomer.get("key") == owner:
        controller = newcomer["controller_id"] if newcomer else body["who"].get(owner)
        return own.deals if controller is None else controller == own.pk
    return may_act(own, row, owner)


def _name(body: dict[str, Any], row: Encounter, owner: str) -> str:
    if owner == SHOWN:
        return _("for all to see")
    return str(body["names"].get(owner) or rules.SYSTEMS[row.campaign.system]["gm"])


def _tell(row: Encounter, secret: EncounterSecret, by: User, text: str) -> None:
    """A line of the account that no rule knows of; numbered, so that every page looks again."""
    event = {"type": "drawing", "text": text, "rules": [], "visible_to": "all"}
    told = {"state": secret.state, "events": [event], "reveals": False}
    record.append(row, secret, by, {"type": replay.CONTROL, "actor": GM}, told, None, "")
