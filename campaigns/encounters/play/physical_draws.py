"""Draws from a physical deck: a command waits until the players have entered the cards they drew.

A command (or the deal) that draws from the group's own deck is stored until all players concerned have entered their
cards. Nobody sees the cards of another player, and the site compares nothing before all have answered. If the cards
contradict each other, the table is told and asked again (campaigns/encounters/play/draw_conflicts.py).
"""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter, EncounterDraw, EncounterSecret, Participant
from campaigns.encounters.play import deals, draw_conflicts, refusals, replay, setups, storage, waits
from campaigns.encounters.play.draw_body import (
    BEGIN,
    COMMAND,
    DrawBody,
    add_typed,
    command_with_cards,
    counts_to_enter,
    draw_of,
    new_question_key,
    next_question,
)
from campaigns.encounters.play.draw_texts import owner_name, text_of_request
from campaigns.encounters.play.pending_draws import FACE_UP, may_enter, may_stop, pending_draw
from campaigns.encounters.play.visibility import GM
from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from people.access import membership_for, require_player
from people.models import Member, User
from rules import play as rules
from rules.play import DO_NOT_FIT, ELSEWHERE, Refused


def keep_or_discard_opening_hands(encounter: Encounter) -> bool:
    """Keeps opening hands that are being entered, so that starting once more loses nobody's cards; returns whether
    there are any.

    Discards them if the encounter uses the site's cards by now."""
    if setups.has_physical_deck(encounter):
        return pending_draw(encounter) is not None
    discard_pending_draw(encounter)
    return False


def ask_for_cards(
    encounter: Encounter,
    secret: EncounterSecret,
    by: User,
    command: dict[str, Any],
    needed: rules.Needed,
    *,
    key: str | None,
    fingerprint: str,
    seat: Participant | None = None,
) -> None:
    """Stores a command that draws and tells the table who draws; `seat` is the row of a participant who joins."""
    rows = Participant.objects.filter(encounter=encounter, present=True)
    names = dict(rows.values_list("key", "name"))
    fields = ("key", "position", "name", "side", "group", "character_id", "monster_id", "controller_id", "hidden")
    newcomer = {name: getattr(seat, name) for name in fields} if seat is not None else None
    if newcomer is not None:
        names[newcomer["key"]] = newcomer["name"]
    body: DrawBody = {
        "do": COMMAND,
        "by": by.pk,
        "command": command,
        "question": new_question_key(),
        "needs": needed.needs,
        "given": {},
        "names": names,
        "key": key,
        "fingerprint": fingerprint,
        "seat": newcomer,
    }
    EncounterDraw.sealed.create(encounter=encounter, body=body)
    _announce(encounter, secret, by, text_of_request(encounter, body))


def handle_pending_draw(encounter: Encounter, command: Any, key: str | None, fingerprint: str) -> bool:
    """Decides about a command while a draw may be waiting; returns whether it repeats the one that waits.

    Discards the draw for the GM's order to end the encounter, and raises `Refused` for every other command.
    """
    draw = pending_draw(encounter)
    if draw is None:
        return False
    if key is not None and (draw.body.get("key"), draw.body.get("fingerprint")) == (key, fingerprint):
        return True
    if isinstance(command, dict) and (command.get("type"), command.get("actor")) == ("end", GM):
        discard_pending_draw(encounter)
        return False
    raise refusals.cards_refusal()


def discard_pending_draw(encounter: Encounter) -> None:
    """Deletes the waiting draw."""
    EncounterDraw.sealed.filter(encounter=encounter).delete()


