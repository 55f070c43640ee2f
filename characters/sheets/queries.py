"""Reads for the pages and the API: sheets with their figures, the bestiary, ledgers, history."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from characters.experience import units
from characters.models import Character, ExperienceEntry, Monster, StepRequest
from common import edit_conflicts
from common.compiled_query import CompiledLists, CompiledQuery
from common.full_text import contains_words, search_words
from people.models import Campaign, Member, Role, User
from rules import play
from rules.catalogue.queries import house_of, houses_of

LAST_ANSWERS, MOST_REQUESTS = 3, 40
RANK = "to"  # an older client, or a request of an older version, may not have it
ROLLS = "rolls"  # any step may have dice rolled by the group; the game decides whether it uses them


@dataclass(frozen=True)
class CharacterReading:
    """A sheet as the engine reads it; `refusal` says why a stored sheet is not valid."""

    character: Character
    sheet: dict[str, Any]
    figures: dict[str, Any]
    progress: dict[str, int]
    refusal: str = ""

    @property
    def earned(self) -> list[str]:
        """The sums of experience in words: "3 experience points"."""
        return units.progress_words(self.character.campaign.system, self.progress)

    @property
    def spendable_in_words(self) -> list[str]:
        """What can be spent in words ("3 experience points to spend"), or the sums where nothing is spent.

        A sum of the ledger is below 0 once points that were left from the creation are spent."""
        system, left = self.character.campaign.system, _spendable(self.figures)
        if left is None:
            return self.earned
        unit = units.default_unit(system)
        others = {key: amount for key, amount in self.progress.items() if key != unit.key}
        return [_("%(sum)s to spend") % {"sum": unit.in_words(left)}, *units.progress_words(system, others)]


def _spendable(figures: Mapping[str, Any]) -> int | None:
    """The points that the game says can be spent; None without such a figure, and during the creation."""
    for name, key in (("xp", "left"), ("experience", "available")):
        part = figures.get(name)
        if isinstance(part, dict) and key in part and "budget" not in figures:
            return int(part[key])
    return None


# Who has gained how much of which unit: (character's id, unit, sum).
EXPERIENCE_SUMS: Final = CompiledLists(
    lambda characters: (
        ExperienceEntry.objects.filter(character__in=characters)
        .order_by()
        .values_list("character", "unit")
        .annotate(sum=Sum("amount"))
    )
)


def experience_of(character: Character) -> dict[str, int]:
    """The sums of the character's experience ledger by unit, such as {"encounters": 7}."""
    return experience_sums([character]).get(character.pk, {})


def experience_sums(characters: Iterable[Character]) -> dict[int, dict[str, int]]:
    """As `experience_of` for several characters, by their ids, without those who have no entries; one query."""
    sums: dict[int, dict[str, int]] = {}
    for character, unit, amount in EXPERIENCE_SUMS.rows([row.pk for row in characters]):
        sums.setdefault(character, {})[unit] = amount
    return sums


def read_characters(characters: Iterable[Character]) -> list[CharacterReading]:
    """All characters with their figures; two queries in all (select `campaign` along)."""
    rows = list(characters)
    sums, _houses = experience_sums(rows), houses_of([row.campaign for row in rows])
    return [read_with_experience(row, sums.get(row.pk, {})) for row in rows]


def read_character(character: Character) -> CharacterReading:
    """One character with its figures."""
    return read_characters([character])[0]


def read_with_experience(character: Character, gained: dict[str, int]) -> CharacterReading:
    """One character with its figures, when the sums of its experience are already known."""
    try:
        checked = play.sheet(character.campaign.system, character.sheet, gained, house=house_of(character.campaign))
    except play.Refused as refused:
        return CharacterReading(character, dict(character.sheet), {}, gained, refused.message)
    return CharacterReading(character, checked["sheet"], checked["figures"], gained)


def is_being_created(character: Character) -> bool:
    """Whether the character is still in creation, in a game whose creation has an end."""
    return character.sheet.get("finished") is False


def advancement_steps(character: Character, gained: dict[str, int] | None = None) -> list[dict[str, Any]]:
    """The steps of the character (`play.steps`); [] when the sheet is not valid."""
    gained = experience_of(character) if gained is None else gained
    system = character.campaign.system
    try:
        return play.steps(system, character.sheet, gained, house=house_of(character.campaign))
    except play.Refused:
        return []


def has_values(character: Character, changes: Mapping[str, Any], fields: Mapping[str, Any]) -> bool:
    """Whether the character already has these values, as after a form that was sent twice: `changes` of its own fields,
    and top-level `fields` of its sheet."""
    system, gained, house = character.campaign.system, experience_of(character), house_of(character.campaign)
    if not edit_conflicts.has_values(character, changes):
        return False
    try:
        changed, stored = (
            play.sheet(system, sheet, gained, house=house)["sheet"]
            for sheet in ({**character.sheet, **fields}, character.sheet)
        )
    except play.Refused:
        return False
    return bool(changed == stored)


