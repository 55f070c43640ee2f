#!/usr/bin/env python3
"""Draws static/img/cards.svg: one symbol for each card, a back, the suits, and the site's emblem.

Usage: python3 tools/draw_cards.py   (rewrites the file; commit it together with this script)
"""

from pathlib import Path

# Four colours, so that suits differ by colour and by shape.
TONES = {"C": "#155239", "D": "#b8470c", "H": "#b01230", "S": "#1a2340"}
PAPER, EDGE = "#fdfcf7", "#cfcabd"
SUITS = {
    "H": '<path d="M12 21.5C5 15.6 1.8 12 1.8 8.1 1.8 5 4.1 2.8 7 2.8c2 0 4 1.2 5 3.2 1-2 3-3.2 5-3.2 2.9 0 5.2 2.2 5.2 5.3 0 3.9-3.2 7.5-10.2 13.4z"/>',
    "D": '<path d="M12 1.4Q15.2 7.2 20.4 12 15.2 16.8 12 22.6 8.8 16.8 3.6 12 8.8 7.2 12 1.4z"/>',
    "S": '<path d="M12 1.5C13.3 6.2 21.5 9.6 21.5 15.2c0 2.7-2 4.5-4.4 4.5-1.7 0-3.1-.9-4-2.3.1 2.2.9 3.8 2.4 5.1h-7c1.5-1.3 2.3-2.9 2.4-5.1-.9 1.4-2.3 2.3-4 2.3-2.4 0-4.4-1.8-4.4-4.5C2.5 9.6 10.7 6.2 12 1.5z"/>',
    "C": '<circle cx="12" cy="6.7" r="4.9"/><circle cx="6.5" cy="14" r="4.9"/><circle cx="17.5" cy="14" r="4.9"/><path d="M10.9 10h2.2c0 5.6.6 9.7 2.7 12.5H8.2c2.1-2.8 2.7-6.9 2.7-12.5z"/>',
}
FACES = {
    "K": '<path d="M6 42V16l10 9L30 6l14 19 10-9v26z"/><path d="M6 46h48v6H6z"/><circle cx="30" cy="5" r="4"/><circle cx="6" cy="14" r="3.5"/><circle cx="54" cy="14" r="3.5"/>',
    "Q": '<path d="M8 44c-1-12 0-19 3-26 4 8 8 10 10 10 3-6 6-12 9-20 3 8 6 14 9 20 2 0 6-2 10-10 3 7 4 14 3 26z"/><path d="M9 47h42q0 5-4 5H13q-4 0-4-5z"/><circle cx="11" cy="15" r="3"/><circle cx="30" cy="6" r="3.5"/><circle cx="49" cy="15" r="3"/>',
    "J": '<path d="M8 8q11 0 22-5 11 5 22 5 1 30-22 46Q7 38 8 8z"/>',
}
INLAYS = {
    "K": "",
    "Q": f'<circle cx="30" cy="36" r="4" fill="{PAPER}"/>',
    "J": f'<path d="M28.5 12h3v22h7v3.5h-7V46h-3v-8.5h-7V34h7z" fill="{PAPER}"/>',
}
LEFT, MID, RIGHT = 37, 50, 63
PIPS: dict[str, list[tuple[float, float]]] = {
    "2": [(MID, 34), (MID, 106)],
    "3": [(MID, 34), (MID, 70), (MID, 106)],
    "4": [(x, y) for x in (LEFT, RIGHT) for y in (34, 106)],
    "5": [(x, y) for x in (LEFT, RIGHT) for y in (34, 106)] + [(MID, 70)],
    "6": [(x, y) for x in (LEFT, RIGHT) for y in (34, 70, 106)],
    "7": [(x, y) for x in (LEFT, RIGHT) for y in (34, 70, 106)] + [(MID, 52)],
    "8": [(x, y) for x in (LEFT, RIGHT) for y in (34, 70, 106)] + [(MID, 52), (MID, 88)],
    "9": [(x, y) for x in (LEFT, RIGHT) for y in (31, 57, 83, 109)] + [(MID, 70)],
    "T": [(x, y) for x in (LEFT, RIGHT) for y in (31, 57, 83, 109)] + [(MID, 44), (MID, 96)],
}


