"""The one interface of the games: everything on the site that resolves a rule comes through here.

docs/engine-contract.md is its specification. These hold for every function:

* `system` is the slug of a game (a key of `SYSTEMS`); another one is `Refused` with the code "system.unknown".
* `state` is the plain state of an encounter, or an `OpenState` of it. A state that was stored by an older version is
  upgraded first. The state passed in never changes. A state that cannot come from play, or comes from a newer version,
  is `Refused`: a malformed one with "shape.invalid", every other with a code that begins with "state.".
* Input that is malformed or against the rules is `Refused`; nothing has changed then. Nothing else is raised.
"""

from collections.abc import Iterable

from rules.engine import codec, hidden, physical_deck, real_hands
from rules.engine import offers as offering
from rules.engine import replay as replaying
from rules.engine.chance import Chance, key_from_seed
from rules.engine.explanations import Explanation
from rules.engine.game import HasDecline
from rules.engine.highlights import HasHighlights, Highlight, PublicEvent
from rules.engine.json_types import (
    ActResult,
    Aftermath,
    ChangedSheet,
    CheckedSheet,
    CheckResult,
    Command,
    Event,
    Odds,
    Offer,
    PlainState,
    ReplayResult,
    SetupWarning,
    SheetCheckResult,
    SimulationReport,
    StepOffer,
    StepResult,
    View,
)
from rules.engine.open_state import OpenState
from rules.engine.physical_deck import DO_NOT_FIT, ELSEWHERE, Needed
from rules.engine.refusals import Refused
from rules.engine.schemas import HasShapes, JsonSchema, make_schemas
from rules.engine.simulation import Progress
from rules.games import registry
from rules.games.explaining import explanation, explanations
from rules.games.quick_start import creation_questions, hero_from_answers, ready_made_hero, ready_made_heroes
from rules.games.registry import RULES, SYSTEMS, register
from rules.games.states import (
    awaited,
    hand_sizes,
    names_in_deck,
    open_state,
    released,
    rest_of_pile,
    roster,
    same,
    verify,
    without_hidden,
)
from rules.sheets import (
    chance,
    check_inputs,
    end_session,
    monster,
    monster_participant,
    new_sheet,
    participant,
    sheet,
    sheet_check,
    step,
    steps,
    touch,
    unstep,
)

__all__ = [
    "DO_NOT_FIT",
    "ELSEWHERE",
    "RULES",
    "SYSTEMS",
    "ActResult",
    "Aftermath",
    "ChangedSheet",
    "CheckResult",
    "CheckedSheet",
    "Command",
    "Event",
    "Explanation",
    "Needed",
    "Odds",
    "Offer",
    "OpenState",
    "PlainState",
    "Refused",
    "SetupWarning",
    "SheetCheckResult",
    "StepOffer",
    "StepResult",
    "View",
    "act",
    "actors",
    "aftermath",
    "awaited",
    "canonical",
    "chance",
    "check",
    "check_inputs",
    "creation_questions",
    "decline",
    "end_session",
    "explanation",
    "explanations",
    "hand_sizes",
    "hero_from_answers",
    "highlights",
    "monster",
    "monster_participant",
    "names_in_deck",
    "new_sheet",
    "odds",
    "offers",
    "open_state",
    "opening",
    "participant",
    "policy",
    "ready_made_hero",
    "ready_made_heroes",
    "redeal",
    "register",
    "released",
    "replay",
    "rest_of_pile",
    "roster",
    "same",
    "sample",
    "schemas",
    "sheet",
    "sheet_check",
    "simulate",
    "start",
    "step",
    "steps",
    "touch",
    "unstep",
    "verify",
    "view",
    "warnings",
    "without_hidden",
]

SAMPLE_TRIES = 40


def canonical(value: object) -> bytes:
    """The canonical JSON of a plain value: UTF-8, sorted keys, no spaces. Equal values have equal bytes.

    Refused: a value that JSON cannot represent.
    """
    try:
        return codec.canonical(value)
    except (TypeError, ValueError, RecursionError):
        raise Refused("shape.invalid", "JSON cannot represent this value.") from None


