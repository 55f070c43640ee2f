"""The seed of a deal: the site promises a secret, players add words, and both decide the shuffle or the dice.

1. The site chooses a secret and publishes its hash (the promise), before it takes a word.
2. Each player may give a word. Its hash (the seal) is published at once, the word itself only with the deal.
3. The seed of each deal is a hash of the secret, the words' seals and the number of the command that
   deals, so that after step 2 neither the site nor the GM can choose another seed.
4. After the encounter has ended and no closed card is left in a hand, the site opens the secret.

rules/engine/verify_fairness.py describes every hash.
"""

import secrets
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.encounters.models import Encounter, EncounterSeed
from people.credentials.naming_sentences import NamingSentence
from people.models import Member
from rules import play as rules
from rules.pages import fairness

WORD_GIVEN = NamingSentence(gettext_lazy("%(who)s gives the word “%(word)s” for the deal."), "who")


def seed_row(encounter: Encounter) -> EncounterSeed:
    """The encounter's secret and words; chooses the secret on the first call."""
    # Locked, because a new name of a person is written beside their word without the encounter's lock.
    rows = EncounterSeed.sealed.select_for_update()
    created, _made = rows.get_or_create(encounter=encounter, defaults={"secret": secrets.token_hex(32)})
    return created


def promise(encounter: Encounter) -> str | None:
    """The hash of the site's secret for an encounter, if it has one."""
    seed = EncounterSeed.sealed.filter(encounter=encounter).first()
    return fairness.promise_of(seed.secret) if seed is not None else None


def asking_encounters(campaigns: Iterable[int] | QuerySet[Any, Any]) -> QuerySet[EncounterSeed, int]:
    """The ids of the prepared encounters of these campaigns whose players are asked for a word."""
    rows = EncounterSeed.sealed.filter(asked=True, encounter__campaign__in=campaigns)
    prepared = rows.filter(encounter__status=Encounter.Status.PREPARED)
    return prepared.order_by("encounter").values_list("encounter", flat=True)


def asks_for_words(encounter: Encounter) -> bool:
    """Whether the players are asked for a word."""
    return EncounterSeed.sealed.filter(encounter=encounter, asked=True).exists()


def own_word(encounter: Encounter, membership: Member) -> dict[str, Any] | None:
    """The word that the member has given, with its salt and seal."""
    seed = EncounterSeed.sealed.filter(encounter=encounter).first()
    return next((word for word in seed.words if word["member"] == membership.pk), None) if seed is not None else None


def rename_in_words(campaigns: Iterable[int], before: str, after: str) -> None:
    """Replaces the name of a person beside their words; no hash contains it, so the proofs stay valid."""
    rows = EncounterSeed.sealed.select_for_update().filter(encounter__campaign__in=campaigns).exclude(words=[])
    for row in rows.order_by("pk"):
        words = [word | {"who": after} if word["who"] == before else word for word in row.words]
        if words != row.words:
            row.words = words
            row.save(update_fields=["words"])


def word_seals(encounter: Encounter) -> list[tuple[str, str]]:
    """Who has given a word, with its seal; the words are published only with the deal."""
    seed = EncounterSeed.sealed.filter(encounter=encounter).first()
    return [(word["who"], word["seal"]) for word in seed.words] if seed is not None else []


def first_seed(encounter: Encounter) -> tuple[str, list[dict[str, Any]]]:
    """The seed of the first deal, and the public events that come before it."""
    seed = seed_row(encounter)
    if encounter.uses_physical_chance and rules.SYSTEMS[encounter.campaign.system]["chance"] == "cards":
        return _seed_of(seed, 0), []
    return _seed_of(seed, 0), [_promise(seed), *map(_word_event, seed.words)]


def next_seed(encounter: Encounter, number: int) -> tuple[str, list[dict[str, Any]]]:
    """The seed of a deal after an undo, and the public events that come before it.

    An opened secret is replaced. An encounter has no secret if it was begun with a given seed or on another site.
    """
    seed = EncounterSeed.sealed.filter(encounter=encounter).first()
    if seed is None:
        return secrets.token_hex(32), []
    if not seed.opened:
        return _seed_of(seed, number), []
    seed.secret, seed.opened = secrets.token_hex(32), False
    seed.save(update_fields=["secret", "opened"])
    return _seed_of(seed, number), [_promise(seed)]


def open_secret(encounter: Encounter, state: dict[str, Any]) -> list[dict[str, Any]]:
    """Opens the secret of an ended encounter, and returns the public events that show it.

    The caller must have checked that no closed card is left in a hand.
    """
    seed = EncounterSeed.sealed.filter(encounter=encounter).first()
    if seed is None or seed.opened:
        return []
    seed.opened = True
    seed.save(update_fields=["opened"])
    events = []
    rest = rules.rest_of_pile(encounter.campaign.system, state)
    if rest:
        text = _("The rest of the draw pile is revealed, because nobody holds a hidden card.")
        events.append(_event("closing", text, opened=rest))
    text = _("The site reveals its secret, so that anyone can compute the whole deal again.")
    return [*events, _event("secret-opened", text, secret=seed.secret)]


def _seed_of(seed: EncounterSeed, number: int) -> str:
    return fairness.seed_of(number, seed.secret, [word["seal"] for word in seed.words])


def _event(kind: str, text: str, **facts: Any) -> dict[str, Any]:
    return {"type": kind, **facts, "text": text, "rules": [], "visible_to": "all"}


def _promise(seed: EncounterSeed) -> dict[str, Any]:
    text = _("The site has chosen its secret before dealing.")
    return _event("promised", text, promise=fairness.promise_of(seed.secret))


def _word_event(entry: dict[str, Any]) -> dict[str, Any]:
    text = WORD_GIVEN.write(who=entry["who"], word=entry["word"])
    return _event("word", text, **{name: entry[name] for name in ("who", "word", "salt", "seal")})