def offer_for_step(offers: Iterable[dict[str, Any]], step: Mapping[str, Any]) -> dict[str, Any] | None:
    """The offer that a chosen step belongs to, or None.

    The step has the fixed fields of its offer, and values among its choices. It may leave out the rank to which it
    raises something; then it means the next one. If several offers fit, the one with most fixed fields counts; of equal
    ones, the one whose choices contain the chosen values.
    """

    def fits(offer: dict[str, Any]) -> bool:
        fixed = offer["step"]
        known = all(step[name] == value if name in step else name == RANK for name, value in fixed.items())
        return known and set(step) - set(fixed) <= {*offer["choices"], ROLLS}

    def ranks_chosen(offer: dict[str, Any]) -> int:
        chosen = {name: step[name] for name in offer["choices"] if name in step}
        return sum(value in offer["choices"][name].get("from", [value]) for name, value in chosen.items())

    fitting = [offer for offer in offers if fits(offer)]
    return max(fitting, key=lambda offer: (len(offer["step"]), ranks_chosen(offer)), default=None)


def open_requests(characters: Iterable[Character] | QuerySet[Character]) -> QuerySet[StepRequest]:
    """The requests that wait for a GM's answer, oldest first."""
    rows = StepRequest.objects.filter(character__in=characters, status=StepRequest.Status.OPEN)
    return rows.select_related("character__campaign", "by").order_by("id")


SHOWN_REQUESTS: Final = CompiledQuery(
    lambda character: StepRequest.objects.filter(
        character=character,
        status__in=(StepRequest.Status.OPEN, StepRequest.Status.GRANTED, StepRequest.Status.DECLINED),
    ).select_related("by", "answered_by")[:MOST_REQUESTS]
)


def requests_of_character(character: Character) -> list[StepRequest]:
    """The open requests of the character, and the last answers."""
    rows = SHOWN_REQUESTS.rows(character.pk)
    open_ones = [row for row in reversed(rows) if row.status == StepRequest.Status.OPEN]
    return open_ones + [row for row in rows if row.status != StepRequest.Status.OPEN][:LAST_ANSWERS]


def levels_of(characters: Iterable[Character]) -> dict[int, int | None]:
    """The level of each character by its id; None where the game has no levels or the sheet is not valid."""
    return {read.character.pk: read.figures.get("level") for read in read_characters(characters)}


def level_at(campaign: Campaign, gained: dict[str, int]) -> int | None:
    """The level that the game gives for sums of experience, whatever is on a sheet; None where it has no levels or the
    sums are above the highest."""
    system = campaign.system
    try:
        figures = play.sheet(system, play.new_sheet(system), gained, house=house_of(campaign))["figures"]
    except play.Refused:
        return None
    return figures.get("level")


def ledger_of(character: Character) -> QuerySet[ExperienceEntry]:
    """The experience entries of the character, newest first."""
    return character.experience.select_related("by", "session", "encounter", "undoes", "undone_by")


def matching_monsters(
    rows: QuerySet[Monster], *, text: str = "", kind: str = "", own: bool = False
) -> QuerySet[Monster]:
    """The rows of a bestiary whose name, kind or text contains all words."""
    rows = rows.filter(Q(active=True) | Q(campaign__isnull=False))
    rows = rows.filter(contains_words(search_words(text), "name", "kind", "text"))
    if kind:
        rows = rows.filter(kind__iexact=kind)
    if own:
        rows = rows.filter(campaign__isnull=False)
    return rows


def monster_kinds(rows: QuerySet[Monster]) -> list[str]:
    """The kinds that a bestiary contains, sorted."""
    return sorted(set(rows.exclude(kind="").order_by().values_list("kind", flat=True).distinct()), key=str.casefold)


def characters_in_play(campaign: Campaign) -> QuerySet[Character]:
    """The characters in play, player characters first."""
    rows = Character.objects.filter(campaign=campaign, status=Character.Status.ACTIVE)
    return rows.select_related("campaign", "owner").order_by("-kind", "name", "id")


def possible_owners(campaign: Campaign) -> QuerySet[User]:
    """The members who may have a character in the campaign: everyone except observers."""
    places = Member.objects.present().filter(campaign=campaign).exclude(role=Role.OBSERVER)
    return User.objects.filter(pk__in=places.values("user")).order_by("username")


def monster_figures(monster: Monster) -> dict[str, Any]:
    """A monster as its engine reads it: {"stats", "refusal"}; `refusal` says why a row is not valid."""
    try:
        return {"stats": play.monster(monster.system, monster.stats), "refusal": ""}
    except play.Refused as refused:
        return {"stats": dict(monster.stats), "refusal": refused.message}


def versions(row: Character, *, is_gm: bool) -> QuerySet[Any]:
    """Every version of a character; for its player only those with changes that the player may see."""
    rows: QuerySet[Any] = row.history.all()
    if is_gm:
        return rows
    rows = rows.annotate(read=F("revision") - F("hidden_revisions"))
    same = row.history.annotate(read=F("revision") - F("hidden_revisions")).filter(
        read=OuterRef("read"), history_id__lt=OuterRef("history_id"), hidden_revisions__lt=OuterRef("hidden_revisions")
    )
    return rows.filter(~Exists(same))
