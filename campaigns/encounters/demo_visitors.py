"""Demo tables: which pages visitors may open, how many tables there may be, and how the site plays its side."""

from typing import Final

from django.conf import settings
from django.http import Http404
from django.utils.translation import gettext as _

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from common.rate_counts import count_one
from people.access import campaigns_of
from people.models import Member, Role, User

SITE_PLAYER: Final = "The house"  # nobody can sign up under this name, because it contains a space
HOUR: Final = 60 * 60
# More commands than any fight needs between two questions to a visitor, so that a fault cannot loop for ever.
MOST_COMMANDS: Final = 400

# The URL names that a visitor may open; every other page asks the visitor to sign up.
OPEN_TO_VISITORS: Final = frozenset(
    {
        "home",
        "about",
        "privacy",
        "demo",
        "offline",
        "offline-hand",
        "offline-seats",
        "service-worker",
        "account_logout",
        "rules",
        "rules-game",
        "rule",
        "rules-explained",
        "catalogue",
        "encounter",
        "encounter-table",
        "encounter-command",
        "encounter-odds",
        "encounter-signs",
        "encounter-event-log",
        "encounter-fairness",
        "encounter-fairness-log",
        "fairness-verifier",
        "api-docs",
        "api-scripts",
        "api-problems",
        "api-schema",
        "api-systems",
        "api-rules",
        "api-catalogue",
        "api-encounter",
        "api-commands",
        "api-offers",
        "api-events",
        "api-odds",
        "api-verify",
        "api-encounter-stream",
    }
)


class TooManyTables(Exception):
    """This hour's limit of demo tables is reached, for one network or for the site."""


def visitor_may_open(user: User, name: str | None) -> bool:
    """Whether the person may open the URL of this name; only visitors of the demo are restricted."""
    return not user.is_demo_visitor or name in OPEN_TO_VISITORS


def site_player() -> User:
    """The account under which the site plays: inactive and without a password."""
    user, new = User.objects.get_or_create(username=SITE_PLAYER, defaults={"kind": User.Kind.SITE, "is_active": False})
    if new:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user


def count_table(network: str) -> None:
    """Counts one more table for a visitor's network; raises `TooManyTables` at the limit of the network or the site.

    A refused attempt counts for its network only, so that one network cannot use up the limit of the site.
    """
    ceilings = (
        (f"guests:{network}", settings.DEMO_TABLES_AN_ADDRESS),
        ("guests", settings.DEMO_TABLES_AN_HOUR),
    )
    for key, most in ceilings:
        if count_one(key, seconds=HOUR) > most:
            raise TooManyTables(
                _("Many people are using the demo right now. Come back in an hour, or sign up and play immediately.")
            )


def play_for_site(encounter: Encounter) -> None:
    """At a demo table, gives the commands of all participants that no visitor plays, until it is a visitor's turn.

    Uses `play.submit` like every player; also begins the next round and ends a decided encounter. Two calls at the
    same time are harmless: the number is part of the key, so the site gives one command for each number.
    """
    if not encounter.campaign.self_running:
        return
    places = Member.objects.select_related("campaign", "user")
    membership = places.filter(campaign=encounter.campaign_id, role=Role.GM, user__kind=User.Kind.SITE).first()
    if membership is None:
        raise Http404  # the table was deleted meanwhile
    for _turn in range(MOST_COMMANDS):
        reading = play.read_encounter(encounter, membership)
        command = next(filter(None, map(reading.policy, reading.seats)), None)
        if command is None:
            return
        key = f"house-{reading.number}"
        try:
            play.submit(encounter=encounter, by=membership.user, command=command, seen=reading.number, key=key)
        except (play.StaleCommand, play.KeyReused, play.Refused):
            continue  # another command came first: look again


def current_table(user: User) -> Encounter | None:
    """The running table of a visitor."""
    rows = Encounter.objects.filter(campaign__in=campaigns_of(user), campaign__self_running=True)
    return rows.filter(status=Encounter.Status.RUNNING).order_by("-pk").first()
