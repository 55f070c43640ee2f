"""Writes that create demo tables for visitors without an account, and delete them a day later."""

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.db.models import RestrictedError
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import demo_visitors
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import storage
from campaigns.overview import actions as overview_actions
from campaigns.overview.deletion import delete_campaign
from characters.experience import step_actions
from characters.models import Character
from characters.monsters import actions as monster_actions
from characters.sheets import actions as sheet_actions
from operations.demo.demo_tables import CAMPAIGN, FIRST, TABLES
from people.models import Campaign, Member, Role, User

RETENTION: Final = timedelta(days=1)
DELETED_WITH_TABLE: Final = 3
log = logging.getLogger(__name__)


def open_demo_table(*, network: str, visitor: User | None = None, system: str = FIRST) -> tuple[Encounter, User]:
    """Creates a running demo table of a game for a new visitor, or for `visitor`, who leaves the last table.

    `network` is the network of the request for the limits. Raises `demo_visitors.TooManyTables`, or KeyError for a game
    without a demo table.
    """
    table = TABLES[system]
    delete_old_tables(most=DELETED_WITH_TABLE)
    demo_visitors.site_player()
    with transaction.atomic():
        # Locked, because two requests at once could count as one. NO KEY, so that the site's own player can play at
        # other tables meanwhile.
        house = User.objects.select_for_update(no_key=True).get(kind=User.Kind.SITE)
        demo_visitors.count_table(network)
        # The visitor may have been deleted meanwhile.
        visitor = visitor and User.objects.select_for_update(no_key=True).filter(pk=visitor.pk).first()
        if visitor is None:
            visitor = _create_visitor()
        else:
            for campaign in Campaign.objects.filter(self_running=True, members__user=visitor):
                delete_campaign(campaign)
        encounter = _create_table(house, visitor, table)
    demo_visitors.play_for_site(encounter)
    return encounter, visitor


def _create_visitor() -> User:
    user = User(username=f"guest-{secrets.token_hex(4)}", kind=User.Kind.DEMO_VISITOR)
    user.set_unusable_password()
    user.save()
    return user


def _create_table(house: User, visitor: User, plan: dict[str, Any]) -> Encounter:
    """Creates the campaign, its members and the running encounter."""
    campaign = overview_actions.create_campaign(by=house, name=CAMPAIGN, system=plan["system"])
    campaign.self_running = True
    campaign.save(update_fields=["self_running"])
    membership = Member.objects.select_related("campaign", "user").get(campaign=campaign, user=house)
    Member.objects.create(campaign=campaign, user=visitor, role=Role.PLAYER)
    heroes = [_create_hero(membership, plan, role, owner) for role, owner in (("hero", visitor), ("companion", None))]
    encounter = encounter_actions.create(membership=membership, title=plan["title"])
    encounter_actions.add_characters(membership=membership, encounter=encounter, characters=heroes)
    for foe in plan["foes"]:
        monster = monster_actions.create_monster(campaign=campaign, by=house, name=foe["name"], stats=foe["stats"])
        encounter_actions.add_monsters(membership=membership, encounter=encounter, monster=monster, count=foe["count"])
    return encounter_actions.start(membership=membership, encounter=encounter)


def _create_hero(membership: Member, plan: dict[str, Any], role: str, owner: User | None) -> Character:
    """Creates a finished character, with earlier sessions where the table says so."""
    row = sheet_actions.create_character(
        campaign=membership.campaign,
        by=membership.user,
        owner=owner,
        **plan[role],
        credits=plan.get("credits", 0),
        reason=_("earlier sessions"),
    )
    if not plan.get("finish"):
        return row
    return step_actions.take_step(character=row, by=membership.user, step={"type": "finish"}).character


@dataclass
class SweepCounts:
    """How many tables and visitors were deleted, and how many could not be."""

    gone: int = 0
    failed: int = 0


def delete_old_tables(*, now: datetime | None = None, most: int | None = None) -> int:
    """Calls `sweep_each`; returns how many tables and visitors it deleted."""
    return sweep_each(now=now, most=most).gone


def sweep_each(*, now: datetime | None = None, most: int | None = None) -> SweepCounts:
    """Deletes demo tables older than a day, visitors without a table, and expired sign-ins.

    Deletes `most` of each kind, oldest first, or all; each in its own transaction, so that a failure stops no other."""
    now = now or timezone.now()
    before, swept = now - RETENTION, SweepCounts()
    for campaign in Campaign.objects.filter(self_running=True, created__lt=before).order_by("created")[:most]:
        _attempt(swept, partial(delete_campaign, campaign))
    alone = User.objects.filter(kind=User.Kind.DEMO_VISITOR, date_joined__lt=before, memberships__isnull=True)
    for visitor in alone.order_by("date_joined")[:most]:
        _attempt(swept, partial(_delete_visitor, visitor))
    _attempt(SweepCounts(), partial(_forget_sessions, now, most))
    return swept


def _attempt(swept: SweepCounts, remove: Callable[[], bool]) -> None:
    """Deletes one row in its own transaction, and repeats that if the database reports a conflict."""
    try:
        swept.gone += storage.run_in_transaction(remove)
    except (DatabaseError, RestrictedError):
        log.warning("a demo table or a visitor could not be deleted", exc_info=True)
        swept.failed += 1


def _forget_sessions(now: datetime, most: int | None) -> bool:
    dead = Session.objects.filter(expire_date__lt=now)
    if most is not None:
        dead = dead.filter(pk__in=list(dead.order_by("expire_date").values_list("pk", flat=True)[:most]))
    dead.delete()
    return True


def _delete_visitor(visitor: User) -> bool:
    """Deletes the visitor, unless the visitor has a table again."""
    row = User.objects.select_for_update().filter(pk=visitor.pk).first()
    if row is None or row.memberships.exists():
        return False
    row.delete()
    return True
