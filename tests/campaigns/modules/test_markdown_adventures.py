"""Adventures in Markdown: numbered places, boxes to read aloud in any usual form, and stat blocks in the text."""

import pytest

from campaigns.modules import adapters
from campaigns.modules.format import validation

BLOCK = """## Bell Hound
*Medium beast, unaligned*

**Armor Class** 13
**Hit Points** 22 (4d8 + 4)
**Speed** 40 ft.

| STR | DEX | CON | INT | WIS | CHA |
|:---:|:---:|:---:|:---:|:---:|:---:|
|14 (+2)|15 (+2)|12 (+1)|3 (-4)|12 (+1)|6 (-2)|

**Challenge** 1 (200 XP)

### Actions
***Bite.*** *Melee Weapon Attack:* +4 to hit, reach 5 ft., one target. *Hit:* 7 (2d4 + 2) piercing damage.
"""
ADVENTURE = f"""# The Bell Yard
A short job in a yard.

## 1. The Gate
> The gate hangs open.

Two **bell hounds** wait here.

## 2. The Yard
{{{{descriptive
Rain falls on tin.
}}}}

Large puddles, deep ones, cover the yard. A **bell hound** sleeps.

\\page

{BLOCK}
## What comes next
The hounds belong to somebody.
"""


def read(words):
    draft = adapters.convert("lgmrd", words)
    report = validation.document(draft.document)
    assert report.errors == []
    return draft


def by_title(draft, collection):
    return {item["title"]: item for item in draft.document.get(collection, [])}


def test_a_stat_block_in_the_text_is_the_monster_that_the_places_name():
    draft = read(ADVENTURE)
    (hound,) = draft.document["monsters"]
    figures = hound["source_stats"]["data"]
    assert (hound["name"], figures["hp"], figures["ac"], figures["cr"]) == ("Bell Hound", 22, 13, 1)
    assert figures["attacks"] == [{"name": "Bite", "to_hit": 4, "average": 7, "reach": 5}]
    counts = [
        [(group["who"], group["count"]) for group in encounter["groups"]] for encounter in draft.document["encounters"]
    ]
    assert counts == [[("monster:bell-hound", 2)], [("monster:bell-hound", 1)]]
    assert not [line for line in draft.review if "no figures" in line.message]


def test_numbered_headings_are_places_and_boxes_are_read_aloud():
    draft = read(ADVENTURE)
    places = by_title(draft, "locations")
    assert [(place["number"], place["title"]) for place in places.values()] == [("1", "The Gate"), ("2", "The Yard")]
    blocks = [(block["kind"], block["md"]) for block in places["The Yard"]["blocks"]]
    assert blocks[0] == ("read_aloud", "Rain falls on tin.")
    assert "Large puddles" in blocks[1][1], "a sentence that begins with a size is no creature"
    assert places["The Gate"]["blocks"][0] == {"key": "text-1", "kind": "read_aloud", "md": "The gate hangs open."}
    chapters = by_title(draft, "chapters")
    assert chapters["What comes next"]["blocks"][0]["md"] == "The hounds belong to somebody."
    assert "page" not in str(places["The Yard"])


@pytest.mark.parametrize(
    "box",
    [
        "> It rings.",
        "> [!quote] Read this\n> It rings.",
        "{{descriptive\nIt rings.\n}}",
        "{{descriptive,wide\nIt rings.\n}}",
    ],
)
def test_every_usual_form_of_a_box_is_read_aloud(box):
    draft = read(f"# T\n\n## 1. Tower\n{box}\n\nA bell.\n")
    (tower,) = draft.document["locations"]
    assert tower["blocks"][0] == {"key": "text-1", "kind": "read_aloud", "md": "It rings."}


def test_a_quoted_stat_block_ends_where_the_quotation_ends():
    quoted = "\n".join(f"> {line}" for line in BLOCK.splitlines())
    draft = read(f"# T\n\n## 1. Tower\nA **bell hound**.\n\n{quoted}\n\nThe tower is tall.\n")
    assert draft.document["monsters"][0]["source_stats"]["data"]["hp"] == 22
    assert draft.document["locations"][0]["blocks"][-1]["md"] == "The tower is tall."
    assert draft.recognised.as_json() == {"format": "Markdown", "system": "Dungeons & Dragons 5e", "edition": ""}


LABELLED = """# The Quiet Bell
Words.

## NPC: Sister Quill
*Medium humanoid (human), lawful neutral*

**Armor Class:** 14 (mail)
**Hit Points:** 40 (6d8 + 13)
**Speed:** 30 ft.

**STR** 16 (+3) | **DEX** 12 (+1) | **CON** 14 (+2)
**INT** 10 (+0) | **WIS** 13 (+1) | **CHA** 11 (+0)

**Damage Resistances:** cold
**Challenge:** 3 (700 XP)

**Steady Hand:** She never drops the clapper.

#### Actions

**Multiattack:** Two clapper attacks.

**Clapper +1:** *Melee Weapon Attack:* +5 to hit, reach 5 ft., one target.
*Hit:* 8 (1d10 + 3) bludgeoning damage.

## What to do
**Option: Ring the Bell** (Performance DC 13)
- They hear it.

> Nobody speaks.

**Option: Hide the Ropes** (Stealth DC 12)
"""


def test_a_stat_block_whose_features_end_with_a_colon_keeps_its_attacks():
    draft = read(LABELLED)
    (sister,) = draft.document["monsters"]
    figures = sister["source_stats"]["data"]
    assert (sister["name"], figures["hp"], figures["ac"], figures["cr"]) == ("Sister Quill", 40, 14, 3)
    assert figures["attacks"] == [{"name": "Clapper +1", "to_hit": 5, "average": 8.5, "reach": 5}]
    assert figures["round"] == 17, "two of them, though the list of attacks names the weapon without its bonus"
    assert not [line.message for line in draft.review if "not understood" in line.message]


