"""The rules of Copper Dice."""

RULEBOOK: list[dict[str, str]] = [
    {"id": "CPD-01", "area": "Characters", "text": "A character has a level in brawling, 0 to 5, and grit."},
    {"id": "CPD-02", "area": "Characters", "text": "Each new level costs as many pennies as its number."},
    {
        "id": "CPD-03",
        "area": "Dice",
        "text": "A feat rolls two dice and adds the level; it succeeds at 8 or more. An option changes the figure.",
    },
    {"id": "CPD-04", "area": "Brawls", "text": "Everyone acts in turn, in the order of the setup."},
    {
        "id": "CPD-05",
        "area": "Brawls",
        "text": "An attack is a feat. It costs the target 1 grit, and 1 more for every 3 points beyond the figure.",
    },
    {"id": "CPD-06", "area": "Brawls", "text": "Someone without grit is out and does not act."},
    {"id": "CPD-07", "area": "Brawls", "text": "The innkeeper ends the brawl, and may correct anyone's grit."},
    {"id": "CPD-08", "area": "Brawls", "text": "Someone may join or leave at any time. Newcomers act last."},
    {"id": "CPD-09", "area": "Rest", "text": "A night's sleep restores all grit. Everyone survives a brawl."},
]

RULINGS: frozenset[str] = frozenset({"CPD-09"})
