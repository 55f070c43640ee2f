"""Copies the messages of a Discord channel into the log of a campaign. Run it as often as you like: nothing is doubled.

The environment says where: FATEKEEPER (https://your.site), FATEKEEPER_TOKEN (may write), CAMPAIGN (its number),
DISCORD_TOKEN (of a bot that may read the channel's messages) and CHANNEL (its id). For the other direction, add a
webhook with the shape “Discord messages” to the campaign: that needs no bot.
"""

import json
import os
import urllib.request
from collections.abc import Callable
from typing import Any

DISCORD = "https://discord.com/api/v10"
AT_A_TIME = 100
Send = Callable[[str, dict[str, str], Any], Any]


def send(url: str, headers: dict[str, str], body: Any = None) -> Any:
    """Sends a request, a POST if it has a body, and returns the JSON of the response."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "User-Agent": "FatekeeperBot (example, 1)", **headers}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=30) as response:  # noqa: S310
        return json.load(response)


def log_entry(message: dict[str, Any]) -> dict[str, Any]:
    """A message of Discord as an entry of the log."""
    author = message["author"]
    return {
        "text": message["content"][:8000],
        "kind": "say",
        "speaker": (author.get("global_name") or author["username"])[:80],
        "source": "discord",
        "external_id": message["id"],
        "happened_at": message["timestamp"],
    }


def copy_messages(settings: dict[str, str], after: str = "0", send: Send = send) -> tuple[str, int]:
    """Copies every message after the given id; returns the id of the last one, and how many entries are new."""
    log = f"{settings['FATEKEEPER']}/api/v1/campaigns/{settings['CAMPAIGN']}/log/bulk/"
    channel = f"{DISCORD}/channels/{settings['CHANNEL']}/messages?limit={AT_A_TIME}&after="
    added = 0
    while True:
        page = send(channel + after, {"Authorization": f"Bot {settings['DISCORD_TOKEN']}"}, None)
        if not page:
            return after, added
        page.sort(key=lambda message: int(message["id"]))
        after = page[-1]["id"]
        # Pictures and messages of other bots have no words of players.
        entries = [log_entry(one) for one in page if one["content"].strip() and not one["author"].get("bot")]
        if entries:
            token = {"Authorization": f"Bearer {settings['FATEKEEPER_TOKEN']}"}
            added += send(log, token, {"entries": entries})["outcomes"].count("created")


if __name__ == "__main__":
    last, count = copy_messages(dict(os.environ), os.environ.get("AFTER", "0"))
    print(f"{count} new entries; the last message is {last}.")
