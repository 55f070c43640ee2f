"""The rows of participants, which follow an encounter's state: who is at the table, and who plays whom."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter, EncounterGroup, Participant
from campaigns.encounters.play import setups, sheet_merging
from campaigns.encounters.play.visibility import GM
from rules import play as rules
from rules.play import Refused

Side = EncounterGroup.Side


def sync_participants(
    encounter: Encounter, before: dict[str, Any], after: dict[str, Any], *, after_undo: bool = False
) -> None:
    """Updates the participants' rows and their players from the state.

    Handles participants that left, returned or joined by a command. If the rules let one participant control another,
    the player of the first plays both, until control goes back. A participant who leaves while hidden stays hidden.
    `after_undo` allows participants who were removed to return with any player, and hides those who only came by
    undone commands.
    """
    before_by_key, after_by_key = _participants_of(encounter, before), _participants_of(encounter, after)
    known = list(Participant.objects.filter(encounter=encounter))
    players = {participant.key: participant.controller_id for participant in known}
    known_to_all = sheet_merging.aftermath_by_participant(encounter.campaign.system, after) if after_undo else {}
    for participant in known:
        stored, fields_before = after_by_key.get(participant.key), _fields_from_state(participant)
        earlier = before_by_key.get(participant.key)
        if stored is not None:
            returns = earlier is None and not participant.present and not after_undo
            _follow_control(encounter, participant, earlier, stored, players, returns=returns)
            participant.name, participant.hidden = stored["name"], bool(stored.get("hidden"))
        elif after_undo:
            participant.hidden = participant.key not in known_to_all
        participant.present = stored is not None
        if fields_before != _fields_from_state(participant):
            participant.save(update_fields=["present", "controller", "name", "hidden"])
    newcomers = {key: newcomer for key, newcomer in after_by_key.items() if key not in players}
    _create_newcomers(encounter, newcomers, players, len(known))


def _follow_control(
    encounter: Encounter,
    participant: Participant,
    earlier: dict[str, Any] | None,
    stored: dict[str, Any],
    players: dict[str, int | None],
    *,
    returns: bool,
) -> None:
    """Moves the seat if the control over a participant changed: hand-overs that were made outside the rules stay."""
    controller_key = stored.get("controller", participant.key)
    if returns and controller_key != participant.key:
        _require_same_player(participant, players.get(controller_key))
    key_before = earlier.get("controller", participant.key) if earlier is not None else controller_key
    if controller_key == key_before:
        return
    if controller_key != participant.key:
        participant.controller_id = players.get(controller_key)
    elif participant.controller_id == players.get(key_before):
        participant.controller_id = _own_player(encounter, participant)


def _own_player(encounter: Encounter, participant: Participant) -> int | None:
    """Who plays a participant that nobody else controls: the player of its character, otherwise the GM (None)."""
    if participant.character is None:
        return None
    member = setups.controllers_by_character(encounter, [participant.character]).get(participant.character.pk)
    return member.pk if member else None


def _create_newcomers(
    encounter: Encounter, newcomers: dict[str, dict[str, Any]], players: dict[str, int | None], first_position: int
) -> None:
    for position, (key, newcomer) in enumerate(newcomers.items(), first_position):
        side = newcomer.get("side", Side.PLAYERS)
        Participant.objects.create(
            encounter=encounter,
            key=key,
            position=position,
            name=newcomer["name"],
            group=newcomer.get("group", ""),
            side=side if side in Side.values else Side.MONSTERS,
            controller_id=players.get(newcomer.get("controller", "")),
            hidden=bool(newcomer.get("hidden")),
        )


def _fields_from_state(participant: Participant) -> tuple[bool, int | None, str, bool]:
    """The fields of a participant's row that follow the state."""
    return participant.present, participant.controller_id, participant.name, participant.hidden


def _participants_of(encounter: Encounter, state: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """All participants by id, including hidden ones."""
    people: dict[str, dict[str, Any]] = rules.view(encounter.campaign.system, state, GM)["participants"]
    return people


def _require_same_player(gone: Participant, player: int | None) -> None:
    """Refuses a newcomer with the id of a participant who left and had another player, who could see the newcomer."""
    if gone.character_id is not None or gone.controller_id != player:
        raise Refused("id.known", _("id: another participant at this table had this id; choose a different id."))
