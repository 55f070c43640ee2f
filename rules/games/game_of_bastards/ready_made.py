"""Ready-made heroes of A Game of Bastards, and the questions that lead to one: 10 XP (GOB-10 to GOB-15)."""

from typing import Any

from rules.engine.json_types import PlainSheet
from rules.engine.ready_made import Answer, Hero, Question, ReadyMade, lacks_row
from rules.games.game_of_bastards import sheet_tables as tables


def weapon(name: str, damage: int, kind: str) -> dict[str, Any]:
    """A weapon for melee with the Combat skill of its type (GOB-14, GOB-99)."""
    return {"name": name, "damage": damage, "skill": f"Combat ({kind})", "ranged": False}


def keys(*names: str) -> list[dict[str, str]]:
    """Advantages by their keys; two are free (GOB-13)."""
    return [{"key": name} for name in names]


SWORD, AXE, KNIFE, STAFF = (
    weapon("Sword", 2, "Sword"),
    weapon("Axe", 3, "Axe"),
    weapon("Knife", 1, "Knife"),
    weapon("Staff", 1, "Staff"),
)


def list_figures(sheet: PlainSheet) -> list[str]:
    """Raised traits, skills, advantages and weapons."""
    figures = [f"{tables.BY_SUIT[sheet['suit']].name} {max(sheet['traits'].values(), default=tables.CHOSEN_TRAIT)}"]
    figures += [f"{name} {rank}" for name, rank in sheet["skills"].items()]
    figures += [tables.ADVANTAGES[advantage["key"]].name for advantage in sheet["advantages"]]
    return figures + [weapon["name"] for weapon in sheet.get("weapons", [])]


def lacks(sheet: PlainSheet, rows: list[dict[str, Any]]) -> bool:
    """Whether the campaign does not offer an advantage, or has other weapons."""
    offered = {row["key"] for row in rows if row["kind"] == "advantage"}
    missing = offered and {advantage["key"] for advantage in sheet["advantages"]} - offered
    return bool(missing) or any(
        lacks_row(rows, "weapon", name=weapon["name"], damage=weapon["damage"], skill=weapon["skill"])
        for weapon in sheet.get("weapons", [])
    )


HEROES = (
    Hero(
        "duellist",
        "Severin",
        "A proud duellist with a sword. Watches the opponent, then strikes.",
        {
            "suit": "spades",
            "traits": {"mind": 4},
            "skills": {"Athletics": 3, "Combat (Sword)": 5, "Perception": 3},
            "advantages": keys("study", "careful"),
            "weapons": [SWORD],
        },
    ),
    Hero(
        "bruiser",
        "Gunna",
        "A loud bruiser with an axe. Strikes again before they are up.",
        {
            "suit": "clubs",
            "traits": {"body": 4},
            "skills": {"Athletics": 3, "Combat (Axe)": 5, "Guts": 3},
            "advantages": keys("savage", "iron-wall"),
            "weapons": [AXE],
        },
    ),
    Hero(
        "preacher",
        "Amity",
        "A fiery preacher who fights with heart. Hard to break, easy to follow.",
        {
            "suit": "hearts",
            "traits": {"spirit": 4},
            "skills": {"Combat (Staff)": 4, "Influence": 4, "Meditation": 3},
            "advantages": keys("zeal", "faith"),
            "weapons": [STAFF],
        },
    ),
    Hero(
        "gambler",
        "Dash",
        "A gambler who bets on luck, in a fight too. Nobody knows what comes next.",
        {
            "suit": "diamonds",
            "traits": {"luck": 4},
            "skills": {"Combat (Knife)": 4, "Gambling": 4, "Stealth": 3},
            "advantages": keys("fortune", "serendipity"),
            "weapons": [KNIFE],
        },
    ),
    Hero(
        "doctor",
        "Wilhelmina",
        "A sharp doctor with steady hands. Keeps friends alive, and misses nothing.",
        {
            "suit": "spades",
            "traits": {"mind": 3},
            "skills": {"Academics": 3, "First Aid": 5, "Perception": 3, "Combat (Knife)": 2},
            "advantages": keys("careful", "mind-over-matter"),
            "weapons": [KNIFE],
        },
    ),
)

# The first answer costs 5 XP (trait 3 and Combat 5) and brings an advantage, the second 3, the third 2 and one more.
QUESTIONS = (
    Question(
        "fight",
        "How do you win a fight?",
        (
            Answer(
                "strong",
                "I am strong",
                "Clubs, Body 3, Combat (Axe) 5, and Savage: a second attack after one that succeeds.",
                {
                    "suit": "clubs",
                    "traits": {"body": 3},
                    "skills": {"Combat (Axe)": 5},
                    "advantages": keys("savage"),
                    "weapons": [AXE],
                },
            ),
            Answer(
                "clever",
                "I am clever",
                "Spades, Mind 3, Combat (Sword) 5, and Study: your Mind counts twice against one opponent.",
                {
                    "suit": "spades",
                    "traits": {"mind": 3},
                    "skills": {"Combat (Sword)": 5},
                    "advantages": keys("study"),
                    "weapons": [SWORD],
                },
            ),
            Answer(
                "heart",
                "I believe in something",
                "Hearts, Spirit 3, Combat (Staff) 5, and Zeal: attacks use Spirit instead of Body.",
                {
                    "suit": "hearts",
                    "traits": {"spirit": 3},
                    "skills": {"Combat (Staff)": 5},
                    "advantages": keys("zeal"),
                    "weapons": [STAFF],
                },
            ),
            Answer(
                "luck",
                "I am lucky",
                "Diamonds, Luck 3, Combat (Knife) 5, and Fortune: attacks use Luck instead of Body.",
                {
                    "suit": "diamonds",
                    "traits": {"luck": 3},
                    "skills": {"Combat (Knife)": 5},
                    "advantages": keys("fortune"),
                    "weapons": [KNIFE],
                },
            ),
        ),
    ),
    Question(
        "work",
        "What do you do when nobody fights?",
        (
            Answer("sneak", "I go where I should not", "Stealth 4.", {"skills": {"Stealth": 4}}),
            Answer("talk", "I talk", "Influence 4.", {"skills": {"Influence": 4}}),
            Answer("heal", "I heal", "First Aid 4.", {"skills": {"First Aid": 4}}),
            Answer("build", "I build things", "Technology 4.", {"skills": {"Technology": 4}}),
        ),
    ),
    Question(
        "danger",
        "What do you do when you are hit?",
        (
            Answer(
                "stand",
                "I stand firm",
                "Guts 3, and Resolve: damage to your SP is 1 less.",
                {"skills": {"Guts": 3}, "advantages": keys("resolve")},
            ),
            Answer(
                "dodge",
                "I get out of the way",
                "Athletics 3, and Dodge: a defence with Body instead of Mind.",
                {"skills": {"Athletics": 3}, "advantages": keys("dodge")},
            ),
            Answer(
                "think",
                "I learn from it",
                "Perception 3, and Tenacity: damage to your BP lets you draw a card.",
                {"skills": {"Perception": 3}, "advantages": keys("tenacity")},
            ),
        ),
    ),
)

READY_MADE = ReadyMade(HEROES, QUESTIONS, ({"type": "finish"},), list_figures, lacks)
