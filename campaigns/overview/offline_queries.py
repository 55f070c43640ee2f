"""The pages that a person's device keeps for reading without a network, although nobody has opened them there."""

from django.db.models import Max
from django.urls import reverse

from campaigns.overview.queries import MEMBERSHIPS, OWN_CHARACTERS
from campaigns.sessions.access import visible_recaps
from campaigns.sessions.models import Session
from campaigns.world.access import visible_entries
from campaigns.world.models import WorldEntry
from people.models import Member, User

# A phone keeps 40 pages at most, so these leave room for those that were opened (static/js/sw.js).
MOST_SHEETS, MOST_CAMPAIGNS, MOST_HANDOUTS = 5, 3, 2


def list_pages_to_keep(user: User) -> list[str]:
    """The addresses of at most 20 pages: the own sheets, then of the campaigns that have the newest sessions the rules,
    the latest recap and the newest handouts."""
    sheets = [reverse("character", args=[row.pk]) for row in OWN_CHARACTERS.rows(user)[:MOST_SHEETS]]
    members = [member for member in MEMBERSHIPS.rows(user) if not member.campaign.archived]
    newest = dict(
        Session.objects.filter(campaign__in=[member.campaign_id for member in members])
        .values_list("campaign")
        .annotate(newest=Max("pk"))
    )
    members.sort(key=lambda member: newest.get(member.campaign_id, 0), reverse=True)
    pages = [page for member in members[:MOST_CAMPAIGNS] for page in _pages_of_campaign(member)]
    return list(dict.fromkeys([*sheets, *pages]))


def _pages_of_campaign(membership: Member) -> list[str]:
    campaign = membership.campaign
    pages = [reverse("rules-game", args=[campaign.system]), reverse("campaign-rules", args=[campaign.pk])]
    recap = visible_recaps(membership).order_by("-session__number").values_list("session", flat=True).first()
    if recap is not None:
        pages.append(reverse("session-recap", args=[recap]))
    handouts = visible_entries(membership).filter(kind=WorldEntry.Kind.HANDOUT, archived__isnull=True)
    newest = handouts.order_by("-pk").values_list("pk", flat=True)[:MOST_HANDOUTS]
    return [*pages, *[reverse("world-entry", args=[entry]) for entry in newest]]
