"""Everything that a person is told of a campaign's world: pages, API, search, their own export."""

import io
import re
import zipfile

from campaigns.archive import member_export as mine
from tests.people.helpers import place

MADE_ANEW = re.compile(r'(csrfmiddlewaretoken" value="|X-CSRFToken": "|name="key" value=")\w+')


def everything_told(client, campaign, user, search="canary"):
    """By address or file; what every request generates, and the words searched for, are taken out."""
    client.force_login(user)
    found = {}
    for address in _addresses(campaign, search):
        answer = client.get(address)
        assert answer.status_code in {200, 404}, address
        words = answer.content.decode() if answer.status_code == 200 else ""
        found[address] = MADE_ANEW.sub("", words).replace(f'value="{search}"', "")
    file = io.BytesIO()
    mine.write_member_export(place(campaign, user), file)
    with zipfile.ZipFile(file) as archive:
        return found | {
            member: archive.read(member).decode() for member in archive.namelist() if member != "manifest.json"
        }


def _addresses(campaign, search):
    """Of the campaign, of every page, evening and NPC; those that the reader may not see tell nothing."""
    at = f"campaigns/{campaign.pk}/"
    pages = [
        "",
        at,
        f"{at}options/",
        f"{at}house-rules/",
        f"{at}world/",
        f"{at}world/?text={search}",
        f"{at}world/?text=rain",
        f"{at}world/names/?text={search}",
        f"{at}world/journal/",
        f"{at}sessions/",
        f"{at}log/",
        f"{at}log/?text={search}",
        f"{at}members/",
    ]
    api = [
        "campaigns/",
        at,
        f"{at}world/",
        f"{at}sessions/",
        f"{at}log/",
        f"{at}reveals/",
        f"{at}glance/",
        f"{at}characters/",
        f"{at}world/?archived=true",
    ]
    for entry in campaign.world.all():
        pages, api = [*pages, f"world/{entry.pk}/"], [*api, f"world/{entry.pk}/"]
    for thread in campaign.world.filter(kind="thread"):
        api += [f"threads/{thread.pk}/quest/", *(f"quest-lines/{line.pk}/" for line in thread.quest_lines.all())]
    for session in campaign.sessions.all():
        pages += [f"sessions/{session.pk}/", f"sessions/{session.pk}/recap/"]
        api += [f"sessions/{session.pk}/", f"sessions/{session.pk}/recaps/", f"sessions/{session.pk}/happened/"]
    for npc in campaign.characters.filter(kind="npc"):
        pages, api = [*pages, f"{at}world/npcs/{npc.pk}/"], [*api, f"{at}npcs/{npc.pk}/"]
    return [f"/{path}" for path in pages] + [f"/api/v1/{path}" for path in api]