def suit(name: str, x: float, y: float, size: float, turned: bool = False) -> str:
    """The suit centred on (x, y), `size` wide, upside down in the lower half."""
    scale = size / 24
    turn = " rotate(180)" if turned else ""
    return f'<g transform="translate({x:g} {y:g}){turn} scale({scale:.3f}) translate(-12 -12)">{SUITS[name]}</g>'


def index(rank: str, name: str) -> str:
    """The rank and suit in the corner, readable at arm's length."""
    shown, size, spacing = rank, 29, 'letter-spacing="-1.5"'
    if rank == "T":
        # Two digits keep this width in every font, because wide ones would cross the edge.
        shown, size, spacing = "10", 25, 'textLength="21" lengthAdjust="spacingAndGlyphs"'
    text = (
        f'<text x="14" y="27" font-size="{size}" font-weight="700" text-anchor="middle" '
        f"font-family=\"Georgia,'Times New Roman',serif\" {spacing}>{shown}</text>"
    )
    return text + suit(name, 14, 41, 16)


def middle(rank: str, name: str) -> str:
    """The middle of a card: pips, an emblem, or one large suit."""
    if rank == "A":
        ring = f'<circle cx="50" cy="70" r="33" fill="none" stroke="{TONES[name]}" stroke-width="1.5"/>'
        return ring + suit(name, 50, 70, 40)
    if rank in FACES:
        frame = '<rect x="27" y="24" width="46" height="92" rx="5" fill-opacity=".09"/>'
        emblem = f'<g transform="translate(29 44) scale(.7)">{FACES[rank]}{INLAYS[rank]}</g>'
        return frame + suit(name, 50, 36, 12) + emblem + suit(name, 50, 103, 15, turned=True)
    return "".join(suit(name, x, y, 15, turned=y > 70) for x, y in PIPS[rank])


def card(rank: str, name: str) -> str:
    """One card as a symbol, named like the card (docs/engine-contract.md)."""
    corner = index(rank, name)
    return (
        f'<symbol id="{rank}{name}" viewBox="0 0 100 140">'
        f'<rect x="1" y="1" width="98" height="138" rx="9" fill="{PAPER}" stroke="{EDGE}" stroke-width="1.5"/>'
        f'<g fill="{TONES[name]}">{corner}<g transform="rotate(180 50 70)">{corner}</g>{middle(rank, name)}</g></symbol>'
    )


def pip(x: float, y: float) -> str:
    """A hole in a die."""
    return f"M{x - 1.15} {y}a1.15 1.15 0 1 0 2.3 0a1.15 1.15 0 1 0-2.3 0z"


def die(x: float, y: float, pips: list[tuple[float, float]]) -> str:
    """A die of ten by ten with transparent pips."""
    body = f"M{x + 2} {y}h6a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-6a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2z"
    return body + "".join(pip(x + dx, y + dy) for dx, dy in pips)


TWO_DICE = (
    f'<path fill-rule="evenodd" d="{die(12.5, 1.5, [(3, 3), (7, 7)])}'
    f'{die(1.5, 12, [(2.7, 2.7), (7.3, 2.7), (5, 5), (2.7, 7.3), (7.3, 7.3)])}"/>'
)

