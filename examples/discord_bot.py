"""Copies the messages of a Discord channel into the log of a campaign. Run it as often as you like: nothing is doubled.

The environment says where: FATEKEEPER (https://your.site), FATEKEEPER_TOKEN (may write), CAMPAIGN (its number),
DISCORD_TOKEN (of a bot that may read the channel's messages) and CHANNEL (its id). For the other direction, add a
webhook with the shape “Discord messages” to the campaign: that needs no bot.
"""

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

AT_A_TIME = 100
Send = Callable[[str, dict[str, str], Any], Any]


def send(url: str, headers: dict[str, str], body: Any = None) -> Any:
    """Sends a request, a POST if it has a body, again when the server asks to wait; returns the response's JSON."""
    headers = {"Content-Type": "application/json", "User-Agent": "FatekeeperBot (example, 1)", **headers}
    request = urllib.request.Request(url, json.dumps(body).encode() if body else None, headers)  # noqa: S310
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as response:  # noqa: S310
                return json.load(response)
        except urllib.error.HTTPError as refusal:
            if refusal.code != 429:
                raise
            time.sleep(float(refusal.headers.get("Retry-After", "1")))


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


def add_entries(log: str, token: dict[str, str], entries: list[dict[str, Any]], send: Send) -> int:
    """Adds entries together, or one by one if the site refuses one of them; returns how many are new."""
    try:
        return int(send(log, token, {"entries": entries})["outcomes"].count("created"))
    except urllib.error.HTTPError as refusal:
        if refusal.code not in (400, 422):
            raise
        if len(entries) == 1:
            print(f"The site refuses message {entries[0]['external_id']}: {refusal.read().decode()}")
            return 0
    return sum(add_entries(log, token, [entry], send) for entry in entries)


def copy_messages(settings: dict[str, str], after: str = "0", send: Send = send) -> tuple[str, int]:
    """Copies the messages after the given id; returns and prints the last id and how many entries are new."""
    log = f"{settings['FATEKEEPER']}/api/v1/campaigns/{settings['CAMPAIGN']}/log/bulk/"
    channel = f"https://discord.com/api/v10/channels/{settings['CHANNEL']}/messages?limit={AT_A_TIME}&after="
    token = {"Authorization": f"Bearer {settings['FATEKEEPER_TOKEN']}"}
    added = 0
    try:
        while page := send(channel + after, {"Authorization": f"Bot {settings['DISCORD_TOKEN']}"}, None):
            page.sort(key=lambda message: int(message["id"]))
            # Pictures and messages of other bots have no words of players.
            entries = [log_entry(one) for one in page if one["content"].strip() and not one["author"].get("bot")]
            added += add_entries(log, token, entries, send) if entries else 0
            after = page[-1]["id"]
    finally:  # also after a failure: AFTER with this id continues there
        print(f"{added} new entries; the last message is {after}.")
    return after, added


if __name__ == "__main__":
    copy_messages(dict(os.environ), os.environ.get("AFTER", "0"))
