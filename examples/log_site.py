"""Makes a web page of what the whole party may know of a campaign's log; its search needs no server.

The environment says where: FATEKEEPER (https://your.site), FATEKEEPER_TOKEN and CAMPAIGN (its number). The page is
written to the file that you name: python log_site.py index.html
"""

import html
import json
import os
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
  body {{ font: 1rem/1.5 sans-serif; max-width: 42rem; margin: 1rem auto; padding: 0 1rem; color-scheme: light dark }}
  input {{ font: inherit; width: 100%; box-sizing: border-box; padding: .5rem }}
  small {{ opacity: .7 }} p {{ white-space: pre-wrap }} [hidden] {{ display: none }}
</style>
<h1>{title}</h1>
<label>Search <input type="search" autocomplete="off"></label>
<output></output>
<main>
{lines}</main>
<script>
  const lines = [...document.querySelectorAll("main p")];
  document.querySelector("input").addEventListener("input", event => {{
    const words = event.target.value.toLowerCase().split(/\\s+/).filter(Boolean);
    for (const line of lines) line.hidden = !words.every(word => line.textContent.toLowerCase().includes(word));
    document.querySelector("output").textContent = lines.filter(line => !line.hidden).length + " lines";
  }});
</script>
"""
Load = Callable[[str, dict[str, str]], bytes]


def load(url: str, headers: dict[str, str]) -> bytes:
    """The content of an address."""
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=60) as response:  # noqa: S310
        content: bytes = response.read()
    return content


def page_of(records: list[dict[str, Any]], title: str) -> str:
    """The page with a paragraph for each entry, by the time at which it happened."""
    records = sorted(records, key=lambda one: (one["happened_at"] or one["when"], one["id"]))
    return PAGE.format(title=html.escape(title), lines="".join(map(paragraph, records)))


def paragraph(record: dict[str, Any]) -> str:
    """An entry as HTML; the site gives times in UTC."""
    when = (record["happened_at"] or record["when"])[:16].replace("T", " ")
    speaker = f"<strong>{html.escape(record['speaker'])}:</strong> " if record["speaker"] else ""
    return f'<p id="line-{record["id"]}"><small>{when} UTC</small> {speaker}{html.escape(record["text"])}</p>\n'


def make_site(settings: dict[str, str], load: Load = load) -> str:
    """Reads the log and the campaign's name over the API, and returns the page."""
    campaign = f"{settings['FATEKEEPER']}/api/v1/campaigns/{settings['CAMPAIGN']}/"
    token = {"Authorization": f"Bearer {settings['FATEKEEPER_TOKEN']}"}
    lines = load(f"{campaign}log/export/?file_type=jsonl&known_to=party", token).splitlines()
    return page_of([json.loads(line) for line in lines], json.loads(load(campaign, token))["name"])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(make_site(dict(os.environ)), encoding="utf-8")
