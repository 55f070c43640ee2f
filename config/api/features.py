"""The feature level of the API: a number that increases with every addition, so that clients know what a site
offers."""

from datetime import date
from typing import Any, Final, NamedTuple

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.endpoint import Endpoint
from common.version import VERSION


class Change(NamedTuple):
    """What a feature level added."""

    level: int
    day: date
    text: str


# Newest first. An addition gets a new level; nothing is removed or renamed within /api/v1/.
CHANGES: Final = (
    Change(
        29,
        date(2026, 11, 29),
        "campaign, external_id, in_world and restored in the JSON lines of the log; If-Match where it was ignored: "
        "restoring a sheet or a page, and hiding a secret block; live streams say “here” when nothing changes and "
        "take tab; a restore always gives the caller the place of their own name, and needs leave_shut if "
        "about.shut lists encounters; no empty files of the log about a character that the reader may not open; "
        "about.maps_left_out of exports of one's own data; If-None-Match for documents of modules and exports; 503 "
        "of what reads a file; 400 for a parameter that is there twice, for a cursor of a list in one page, and "
        "for an import that selects nothing; a converted module's key made from title; "
        "parameter in refusals of every invalid parameter; schemas of odds, hand-overs, results of checks and steps of "
        "a plan; "
        "decks in a fate draw and a simple opposition of A Game of Bastards; "
        "equal_passes in plain rolls of the Fortune System; null in the limits of Fortune and Power; "
        "damage in the figures of its sheets; no email in "
        "“me” for a token with scopes or for one campaign; question of cards/; If-Match for members_remove, "
        "webhooks_remove and devices_remove; id of proposed dates and of codes of a shared world, and revision of "
        "links to dates, for their removal; 400 for an unknown format; card.unknown for real cards; by of "
        "webhooks; revoke_links for the removal of a member; source and external_id as filters of the log; "
        "dealerless of encounters; to, the rank, in steps of A Game of Bastards and of the Fortune System; position of "
        "events counts only those that the caller may know; gone of webhooks; checks without a character follow "
        "the campaign's options.",
    ),
    Change(
        28,
        date(2026, 11, 28),
        "since and until in the time zone of the token's person; stream.many for too many streams; "
        "about.restorable of archives.",
    ),
    Change(
        27,
        date(2026, 11, 28),
        "Cancelled sessions: the status cancelled. keep_sheet refunds a purchase and leaves the sheet as it is.",
    ),
    Change(
        26,
        date(2026, 11, 27),
        "Earlier versions of sessions, recaps, ties and quest steps; removed ties; filing of reveals.",
    ),
    Change(25, date(2026, 11, 27), "A webhook of the caller's own for tables that wait: me/calls/."),
    Change(24, date(2026, 11, 27), "The log as a web page with a search; awards belong to the running session."),
    Change(23, date(2026, 11, 24), "NPCs that the campaigns of a shared world share."),
    Change(22, date(2026, 11, 24), "Offers of characters to other campaigns of a shared world."),
    Change(21, date(2026, 11, 24), "Characters that move between campaigns of a shared world."),
    Change(20, date(2026, 11, 24), "Guests of one session: invitations for a session, and members_keep."),
    Change(19, date(2026, 11, 24), "The world as a vault of Markdown notes: export and import."),
    Change(18, date(2026, 11, 24), "Earlier pictures of maps."),
    Change(17, date(2026, 11, 24), "Thumbnails of the pictures of pages."),
    Change(16, date(2026, 11, 24), "Pictures in log entries, in the notes of sessions and in recaps."),
    Change(15, date(2026, 11, 24), "The reveal journal names the areas of maps that were revealed or hidden again."),
    Change(14, date(2026, 11, 23), "Planned events that repeat."),
    Change(13, date(2026, 11, 23), "Log entries of the kinds reveal and death; the site writes deaths with this kind."),
    Change(12, date(2026, 11, 23), "Shared worlds: several campaigns that share pages and calendars."),
    Change(11, date(2026, 11, 23), "A live stream of a campaign's log."),
    Change(10, date(2026, 11, 23), "Schemas of the views, events and offers of each game."),
    Change(9, date(2026, 11, 23), "The search by session, character and date in the world."),
    Change(
        8,
        date(2026, 11, 23),
        "If-Match for pictures, quests, events, devices, calls, and deletions; audience of rolls.",
    ),
    Change(
        7,
        date(2026, 11, 23),
        "Proposed dates of sessions with answers and links, reminders, sending recaps, stand-ins; dates in the search.",
    ),
    Change(6, date(2026, 11, 23), "Secret blocks, tags, templates, the party notebook, versions of pages and sheets."),
    Change(5, date(2026, 11, 23), "Portraits of characters, and NPCs that chosen players know."),
    Change(4, date(2026, 11, 23), "Waiting tables, calls to devices, passing for absent players, maps, and books."),
    Change(3, date(2026, 11, 23), "Schemas of commands, checks, sheets and monsters; webhooks; feature levels."),
    Change(2, date(2026, 11, 23), "Scopes of tokens, ready-made heroes, ties, quests, calendars and timelines."),
    Change(1, date(2026, 11, 22), "Revisions with If-Match, RateLimit headers, and 400 for unknown parameters."),
)
FEATURE_LEVEL: Final = CHANGES[0].level


class ChangeSerializer(serializers.Serializer[Any]):
    """What a feature level added."""

    level = serializers.IntegerField()
    day = serializers.DateField()
    text = serializers.CharField()


class FeaturesSerializer(serializers.Serializer[Any]):
    """What this site's API has."""

    version = serializers.CharField(help_text="The version of Fatekeeper.")
    level = serializers.IntegerField(help_text="The feature level; it only grows.")
    changes = ChangeSerializer(many=True, help_text="Newest first.")


class Features(Endpoint):
    """The feature level."""

    @extend_schema(operation_id="features_read", responses=FeaturesSerializer)
    def get(self, request: Request) -> Response:
        """The version, the feature level, and what each level added."""
        about = {"version": VERSION, "level": FEATURE_LEVEL, "changes": CHANGES}
        return Response(FeaturesSerializer(about).data)