def check(system: object, kind: object, inputs: object, *, seed: object = None) -> CheckResult:
    """Resolve one check without an encounter (docs/rules/ lists the checks of each game).

    `kind`: one of the `checks` in the game's description.
    `inputs`: the object that this check takes; `rolls` or `cards` in it replace the site's chance.
    `seed`: an int, a text or bytes makes the result reproducible; None draws from the operating system.

    Returns the result in the game's own fields, always with `rules`, the ids of the rules that decided.
    Refused: "check.unknown" for another kind, "shape.invalid" for malformed inputs, the game's own codes.
    """
    return registry.game(system).check(kind, inputs, seed)


def start(system: object, setup: object, *, seed: object) -> PlainState:
    """Start an encounter ("Encounters" and "Supplied chance" in docs/engine-contract.md).

    `setup`: `{"participants": [...], "options"?, "deck"?, "dice"?, "physical"?, ...}` of the game.
    `seed`: an int, a text or bytes, the source of all its chance.

    Returns the state before the first command.
    Refused: a malformed setup; `Needed` when players with real cards must first enter the opening hands.
    """
    game = registry.game(system)
    started = game.start(setup, seed)
    physical_deck.require_every_card_named(getattr(started, "deck", None))
    return game.dump(started)


def warnings(system: object, setup: object) -> list[SetupWarning]:
    """What the game master should know about a setup before playing it, such as only one side that can act.

    `setup`: as `start` takes it; hidden participants count like all others.

    Returns sentences with rule ids, `[]` when there is nothing to say. Refused: as by `start`.
    """
    game = registry.game(system)
    return game.warnings(game.start(hidden.without_hiding(setup), 0))


def opening(system: object, state: object) -> list[Event]:
    """The events of the start: shuffles or seals, opening hands, order, and hidden participants for the game master.

    `state`: exactly as `start` returned it; after a command it is Refused ("opening.late").
    """
    game = registry.game(system)
    loaded = game.load(registry.upgrade_to_current(game, state))
    with registry.blame_damaged_state(game, loaded):
        return hidden.opening_with_hidden(game, loaded)


def actors(system: object, state: object, *, viewer: object = None) -> list[str]:
    """Who may give a command now: participants' ids, those whom play waits for first, then "gm".

    `viewer`: leaves out hidden participants that this viewer does not know of; None leaves out nobody. Someone who is
    neither a participant, "gm" nor "observer" is Refused ("viewer.unknown").

    Returns `[]` after the end of the encounter, otherwise at least `["gm"]`.
    """
    game = registry.game(system)
    loaded = registry.load_state(game, state)
    with registry.blame_damaged_state(game, loaded):
        return hidden.actors_with_hidden(game, loaded, viewer)


def offers(system: object, state: object, actor: object) -> list[Offer]:
    """What an actor may do now ("Offers" in docs/engine-contract.md); pages are built from it.

    `actor`: a participant's id or "gm"; someone else is Refused ("actor.unknown").

    Returns `[]` when the actor can do nothing now. `act` accepts the `example` of every offer.
    """
    game = registry.game(system)
    loaded = registry.load_state(game, state)
    with registry.blame_damaged_state(game, loaded):
        return hidden.offers_with_hidden(game, loaded, actor)


def sample(system: object, state: object, actor: object, *, seed: object) -> Command | None:
    """One random legal command of an actor, drawn over all its offers and their choices; for tests and simulations.

    `actor`: a participant's id or "gm". `seed`: an int, a text or bytes.

    Returns a command that `act` accepts, or None when the actor has no offer.
    """
    found = offers(system, state, actor)
    if not found:
        key_from_seed(seed)
        return None
    chance = Chance(key_from_seed(seed))
    for _ in range(SAMPLE_TRIES):
        command = offering.random_command(found[chance.below(len(found))], chance)
        try:
            act(system, state, command)
        except Refused:
            continue
        return command
    return found[chance.below(len(found))]["example"]


