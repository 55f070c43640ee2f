"""Guests: a demo table laid for somebody without an account, and everything of it taken away a day later."""

import json
import secrets
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import guests
from campaigns.actions import campaigns, encounters
from campaigns.models import Campaign, Encounter, Member, User
from campaigns.models.people import Role
from characters.actions import monsters, sheets
from characters.models import Character, Monster

TABLE: Final[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "demo_table.json").read_text(encoding="utf-8"))
KEPT: Final = timedelta(days=1)
SWEPT_ALONG: Final = 3


def welcome(*, address: str, guest: User | None = None) -> tuple[Encounter, User]:
    """A demo table, begun, with the guest it is for: a new one, or `guest` who plays again and leaves the last table.

    `address` is where the request comes from. Raises `guests.TooMany`.
    """
    sweep(most=SWEPT_ALONG)
    guests.house()
    with transaction.atomic():
        # One at a time, or two would count as one. NO KEY: the house goes on playing elsewhere meanwhile.
        house = User.objects.select_for_update(no_key=True).get(kind=User.Kind.HOUSE)
        guests.count(address)
        if guest is None:
            guest = _guest()
        else:
            for campaign in Campaign.objects.filter(self_running=True, members__user=guest):
                _forget(campaign)
        encounter = _lay(house, guest)
    guests.answer(encounter)
    return encounter, guest


def _guest() -> User:
    user = User(username=f"guest-{secrets.token_hex(4)}", kind=User.Kind.GUEST)
    user.set_unusable_password()
    user.save()
    return user


def _lay(house: User, guest: User) -> Encounter:
    """The campaign, its people and the encounter, begun."""
    campaign = campaigns.create(by=house, name=TABLE["campaign"], system=TABLE["system"])
    campaign.self_running = True
    campaign.save(update_fields=["self_running"])
    own = Member.objects.select_related("campaign", "user").get(campaign=campaign, user=house)
    Member.objects.create(campaign=campaign, user=guest, role=Role.PLAYER)
    heroes = [
        sheets.create(
            campaign=campaign, by=house, owner=owner, **TABLE[who], credits=TABLE["credits"],
            reason=_("evenings before this one"),
        )
        for who, owner in (("hero", guest), ("companion", None))
    ]  # fmt: skip
    foe = monsters.create_monster(campaign=campaign, by=house, **TABLE["monster"])
    encounter = encounters.create(own=own, title=TABLE["title"])
    encounters.add_characters(own=own, encounter=encounter, characters=heroes)
    encounters.add_monsters(own=own, encounter=encounter, monster=foe, count=TABLE["count"])
    return encounters.start(own=own, encounter=encounter)


def sweep(*, now: datetime | None = None, most: int | None = None) -> int:
    """Takes away demo tables older than a day, guests who have none left, and sessions that have run out.

    `most` of each kind, oldest first, or all; each goes whole or not at all. How many tables and guests went.
    """
    now = now or timezone.now()
    before = now - KEPT
    old = list(Campaign.objects.filter(self_running=True, created__lt=before).order_by("created")[:most])
    for campaign in old:
        with transaction.atomic():
            _forget(campaign)
    alone = User.objects.filter(kind=User.Kind.GUEST, date_joined__lt=before, memberships__isnull=True)
    gone = list(alone.order_by("date_joined")[:most])
    for guest in gone:
        guest.delete()
    dead = Session.objects.filter(expire_date__lt=now)
    if most is not None:
        dead = dead.filter(pk__in=list(dead.order_by("expire_date").values_list("pk", flat=True)[:most]))
    dead.delete()
    return len(old) + len(gone)


def _forget(campaign: Campaign) -> None:
    """A demo table with all that hangs on it, its history too: nobody asks two years later who won."""
    pk = campaign.pk
    campaign.delete()
    for model in (Character, Monster, Member):
        model.history.filter(campaign_id=pk).delete()
    Campaign.history.filter(id=pk).delete()
