"""Quick ways to a new character: a ready-made hero, or answers to a few questions."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.experience.step_actions import take_step
from characters.models import Character
from characters.sheets.actions import create_character
from people.models import Campaign, User
from rules import play
from rules.catalogue.queries import house_of


def available_heroes(campaign: Campaign) -> list[dict[str, Any]]:
    """The ready-made heroes that the rules of the campaign allow."""
    return play.ready_made_heroes(campaign.system, house=house_of(campaign))


def available_questions(campaign: Campaign) -> list[dict[str, Any]]:
    """The questions of the game; none if the campaign allows no character to which they lead."""
    return play.creation_questions(campaign.system, house=house_of(campaign))


@transaction.atomic
def create_ready_made(*, campaign: Campaign, by: User, key: str, name: str = "", **fields: Any) -> Character:
    """A complete character from a ready-made hero, with the hero's name unless another one is given.

    If a player character has that name already, the new one also has the name of its maker.
    `fields` are further arguments of `create_character`. Raises `play.Refused` for a hero that is not offered.
    """
    hero = play.ready_made_hero(campaign.system, key, house=house_of(campaign))
    return _create(campaign, by, hero, fields | {"name": name or _free_name(campaign, by, hero["name"])})


def _free_name(campaign: Campaign, by: User, name: str) -> str:
    """The name, or another one if a player character of the campaign has it. NPCs do not count: they may be secret."""
    taken = set(Character.objects.filter(campaign=campaign, kind=Character.Kind.PC).values_list("name", flat=True))
    names = [name, f"{name} ({by.username})", *(f"{name} {number}" for number in range(2, len(taken) + 3))]
    return next(other for other in names if other not in taken)


@transaction.atomic
def create_from_answers(*, campaign: Campaign, by: User, answers: Mapping[str, str], **fields: Any) -> Character:
    """A complete character from the answers to the questions of the game. Raises `play.Refused` as the game does."""
    if not fields.get("name", "").strip():
        raise ValidationError({"name": _("Give the character a name.")})
    hero = play.hero_from_answers(campaign.system, answers, house=house_of(campaign))
    return _create(campaign, by, hero, fields)


def _create(campaign: Campaign, by: User, hero: Mapping[str, Any], fields: dict[str, Any]) -> Character:
    """Creates the character as a player would: begins the creation, then takes its steps."""
    character = create_character(campaign=campaign, by=by, sheet=hero["sheet"], **fields)
    for step in hero["steps"]:
        character = take_step(character=character, by=by, step=step).character
    return character
