"""Reads for the pages and the API: sheets with their figures, the bestiary, ledgers, history."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet, Sum

from characters import units
from characters.models import Character, ExperienceEntry, Monster, StepRequest
from rules import play
from rules.queries import house_of, houses_of

LAST_ANSWERS, MOST_REQUESTS = 3, 40
ROLLS = "rolls"  # dice rolled at the table may come with any step; the game says whether it rolls


@dataclass(frozen=True)
class Read:
    """A sheet as the engine reads it; when the stored one does not pass, `refusal` says why."""

    character: Character
    sheet: dict[str, Any]
    figures: dict[str, Any]
    progress: dict[str, int]
    refusal: str = ""

    @property
    def earned(self) -> list[str]:
        """The sums of the ledger in words: "3 experience points"."""
        return units.said(self.character.campaign.system, self.progress)


def progress(character: Character) -> dict[str, int]:
    """The sums of the character's experience ledger by unit, such as {"encounters": 7}."""
    return _sums([character]).get(character.pk, {})


def _sums(characters: Iterable[Character]) -> dict[int, dict[str, int]]:
    rows = (
        ExperienceEntry.objects.filter(character__in=[row.pk for row in characters])
        .order_by()
        .values_list("character", "unit")
        .annotate(sum=Sum("amount"))
    )
    sums: dict[int, dict[str, int]] = {}
    for character, unit, amount in rows:
        sums.setdefault(character, {})[unit] = amount
    return sums


def reads(characters: Iterable[Character]) -> list[Read]:
    """Each character with its figures; two queries however many they are (select `campaign` along)."""
    rows = list(characters)
    sums, _houses = _sums(rows), houses_of([row.campaign for row in rows])
    return [read_with(row, sums.get(row.pk, {})) for row in rows]


def read(character: Character) -> Read:
    """One character with its figures."""
    return reads([character])[0]


def read_with(character: Character, gained: dict[str, int]) -> Read:
    """One character with its figures, the sums of its ledger at hand."""
    try:
        checked = play.sheet(character.campaign.system, character.sheet, gained, house=house_of(character.campaign))
    except play.Refused as refused:
        return Read(character, dict(character.sheet), {}, gained, refused.message)
    return Read(character, checked["sheet"], checked["figures"], gained)


def creating(character: Character) -> bool:
    """Whether the character is still being made, in a game whose creation has an end."""
    return character.sheet.get("finished") is False


def steps(character: Character, gained: dict[str, int] | None = None) -> list[dict[str, Any]]:
    """The ways to advance (`play.steps`); none where the sheet does not pass."""
    gained = progress(character) if gained is None else gained
    system = character.campaign.system
    try:
        return play.steps(system, character.sheet, gained, house=house_of(character.campaign))
    except play.Refused:
        return []


def offer_of(offers: Iterable[dict[str, Any]], step: Mapping[str, Any]) -> dict[str, Any] | None:
    """The offer that a chosen step takes up: its fixed fields as offered, the others among its choices.

    When several fit it is the one that fixes most; of two alike the one whose choices hold what was chosen.
    """

    def fits(offer: dict[str, Any]) -> bool:
        fixed = offer["step"]
        known = all(name in step and step[name] == value for name, value in fixed.items())
        return known and set(step) - set(fixed) <= {*offer["choices"], ROLLS}

    def held(offer: dict[str, Any]) -> int:
        chosen = {name: step[name] for name in offer["choices"] if name in step}
        return sum(value in offer["choices"][name].get("from", [value]) for name, value in chosen.items())

    fitting = [offer for offer in offers if fits(offer)]
    return max(fitting, key=lambda offer: (len(offer["step"]), held(offer)), default=None)


def open_requests(characters: Iterable[Character] | QuerySet[Character]) -> QuerySet[StepRequest]:
    """What waits for a GM's answer, the oldest first."""
    rows = StepRequest.objects.filter(character__in=characters, status=StepRequest.Status.OPEN)
    return rows.select_related("character__campaign", "by").order_by("id")


def requests_of(character: Character) -> list[StepRequest]:
    """What the character asked for: all that is open, and the last answers."""
    shown = StepRequest.Status.OPEN, StepRequest.Status.GRANTED, StepRequest.Status.DECLINED
    rows = list(character.requests.filter(status__in=shown).select_related("by", "answered_by")[:MOST_REQUESTS])
    open_ones = [row for row in reversed(rows) if row.status == StepRequest.Status.OPEN]
    return open_ones + [row for row in rows if row.status != StepRequest.Status.OPEN][:LAST_ANSWERS]


def levels(characters: Iterable[Character]) -> dict[int, int | None]:
    """The level of each character by its id; None where the game has none or the sheet does not pass."""
    return {one.character.pk: one.figures.get("level") for one in reads(characters)}


def ledger(character: Character) -> QuerySet[ExperienceEntry]:
    """The character's experience ledger, newest first."""
    return character.experience.select_related("by", "session", "encounter", "undoes", "undone_by")


def matching_monsters(
    rows: QuerySet[Monster], *, text: str = "", kind: str = "", own: bool = False
) -> QuerySet[Monster]:
    """The offered rows of a bestiary (`access.monsters`) whose name, kind or text holds the words."""
    rows = rows.filter(Q(active=True) | Q(campaign__isnull=False))
    for word in text.split()[:8]:
        rows = rows.filter(Q(name__icontains=word) | Q(kind__icontains=word) | Q(text__icontains=word))
    if kind:
        rows = rows.filter(kind__iexact=kind)
    if own:
        rows = rows.filter(campaign__isnull=False)
    return rows


def kinds(rows: QuerySet[Monster]) -> list[str]:
    """The kinds that occur in a bestiary, sorted."""
    return sorted(set(rows.exclude(kind="").order_by().values_list("kind", flat=True)), key=str.casefold)


def of_campaign(campaign: Any) -> QuerySet[Character]:
    """The characters in play, player characters first."""
    rows = Character.objects.filter(campaign=campaign, status=Character.Status.ACTIVE)
    return rows.select_related("campaign", "owner").order_by("-kind", "name", "id")


def players(campaign: Any) -> QuerySet[Any]:
    """The people who may have a character in the campaign: its members but the observers."""
    places = campaign.members.filter(left__isnull=True).exclude(role="observer")
    return get_user_model()._default_manager.filter(pk__in=places.values("user")).order_by("username")


def monster_figures(monster: Monster) -> dict[str, Any]:
    """A monster as its engine reads it: {"stats", "refusal"}; a row that does not pass says why."""
    try:
        return {"stats": play.monster(monster.system, monster.stats), "refusal": ""}
    except play.Refused as refused:
        return {"stats": dict(monster.stats), "refusal": refused.message}