def test_a_choice_in_bold_with_a_difficulty_is_no_foe():
    draft = read(LABELLED)
    assert not draft.document.get("encounters")
    assert [item["name"] for item in draft.document["monsters"]] == ["Sister Quill"]


CAIRN = """# The Mill Below
Words.

## 1. The Sluice
Water runs here. You have 3 HP left. Then 9 STR is no help.

#### A) Mill Wight
8 HP, 1 Armor, 14 STR, 9 DEX, 6 WIL, claw (d8), cold breath (d6, blast)
- Fears bells.

**Old Miller**

4 HP, 12 STR, knife (d6)

- **Rats** - 2 HP, 6 STR, bite (d4)

## 2. The Stair
#### Mill Wight
8 HP, 1 Armor, 14 STR, 9 DEX, 6 WIL, claw (d8), cold breath (d6, blast)
"""


def test_creatures_of_cairn_in_an_adventure_have_the_figures_that_are_printed():
    draft = read(CAIRN)
    assert "Cairn" in draft.recognised.as_json().values()
    told = {item["name"]: item["source_stats"]["data"] for item in draft.document["monsters"]}
    assert list(told) == ["Mill Wight", "Old Miller", "Rats"], "a creature that is printed twice is there once"
    assert (told["Mill Wight"]["hp"], told["Mill Wight"]["ac"]) == (38, 13)
    assert [attack["name"] for attack in told["Mill Wight"]["attacks"]] == ["Claw", "Cold breath"]
    assert (told["Old Miller"]["hp"], told["Rats"]["hp"]) == (10, 5)
    assert "1 Armor, 14 STR" in str(draft.document), "the text keeps the lines"


@pytest.mark.parametrize("words", ["**2 bell hounds**", "2 **bell hounds**", "**Two bell hounds**"])
def test_the_number_of_foes_may_stand_inside_the_bold(words):
    draft = read(f"# T\n\n## 1. Tower\nHere wait {words}.\n\n{BLOCK}\n")
    (encounter,) = draft.document["encounters"]
    assert [(group["who"], group["count"]) for group in encounter["groups"]] == [("monster:bell-hound", 2)]
    assert encounter["title"] == "Tower"


@pytest.mark.parametrize("words", ["**2d4 bell hounds**", "2d4 **bell hounds**", "**2D4 bell hounds** (Bim, Bam)"])
def test_dice_may_be_the_number_of_foes(words):
    draft = read(f"# T\n\n## 1. Tower\nHere wait {words}.\n\n{BLOCK}\n")
    (encounter,) = draft.document["encounters"]
    assert [(group["who"], group["count"]) for group in encounter["groups"]] == [("monster:bell-hound", "2d4")]
    assert [line for line in draft.review if "is assumed" in line.message or "gives" in line.message] == []


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("The falling stone deals 2d6 damage to the **bell hound**.", 1),
        ("The fall costs 3d6 hit points, the **bell hound** laughs.", 1),
        ("In 1d4 hours the **bell hound** returns.", 1),
        ("After 1d6 rounds two **bell hounds** wake.", 2),
        ("After two days **bell hounds** come.", 1),
        ("Here wait 1d4 hungry grey **bell hounds**.", "1d4"),
    ],
)
def test_dice_of_damage_and_time_before_a_foe_are_not_its_number(words, count):
    draft = read(f"# T\n\n## 1. Tower\n{words}\n\n{BLOCK}\n")
    (encounter,) = draft.document["encounters"]
    assert [(group["who"], group["count"]) for group in encounter["groups"]] == [("monster:bell-hound", count)]


def test_dice_in_bold_with_an_unknown_creature_are_named_and_other_dice_are_not():
    draft = read(f"# T\n\n## 1. Tower\n**2d4 giant rats** and **3d6 fire damage**, **1d6 gp**.\n\n{BLOCK}\n")
    assert "encounters" not in draft.document
    named = [line.message for line in draft.review if "is in bold" in line.message]
    assert named == ["“2d4 giant rats” is in bold but is not a known monster; it was not read as one"]


def test_a_number_in_bold_that_counts_no_monster_is_no_foe():
    draft = read(f"# T\n\n## 1. Tower\n**20 feet** below lie **5 gold coins**.\n\n{BLOCK}\n")
    assert "encounters" not in draft.document


def test_an_attack_above_any_heading_is_read():
    block = BLOCK.replace("### Actions\n", "").replace("## Actions\n", "")
    assert "Actions" not in block
    draft = read(f"# T\n\n## 1. Tower\nA **bell hound**.\n\n{block}\n")
    with_heading = read(f"# T\n\n## 1. Tower\nA **bell hound**.\n\n{BLOCK}\n")
    attacks = [each.document["monsters"][0]["source_stats"]["data"]["attacks"] for each in (draft, with_heading)]
    assert attacks[0] == attacks[1] != []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("# The Bell Yard\n\nA short job.\n", "there is no second heading"),
        ("## 1. The Gate\n\nIt hangs open.\n", "there is no second heading"),
        (f"# The Bell Yard\n\n{BLOCK}", "there is no second heading"),
        ("The gate hangs open.\n", "no headings were found"),
    ],
)
def test_a_text_with_a_single_heading_is_not_said_to_have_none(words, reason):
    with pytest.raises(adapters.NotUnderstood, match=reason):
        read(words)
    assert read("# The Bell Yard\n\n## 1. The Gate\n\nIt hangs open.\n").document["locations"]
