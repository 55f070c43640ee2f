"""Demo tables: what a guest without an account may open, how many there may be, and how the site plays its own side."""

import ipaddress
import time
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _

from campaigns import access, play
from campaigns.models import Encounter, Member, User
from campaigns.models.people import Role

HOUSE: Final = "The house"  # the space keeps it out of reach of whoever signs up
HOUR: Final = 60 * 60
# More than any fight takes in which nobody is asked any more; a fault must not play for ever.
MOST_COMMANDS: Final = 400

# What a guest may open, by the names of the addresses; everything else says to sign up.
OPEN_TO_GUESTS: Final = frozenset({
    "home", "about", "demo", "offline", "service-worker", "account_logout",
    "rules", "rules-game", "rule", "catalogue",
    "encounter", "encounter-table", "encounter-command", "encounter-odds", "encounter-account", "encounter-fairness",
    "api-docs", "api-scripts", "api-problems", "api-schema", "api-systems", "api-rules", "api-catalogue",
    "api-encounter", "api-commands", "api-offers", "api-events", "api-odds", "api-verify", "api-encounter-stream",
})  # fmt: skip


class TooMany(Exception):
    """As many guests as this hour allows have come, from one address or in all."""


def may_open(user: User, name: str | None) -> bool:
    """Whether the person may open the address of this name at all; only guests are held back."""
    return not user.guest or name in OPEN_TO_GUESTS


def house() -> User:
    """The site itself as a player: an inactive account without a password."""
    user, new = User.objects.get_or_create(username=HOUSE, defaults={"kind": User.Kind.HOUSE, "is_active": False})
    if new:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user


def count(address: str) -> None:
    """Counts one more table for an address; raises `TooMany` when its hour, or everybody's, is full.

    To be called under the lock of whoever makes guests: the database's cache does not count by itself.
    """
    hour = int(time.time() // HOUR)
    ceilings = {
        f"guests:{hour}": settings.DEMO_TABLES_AN_HOUR,
        f"guests:{_network(address)}:{hour}": settings.DEMO_TABLES_AN_ADDRESS,
    }
    counted = {key: cache.get(key, 0) for key in ceilings}
    if any(counted[key] >= most for key, most in ceilings.items()):
        raise TooMany(_("Many people try a table just now. Come back in an hour, or sign up and play at once."))
    for key, before in counted.items():
        cache.set(key, before + 1, HOUR)


def _network(address: str) -> str:
    """The address as it is counted: one IPv6 household has more addresses than anybody can count."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    return str(ipaddress.ip_network((known, 64), strict=False)) if known.version == 6 else str(known)


def answer(encounter: Encounter) -> None:
    """At a table that runs by itself: gives the commands of everybody whom no guest plays, until a guest is asked.

    Goes through `play.submit` like everybody; also begins the next round, and ends what is decided. Two calls at
    once are harmless: the number is part of the key, so each number gets one command of the house.
    """
    if not encounter.campaign.self_running:
        return
    own = Member.objects.select_related("campaign", "user").get(
        campaign=encounter.campaign_id, role=Role.GM, user__kind=User.Kind.HOUSE
    )
    for _turn in range(MOST_COMMANDS):
        seen = play.look(encounter, own)
        command = next(filter(None, map(seen.policy, seen.seats)), None)
        if command is None:
            return
        key = f"house-{seen.number}"
        try:
            play.submit(encounter=encounter, by=own.user, command=command, seen=seen.number, key=key)
        except (play.Stale, play.KeyReused, play.Refused):
            continue  # somebody was faster: look again


def current(user: User) -> Encounter | None:
    """The running table of a guest."""
    rows = Encounter.objects.filter(campaign__in=access.campaigns(user), campaign__self_running=True)
    return rows.filter(status=Encounter.Status.RUNNING).order_by("-pk").first()