def act(system: object, state: object, command: object) -> ActResult:
    """Carry out a command ("Commands" and "Events" in docs/engine-contract.md).

    `command`: `{"type", "actor", ...}`. With a deck of real cards a command that draws takes `drawn`, and may take
    `held`, hands that were entered again; only the site adds these two (`rules.engine.physical_deck`).

    Returns the new state, the events in order, and whether anything hidden became known to anyone.
    Refused: "command.unknown", "encounter.over", "turn.not-yours" and the game's own codes; `rule` names the rule.
    `Needed`, which is also a Refused, says for which real cards the site must ask whom.
    """
    game = registry.game(system)
    fed, plain_command = physical_deck.attach_drawn_cards(registry.upgrade_to_current(game, state), command)
    opened = state if isinstance(state, OpenState) else None
    loaded = (opened.take_typed() if opened is not None and plain_command is command else None) or game.load(fed)
    with registry.blame_damaged_plain_state(game, state):
        result = game.act(loaded, real_hands.take_named_hands(loaded, plain_command))
        physical_deck.require_every_card_named(getattr(loaded, "deck", None))
    plain = game.dump(loaded)
    after = OpenState(plain, loaded) if opened is not None else plain
    return {"state": after, "events": result.events, "reveals": result.reveals}


def replay(system: object, state: object, commands: Iterable[object]) -> ReplayResult:
    """Carry out commands one after the other; this gives the same result as repeated calls of `act`, but faster.

    `commands`: as they were accepted, oldest first.

    Returns the last state and all events. Refused: the message names the first refused command, counted from 0.
    """
    game = registry.game(system)
    loaded = game.load(registry.upgrade_to_current(game, state))
    with registry.blame_damaged_state(game, loaded):
        events = replaying.replay(game, loaded, codec.plain_list(commands, "commands"))
    return {"state": game.dump(loaded), "events": events}


def view(system: object, state: object, viewer: object) -> View:
    """What a viewer may know; content leaves a state only through this function ("Views" in docs/engine-contract.md).

    `viewer`: a participant's id, "gm" or "observer"; someone else is Refused ("viewer.unknown").
    """
    game = registry.game(system)
    loaded = registry.load_state(game, state)
    with registry.blame_damaged_state(game, loaded):
        return hidden.view_with_hidden(game, loaded, viewer)


def redeal(system: object, state: object, *, seed: object) -> ReplayResult:
    """Replace all chance that nobody has seen: shuffle the draw pile, or seal new dice, and change nothing else.

    `seed`: an int, a text or bytes.

    Returns the new state and the events that publish the new commitments.
    """
    game = registry.game(system)
    loaded = game.load(registry.upgrade_to_current(game, state))
    with registry.blame_damaged_state(game, loaded):
        result = game.redeal(loaded, seed)
    return {"state": game.dump(loaded), "events": result.events}


def aftermath(system: object, state: object) -> Aftermath:
    """What an encounter changes on the sheets of everyone who took part, also of those who left before the end.

    Refused: "encounter.running" while it is not over.
    """
    game = registry.game(system)
    return game.aftermath(game.load(registry.upgrade_to_current(game, state)))


def highlights(system: object, events: Iterable[PublicEvent], heroes: Iterable[str]) -> list[Highlight]:
    """The highlights of an encounter: at most one of each kind, nothing for what did not happen.

    `events`: those that everyone may see, in order, without struck ones. `heroes`: ids of the participants whose
    highlights count.

    Returns highlights in the order of `Kind`: a success against the odds, a narrow one, the luckiest card or fall of
    the dice, the most damage at once. Each has the sentence of its event. [] for a game without highlights.
    Refused: events without the fields of their types, ids that are not text.
    """
    game = registry.game(system)
    found = [codec.plain_object(event, "event") for event in codec.plain_list(events, "events")]
    who = codec.plain_ids(heroes, "heroes")
    if not isinstance(game, HasHighlights):
        return []
    public = [event for event in found if event.get("visible_to") == "all"]
    with registry.blame_malformed_events(game, public):
        return game.highlights(public, who)


