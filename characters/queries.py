"""Reads for the pages and the API: sheets with their figures, the bestiary, ledgers, history."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Prefetch, Q, QuerySet, Sum

from characters.models import Character, ExperienceEntry, Monster
from rules import play


@dataclass(frozen=True)
class Read:
    """A sheet as the engine reads it; when the stored one does not pass, `refusal` says why."""

    character: Character
    sheet: dict[str, Any]
    figures: dict[str, Any]
    progress: dict[str, int]
    refusal: str = ""
    ledger: list[ExperienceEntry] = field(default_factory=list)


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


def with_sums(rows: QuerySet[Character]) -> QuerySet[Character]:
    """Characters with the lines of their ledgers at hand, for `of_sums`: one query more for a whole list."""
    lines = ExperienceEntry.objects.only("character", "unit", "amount")
    return rows.prefetch_related(Prefetch("experience", queryset=lines, to_attr="ledger_lines"))


def of_sums(character: Any) -> Read:
    """`read` for a character that came through `with_sums`."""
    gained: dict[str, int] = {}
    for line in character.ledger_lines:
        gained[line.unit] = gained.get(line.unit, 0) + line.amount
    return _read(character, gained)


def reads(characters: Iterable[Character]) -> list[Read]:
    """Each character with its figures; one query however many they are (select `campaign` along)."""
    rows = list(characters)
    sums = _sums(rows)
    return [_read(row, sums.get(row.pk, {})) for row in rows]


def read(character: Character) -> Read:
    """One character with its figures."""
    return reads([character])[0]


def _read(character: Character, gained: dict[str, int]) -> Read:
    try:
        checked = play.sheet(character.campaign.system, character.sheet, gained)
    except play.Refused as refused:
        return Read(character, dict(character.sheet), {}, gained, refused.message)
    return Read(character, checked["sheet"], checked["figures"], gained)


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