# Of cards and of dice, for a game without an emblem of its own; then those of games: told apart by form in any colour.
EMBLEMS = {
    "cards": SUITS["S"],
    "dice": TWO_DICE,
    "fifty-two-fates": SUITS["S"],
    "game-of-bastards": (
        '<path d="M4.6 17 2.9 7.6c3 .2 5.2 1.7 6.3 4L12 4.5l2.8 7.1c1.1-2.3 3.3-3.8 6.3-4L19.4 17z"/>'
        '<path d="M4.6 18.5h14.8v3H4.6z"/>'
        '<circle cx="2.9" cy="6" r="1.9"/><circle cx="12" cy="3" r="2"/><circle cx="21.1" cy="6" r="1.9"/>'
    ),
    "fortune-and-power": TWO_DICE,
    "fortune-system": (
        '<path fill-rule="evenodd" d="M8 1.5h8a3 3 0 0 1 3 3v15a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3v-15a3 3 0 0 1 3-3z'
        'M8.5 4a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V5a1 1 0 0 0-1-1z"/>'
        '<path d="M13.5 4 9.5 12h3l-1.5 8 4.5-10h-3.2L15 4z"/>'
    ),
}


def keyhole(x: float, y: float, scale: float, fill: str) -> str:
    """The site's emblem: a keyhole that resembles a spade."""
    path = "M0-11C1.2-6.5 8-4 8 2c0 3-2.3 4.6-4.3 4.3L6 14H-6l2.3-7.7C-5.7 6.6-8 5-8 2-8-4-1.2-6.5 0-11z"
    return f'<path transform="translate({x:g} {y:g}) scale({scale:g})" fill="{fill}" d="{path}"/>'


def back() -> str:
    """The back of the cards: a lattice around the keyhole."""
    ink, pale = "#23444a", "#e9e2cf"
    lines = "".join(
        f'<path d="M{x} 8L{x + 124} 132M{x + 124} 8L{x} 132" stroke="{pale}" stroke-opacity=".28" stroke-width="1.2"/>'
        for x in range(-116, 108, 16)
    )
    return (
        '<clipPath id="frame"><rect x="8" y="8" width="84" height="124" rx="5"/></clipPath>'
        '<symbol id="back" viewBox="0 0 100 140">'
        f'<rect x="1" y="1" width="98" height="138" rx="9" fill="{PAPER}" stroke="{EDGE}" stroke-width="1.5"/>'
        f'<rect x="8" y="8" width="84" height="124" rx="5" fill="{ink}"/><g clip-path="url(#frame)">{lines}</g>'
        f'<circle cx="50" cy="70" r="23" fill="{ink}" stroke="{pale}" stroke-width="2"/>'
        f"{keyhole(50, 69, 1.25, pale)}</symbol>"
    )


def joker() -> str:
    """The joker's star."""
    star = "M50 36l9 22 24 2-18 15 6 23-21-13-21 13 6-23-18-15 24-2z"
    return (
        '<symbol id="XX" viewBox="0 0 100 140">'
        f'<rect x="1" y="1" width="98" height="138" rx="9" fill="{PAPER}" stroke="{EDGE}" stroke-width="1.5"/>'
        f'<path d="{star}" fill="#5a2a7a"/></symbol>'
    )


def main() -> None:
    marks = "".join(
        f'<symbol id="suit-{s}" viewBox="0 0 24 24"><g fill="{TONES[s]}">{SUITS[s]}</g></symbol>' for s in SUITS
    )
    plain = "".join(f'<symbol id="mark-{s}" viewBox="0 0 24 24">{SUITS[s]}</symbol>' for s in SUITS)
    cards = "".join(card(rank, name) for name in "CDHS" for rank in "23456789TJQKA")
    emblems = "".join(
        f'<symbol id="emblem-{game}" viewBox="0 0 24 24">{drawn}</symbol>' for game, drawn in EMBLEMS.items()
    )
    house = f'<symbol id="house" viewBox="0 0 24 24"><rect x="3.5" y="1" width="17" height="22" rx="3" fill="currentColor"/>{keyhole(12, 11.5, 0.62, PAPER)}</symbol>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{marks}{plain}{emblems}{house}{back()}{joker()}{cards}</svg>\n'
    Path(__file__).resolve().parent.parent.joinpath("static/img/cards.svg").write_text(svg)


if __name__ == "__main__":
    main()