def cancel_draw(*, encounter: Encounter, by: User, question: str = "") -> None:
    """Takes back the waiting draw and its command; for GMs and the person who started it.

    `question` names the question that the person saw; "" stands for the present one. Raises `Refused` if another draw
    waits by now."""
    membership = require_player(membership_for(by, encounter))

    def write() -> None:
        # Under the lock: the last card may arrive at the same moment, and somebody else may begin another draw.
        row = storage.lock_encounter(encounter)
        draw = pending_draw(row)
        if draw is None:
            raise Refused("cards.none", _("The site is no longer waiting for a card."))
        _require_present_draw(draw.body, question)
        if not may_stop(row, membership):
            raise PermissionDenied(_("Only the GM or the person who started the draw can take it back."))
        discard_pending_draw(row)
        if row.status != Encounter.Status.PREPARED:
            _announce(
                row, storage.get_secret(row), by, _("The draw was taken back. The cards go back on top of the deck.")
            )

    storage.run_in_transaction(write)


def enter_cards(*, encounter: Encounter, by: User, owner: str, cards: list[str], question: str = "") -> None:
    """Stores the cards that `owner` drew, in order; after the last answer, plays the command that waited.

    `question` names the question that the person answers; "" stands for the present one. The same answer to the same
    question may arrive twice.

    Raises `Refused` for an answer to an earlier question, for a wrong number of cards, for a card that is not in the
    deck, and, after the last answer, for cards that contradict each other: then the table is told and asked again.
    Raises PermissionDenied for an owner that another person plays.
    """
    membership = require_player(membership_for(by, encounter))
    if storage.run_in_transaction(
        lambda: _take_cards(encounter, membership, by, owner, [card.strip().upper() for card in cards], question)
    ):
        raise Refused(ELSEWHERE, DO_NOT_FIT)


def _take_cards(
    encounter: Encounter, membership: Member, by: User, owner: str, cards: list[str], question: str
) -> bool:
    """Stores one answer, or plays the command after the last one; returns whether the cards contradict each other."""
    row = storage.lock_encounter(encounter)
    draw = pending_draw(row)
    if draw is None:
        text = _("The site no longer waits for these cards: they were entered already, or the draw was taken back.")
        raise Refused("cards.none", text)
    body: DrawBody = draw.body
    _require_present_question(body, question)
    if not may_enter(membership, row, body, owner):
        raise PermissionDenied(_("Someone else plays this participant and enters the drawn cards."))
    if question and body.get("typed", {}).get(owner) == cards:
        return False
    count = counts_to_enter(body).get(owner, 0)
    if not count:
        raise Refused("cards.count", _("The site is not waiting for a card from you."))
    if len(cards) != count:
        raise Refused("cards.count", _("Enter %(count)s different cards.") % {"count": count})
    draw_conflicts.require_cards_of_deck(row, cards)
    body = body | {"typed": {**body.get("typed", {}), owner: cards}}
    if counts_to_enter(body):
        _wait_on(row, draw, by, body, owner)
        return False
    return _play_all(row, draw, by, add_typed(body), owner)


def _require_present_question(body: DrawBody, question: str) -> None:
    """Refuses an answer to another question: a phone without a network may send it after the draw was taken back."""
    if question and question != body.get("question", question):
        raise Refused("cards.other", _("These cards belong to an earlier draw. Look at which cards are asked for now."))


def _require_present_draw(body: DrawBody, question: str) -> None:
    """Refuses to take back another draw than the one that an old page shows."""
    if question and "question" in body and draw_of(question) != draw_of(body["question"]):
        raise Refused(
            "cards.other", _("The site is now waiting for the cards of another draw. Look at that draw first.")
        )


def _wait_on(encounter: Encounter, draw: EncounterDraw, by: User, body: DrawBody, owner: str) -> None:
    """Stores an answer while other cards are missing."""
    draw.body = body
    draw.save(update_fields=["body"])
    if body["do"] != BEGIN:
        _announce(
            encounter,
            storage.get_secret(encounter),
            by,
            _("The face-up cards were drawn.")
            if owner == FACE_UP
            else _("%(who)s has drawn.") % {"who": owner_name(body, encounter, owner)},
        )


