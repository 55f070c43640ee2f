"""The rules of the Fortune System for people: every rule by its id, in our own words; data only."""

RULEBOOK: list[dict[str, str]] = [
    {
        "id": "FOS-01",
        "area": "Slots",
        "text": (
            "Each character has a number of fortune slots, and each slot holds a result of 1 to 100. How many "
            "slots there are is an option of the campaign: four as a rule, five for a small party of up to four, "
            "three for a party of more than six. Low values are good."
        ),
    },
    {
        "id": "FOS-02",
        "area": "Slots",
        "text": (
            "Before the first session every slot is rolled, or the slots take 60, 80, 40, 90, 30, 100 and 20 in this "
            "order; slots beyond the seventh are always rolled. A player who rolled may still change to the "
            "fixed values, once, before the first check of the game is called. That sets the ordinary slots: a damaged "
            "one stays damaged, a blown one blown."
        ),
    },
    {
        "id": "FOS-03",
        "area": "Slots",
        "text": (
            "A skill check uses a die that was rolled before: the player picks a slot, and the check passes if "
            "its value is lower than the chance of success (CoS). An equal value fails, unless an option of the "
            "campaign lets it pass. Then the slot is rerolled, pass or fail."
        ),
    },
    {
        "id": "FOS-04",
        "area": "Slots",
        "text": "A slot is sound, damaged or blown. A damaged slot that is damaged again is blown.",
    },
    {
        "id": "FOS-05",
        "area": "Slots",
        "text": (
            "A new value for a damaged slot is rolled with two dice, and the higher one, which is worse, counts. "
            "This applies to every new value that is rolled while the slot is damaged."
        ),
    },
    {
        "id": "FOS-06",
        "area": "Slots",
        "text": "A blown slot has no value, is not rolled, and cannot be used before it is recovered.",
    },
    {
        "id": "FOS-07",
        "area": "Slots",
        "text": (
            "If every slot that could be used for a check is blown, the check is one plain d100 without talents, "
            "compared like a slot. This includes Lucky slots: they must be blown or belong to another group. As "
            "long as one slot can be used, a plain d100 is not allowed."
        ),
    },
    {
        "id": "FOS-08",
        "area": "Slots",
        "text": (
            "Damaged and blown slots recover fully when the GM declares a real rest between two expeditions, and "
            "when the party is beaten in battle, but not if it lost on purpose. A blown slot is then rerolled; a "
            "damaged slot keeps its value."
        ),
    },
    {
        "id": "FOS-09",
        "area": "Slots",
        "text": (
            "For a hardship outside battle the GM declares that one slot is damaged or blown. Either the player "
            "picks it, or it is the lowest: the lowest value among the slots that are not blown; the player "
            "decides ties. Lucky slots can be struck too. A character whose slots are all blown cannot be struck."
        ),
    },
    {
        "id": "FOS-10",
        "area": "Slots",
        "text": (
            "The GM may announce slot damage as the price of failing, together with the chance of success and "
            "before a die is picked. It is applied after the failed attempt, when the new values are known. A "
            "pass costs nothing, and neither does a failure of a character whose slots are all blown."
        ),
    },
    {
        "id": "FOS-11",
        "area": "Slots",
        "text": (
            "When a talent damages the slot that it uses, the damage comes before the new value: that value is "
            "rolled as for a damaged slot, or not at all when the slot is blown now."
        ),
    },
    {
        "id": "FOS-12",
        "area": "Slots",
        "text": (
            "A reduction changes what a die counts for in this check only, which may be 0 or less. A value that is "
            "written into a slot is never below 1."
        ),
    },
    {
        "id": "FOS-20",
        "area": "Characters and levels",
        "text": (
            "A character has three talents at level 1 and gains another at every level that is a multiple of five, "
            "up to the twelfth at level 45: 3 + level / 5 rounded down, at most 12."
        ),
    },
    {
        "id": "FOS-21",
        "area": "Characters and levels",
        "text": (
            "A talent is taken for a skill or for a group of skills, as its kind says, and the choice is made when it "
            "is taken. The same talent for the same focus again is a further rank; there are four ranks at most. "
            "Any number of different talents may share a focus."
        ),
    },
    {
        "id": "FOS-22",
        "area": "Characters and levels",
        "text": (
            "The free slot holds one additional talent: what the character is prepared for just now. It may be "
            "changed between sessions and at every rest; in an encounter, before the first check is called, and "
            "after a rest until the next check. Lucky cannot be in the free slot. It may hold a further rank of a "
            "talent that the character has."
        ),
    },
    {
        "id": "FOS-23",
        "area": "Characters and levels",
        "text": (
            "The GM awards whole levels, or experience points at the campaign's own price a level, which is 100 "
            "unless an option says otherwise. Level 99 is the highest."
        ),
    },
    {
        "id": "FOS-24",
        "area": "Characters and levels",
        "text": (
            "The attributes are ATK, VIT, SPD, MAG and SPR. Each begins at 4; 10 points are added, none goes above 8 "
            "by them. Maximum hit points are 200 + (3 × VIT + 4) × level, maximum magic points 200 + (3 × SPR + 4) × "
            "level. Both are full at the start and after a rest. Attributes have no part in skill checks."
        ),
    },
    {
        "id": "FOS-25",
        "area": "Characters and levels",
        "text": (
            "Skills and their groups are open lists that a campaign edits. The site ships ten skills, in an "
            "arrangement of its own: Physical has Swimming, Running, Climbing & Jumping, Stealth and Huntsman; "
            "Mental has Determination, Tinker and Sabotage; Social has Swindle and Infiltration."
        ),
    },
    {
        "id": "FOS-26",
        "area": "Characters and levels",
        "text": (
            "The GM names the chance of success: 70 for a normal task, 50 for a tough one, 30 for a risky one, "
            "usually a multiple of 5, anything from -100 to 300. At 100 or more no die is needed, and no slot "
            "changes. At 0 or less no die passes; Scrape By and Extreme Effort still do."
        ),
    },
    {
        "id": "FOS-27",
        "area": "Characters and levels",
        "text": (
            "Damage outside battle goes by tiers of ten levels, 1 to 10 being the first. To a character it is 100 a "
            "tier when noticeable and 200 a tier when vicious, half of it when the whole party suffers. A trigger "
            "action does 200 a tier to one monster or 100 a tier to a group, twice that with Smooth."
        ),
    },
    {
        "id": "FOS-28",
        "area": "Characters and levels",
        "text": (
            "A task is open from the call for its check until the GM closes it; each participant named may attempt "
            "it once, and several tasks may be open. A rest or a defeat closes all tasks. Allies are all other "
            "participants. Participants who leave are removed from open tasks; their results stay."
        ),
    },
    {
        "id": "FOS-30",
        "area": "Talents",
        "text": "Aptitude, for a group: one die counts 5 less for each rank.",
    },
    {
        "id": "FOS-31",
        "area": "Talents",
        "text": "Expertise, for a skill: one die counts 10 less for each rank.",
    },
    {
        "id": "FOS-32",
        "area": "Talents",
        "text": (
            "Focus, for a group: one die counts 20 less, and its slot is damaged. Once a check; further ranks "
            "change nothing. Not together with Scrape By or Extreme Effort."
        ),
    },
    {
        "id": "FOS-33",
        "area": "Talents",
        "text": (
            "Scrape By, for a group: two different usable slots are damaged, and the check succeeds whatever they "
            "show; some trouble will come of it later."
        ),
    },
    {
        "id": "FOS-34",
        "area": "Talents",
        "text": (
            "Exemplar, for a group: when a die of yours passes such a check, others who saw it or got your advice "
            "may use the value that it counted for, in the same task until it is closed; their slots stay as they "
            ""
            "are. An ordinary pass, Slick, and the sum of Smooth can be used; a pass by Scrape By, Extreme Effort, a "
            "plain d100, a chance of 100 or more, or Exemplar itself does not."
        ),
    },
    {
        "id": "FOS-35",
        "area": "Talents",
        "text": "Extreme Effort, for a group: one slot is blown, and the check passes.",
    },
    {
        "id": "FOS-36",
        "area": "Talents",
        "text": (
            "Smooth, for a group: two dice whose sum is lower than the chance make a greater success. A trigger "
            "action does twice its damage, and one blown slot of choice becomes damaged, with the worse of two "
            "new dice. Each reduction lowers one of the two dice."
        ),
    },
    {
        "id": "FOS-37",
        "area": "Talents",
        "text": (
            "Slick, for a group: a die that is, after reductions, 1 to 5 below the chance passes without any "
            "complication, and each ally may have one damaged slot made sound."
        ),
    },
    {
        "id": "FOS-38",
        "area": "Talents",
        "text": (
            "Wingman, for a group: when a die of yours passes a check that aids an ally, that ally may roll one slot "
            "anew that is not blown, and you take the discarded value for the slot you used instead of rolling. "
            "Ranks 2, 3 and 4 lower it by 10, 20 and 30. Not with Extreme Effort or Exemplar, nor for a slot that has "
            "just been blown; of two dice the first that is not blown is filled. When the ally declines, you roll."
        ),
    },
    {
        "id": "FOS-39",
        "area": "Talents",
        "text": (
            "Lucky, for a group: each rank gives one extra slot, and only checks of that group may use it. The slot "
            "is rolled when the rank is gained. All rules for slots apply to it. Lucky cannot be in the free slot."
        ),
    },
    {
        "id": "FOS-40",
        "area": "Talents",
        "text": (
            "Flair, for a group: when a die passes, its new value is rolled twice, and you keep the one you prefer. "
            "Of two dice it serves the first sound slot; it does nothing for a damaged one."
        ),
    },
    {
        "id": "FOS-41",
        "area": "Talents",
        "text": (
            "Steady, for a group: when you dislike the new value after a check, pass or fail, damage the sound slot "
            "and write 60 instead; 50, 40 or 30 with ranks 2, 3 or 4. Not for a damaged slot, a value taken by "
            "Wingman, an ally's or a mended slot, or a plain d100."
        ),
    },
    {
        "id": "FOS-42",
        "area": "Talents",
        "text": (
            "Couldn't Sleep has no focus and one rank. Once after a rest that is not a full recovery, before the next "
            "check is called, any number of slots that are not blown are rolled anew; then, having seen them, the "
            "player picks one of them to be damaged. Hit and magic points recover as usual."
        ),
    },
    {
        "id": "FOS-43",
        "area": "Talents",
        "text": (
            "A reduction counts only when the attempt names it, on one of its dice, and never with Scrape By or "
            "Extreme Effort. A check may use Aptitude, Expertise and Focus together, one of Scrape By, Extreme "
            "Effort, Smooth and Slick, and Wingman, Flair and Steady on the new values. A talent whose condition "
            "is not met is refused before anything changes."
        ),
    },
]

# Rules that this project decided, in whole or in part, because the source leaves them open.
RULINGS: frozenset[str] = frozenset(
    {
        "FOS-02",
        "FOS-05",
        "FOS-07",
        "FOS-08",
        "FOS-09",
        "FOS-10",
        "FOS-11",
        "FOS-12",
        "FOS-21",
        "FOS-22",
        "FOS-23",
        "FOS-25",
        "FOS-26",
        "FOS-28",
        "FOS-32",
        "FOS-33",
        "FOS-34",
        "FOS-36",
        "FOS-37",
        "FOS-38",
        "FOS-39",
        "FOS-40",
        "FOS-41",
        "FOS-42",
        "FOS-43",
    }
)
