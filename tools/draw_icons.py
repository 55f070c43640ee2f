#!/usr/bin/env python3
"""Draws the PNG icons of the site from static/img/icon.svg, with headless Chromium.

Run it after a change of the drawing. Phones take PNG icons for an installed site: `maskable` ones fill the whole square,
because the phone cuts its own shape, and keep the sign inside the inner four fifths.
"""

import re
from pathlib import Path

from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"
FOLDER = Path(__file__).resolve().parents[1] / "static" / "img"
# Name, size in pixels, and whether the icon fills the square.
ICONS = [
    ("icon-192.png", 192, False),
    ("icon-512.png", 512, False),
    ("icon-maskable-192.png", 192, True),
    ("icon-maskable-512.png", 512, True),
    ("apple-touch-icon.png", 180, True),
]


def page_of(drawing: str, size: int, fills: bool) -> str:
    """A page with nothing but the icon."""
    if fills:
        drawing = re.sub(r' rx="\d+"', "", drawing)
        drawing = re.sub(r"scale\([\d.]+\)", "scale(1.5)", drawing)
    svg = drawing.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
    return f'<!doctype html><body style="margin:0;background:transparent">{svg}'


def main() -> None:
    """Writes every icon."""
    drawing = (FOLDER / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for name, size, fills in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(page_of(drawing, size, fills))
            page.locator("svg").screenshot(path=FOLDER / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