def _play_all(encounter: Encounter, draw: EncounterDraw, by: User, body: DrawBody, owner: str) -> bool:
    """Plays the command with the entered cards, or asks for more; returns whether the cards contradict each other."""
    if body["do"] == BEGIN:
        body = deals.follow_preparation(encounter, body)
    try:
        (_start_with_cards if body["do"] == BEGIN else _play_with_cards)(encounter, body)
    except rules.Needed as needed:
        _wait_on(encounter, draw, by, body | {"needs": needed.needs, "question": next_question(body)}, owner)
        return False
    except Refused as refused:
        if refused.code not in draw_conflicts.CONFLICTS:
            raise
        _ask_again(encounter, draw, body)
        return True
    discard_pending_draw(encounter)
    return False


def _ask_again(encounter: Encounter, draw: EncounterDraw, body: DrawBody) -> None:
    """Tells the table that the cards contradict each other, and asks the same players again."""
    draw.body = draw_conflicts.begin_again(encounter, body)
    draw.save(update_fields=["body"])
    counts = counts_to_enter(draw.body)
    names = [owner_name(draw.body, encounter, owner) if owner != FACE_UP else _("the face-up card") for owner in counts]
    text = draw_conflicts.text_for_all(draw.body, names)
    # In the name of the person who gave the command: the last to answer need not have entered the wrong card.
    giver = User.objects.get(pk=body["by"])
    if body["do"] == BEGIN:
        draw_conflicts.log_conflict(encounter, giver, text)
    else:
        _announce(encounter, storage.get_secret(encounter), giver, text)


def _start_with_cards(encounter: Encounter, body: DrawBody) -> None:
    """Starts the encounter from the preparation as it is now."""
    if not setups.has_physical_deck(encounter):
        text = _("This encounter now uses the site's cards. The GM takes the draw back and starts the encounter again.")
        raise Refused("cards.site", text)
    seated = setups.seat_participants(encounter)
    setup = deals.setup_with_cards(encounter, seated, body["given"])
    state = rules.start(encounter.campaign.system, setup, seed=body["seed"])
    storage.store_start(encounter, [seating.row for seating in seated], state)
    log_start(encounter, User.objects.filter(pk=body["by"]).first())


def log_start(encounter: Encounter, by: User | None) -> None:
    """Logs that an encounter has begun."""
    write_entry(
        campaign=encounter.campaign,
        session=encounter.session,
        encounter_id=encounter.pk,
        by=by,
        kind=LogEntry.Kind.ENCOUNTER,
        text=_("“%(title)s” began.") % {"title": encounter.title},
    )


def _play_with_cards(encounter: Encounter, body: DrawBody) -> None:
    secret = storage.get_secret(encounter)
    command = command_with_cards(body)
    result = rules.act(encounter.campaign.system, secret.state, command)
    if body["seat"] is not None:
        Participant.objects.create(encounter=encounter, **body["seat"])
    giver = User.objects.get(pk=body["by"])
    storage.append_command(encounter, secret, giver, command, result, body["key"], body["fingerprint"])


def _announce(encounter: Encounter, secret: EncounterSecret, by: User, text: str) -> None:
    """Adds an event that does not come from the rules; it has a number, so that every page updates."""
    event = {"type": "drawing", "text": text, "rules": [], "visible_to": "all"}
    result: rules.ActResult = {"state": secret.state, "events": [event], "reveals": False}
    before = encounter.awaited
    storage.append_command(encounter, secret, by, {"type": replay.CONTROL, "actor": GM}, result, None, "")
    renew_waits_for_cards(encounter, before)


def renew_waits_for_cards(encounter: Encounter, before: list[waits.StoredWait] | None) -> None:
    """Lets a stored encounter wait for the owners of a pending draw, as it did `before`: the state does not know it."""
    draw = pending_draw(encounter)
    if draw is not None:
        encounter.awaited = waits.renew_waits(_owners(draw.body), waits.CARDS, before, "", encounter.number)
        encounter.save(update_fields=["awaited"])


def _owners(body: DrawBody) -> list[str]:
    """Who enters the missing cards. The person who gave the command enters those that everyone sees."""
    owners = [body["command"]["actor"] if owner == FACE_UP else owner for owner in counts_to_enter(body)]
    return list(dict.fromkeys(owners))