def schemas(system: object, *, place: str = "#/$defs/") -> dict[str, JsonSchema]:
    """JSON Schemas of what a game takes and gives, by names like "FortuneSystemCommand" or "FortuneSystemView".

    `place`: the prefix of references from one schema to another. {} for a game that does not name its types.
    """
    game = registry.game(system)
    prefix = codec.plain_text(place, "place")
    return make_schemas(game.slug, game.shapes, prefix) if isinstance(game, HasShapes) else {}


def odds(system: object, state: object, viewer: object, command: object) -> Odds | None:
    """The chance that a command succeeds, from nothing but what the viewer knows.

    `viewer`: a participant's id, "gm" or "observer". `command`: one that `act` would accept now, without `rolls`.

    Returns `{"chance": 0 to 1, "exact", "of": what succeeds}`, or None where nothing is left to chance or the viewer
    must not know it. Refused: a command that is not allowed now. A viewer who cannot see the actor's hand, and for an
    order of the GM everyone else, is told only what everyone can see.
    """
    game = registry.game(system)
    loaded = game.load(registry.upgrade_to_current(game, state))
    physical_deck.stop_asking_for_cards(getattr(loaded, "deck", None))
    with registry.blame_damaged_plain_state(game, state):
        return hidden.odds_without_hidden(game, loaded, viewer, command)


def simulate(
    system: object,
    setup: object,
    *,
    seed: object,
    games: object,
    policy: object = "simple",
    progress: Progress | None = None,
) -> SimulationReport:
    """Play an encounter out many times, with nobody hidden.

    `setup`: as `start` takes it. `seed`: an int, a text or bytes. `games`: 1 to 100,000 encounters.
    `policy`: the name of the computer player, "simple" in every game.
    `progress`: called as `progress(done, games)` after each encounter; False stops the simulation.

    Returns `{"games", "victory", "defeat", "rounds", "hp_left", "deaths"}`: the number of encounters, then shares (0
    to 1) and means over them. A Game of Bastards has `out`, how many are out, instead of `deaths`.
    Refused: "simulation.games", "simulation.policy", "simulation.players" without a player character,
    "simulation.none" in a game without victory and defeat.
    """
    setup = hidden.without_hiding(setup)
    return registry.game(system).simulate(setup, seed=seed, games=games, policy=policy, progress=progress)


def policy(system: object, state: object, actor: object) -> Command | None:
    """The command that a simple policy gives for an actor, from what that actor knows.

    `actor`: a participant's id or "gm".

    Returns None while someone else must answer, and after the end.
    """
    game = registry.game(system)
    loaded = game.load(registry.upgrade_to_current(game, state))
    with registry.blame_damaged_state(game, loaded):
        return hidden.reveal_before_end(loaded, game.policy(loaded, actor))


def decline(system: object, state: object, actor: object) -> Command | None:
    """The command that does as little as possible, for an actor who is away: to pass, to play no card, to call.

    A game with `HasDecline` may choose the command itself. Otherwise an offer that does as little as possible is taken;
    without such an offer the simple policy decides, and if it has no command, the first offer's example is used.
    `actor`: a participant's id.

    Returns None when play does not wait for the actor (`awaited`), who may have offers all the same.
    """
    found = offers(system, state, actor) if actor in awaited(system, state)["who"] else []
    if not found:
        return None
    game = registry.game(system)
    if isinstance(game, HasDecline):
        loaded = game.load(registry.upgrade_to_current(game, state))
        with registry.blame_damaged_state(game, loaded):
            command = game.decline(loaded, actor)
        if command is not None:
            return command
    least = [offering.least_command(an_offer) for an_offer in found if an_offer.get("declines")]
    return least[0] if least else policy(system, state, actor) or found[0]["example"]
