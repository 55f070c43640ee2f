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
            "Before the first session you roll every slot, or you write 60, 80, 40, 90, 30, 100 and 20 into the "
            "slots in this order; slots after the seventh are always rolled. If you rolled, you may still change to "
            "the fixed values, once, before the first check of the game is called. This sets the ordinary slots; a "
            "damaged slot stays damaged, and a blown slot stays blown."
        ),
    },
    {
        "id": "FOS-03",
        "area": "Slots",
        "text": (
            "For a skill check you do not roll; you use a result that you rolled before. You pick a slot, and the "
            "check passes if its value is lower than the chance of success (CoS). An equal value fails, unless an "
            "option of the campaign lets it pass. Then the slot is rerolled, whether the check passed or failed."
        ),
    },
    {
        "id": "FOS-04",
        "area": "Slots",
        "text": ("A slot is sound, damaged or blown. If a damaged slot is damaged again, it is blown."),
    },
    {
        "id": "FOS-05",
        "area": "Slots",
        "text": (
            "A new value for a damaged slot is rolled with two dice, and the higher value counts, which is the "
            "worse one. This applies to every new value that is rolled while the slot is damaged."
        ),
    },
    {
        "id": "FOS-06",
        "area": "Slots",
        "text": ("A blown slot has no value. It is not rolled, and you cannot use it before it has recovered."),
    },
    {
        "id": "FOS-07",
        "area": "Slots",
        "text": (
            "If every slot that you could use for a check is blown, you roll a plain d100 without talents and "
            "compare it as you would a slot. Lucky slots count here, too: they must be blown or belong to another "
            "group. As long as you can use one slot, you cannot roll a plain d100."
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
            "For a hardship outside battle, the GM declares that one slot is damaged or blown. Either you pick the "
            "slot, or it is the one with the lowest value among the slots that are not blown; if several have this "
            "value, you choose. Lucky slots can be struck too. A character whose slots are all blown cannot be "
            "struck."
        ),
    },
    {
        "id": "FOS-10",
        "area": "Slots",
        "text": (
            "The GM may announce slot damage as the price of failing, together with the chance of success and "
            "before you pick a die. The damage comes after the failed attempt, when the new values are known. A "
            "pass costs nothing. A failure costs nothing either if all slots of the character are blown."
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
            "A reduction changes only what a die counts for in this check; it may count for 0 or less. A value that "
            "is written into a slot is never below 1."
        ),
    },
    {
        "id": "FOS-20",
        "area": "Characters and levels",
        "text": (
            "A character has three talents at level 1 and gains another at every level that is a multiple of five, "
            "up to the twelfth at level 45."
        ),
    },
    {
        "id": "FOS-21",
        "area": "Characters and levels",
        "text": (
            "You take a talent for a skill or for a group of skills, depending on the kind of talent; this is its "
            "focus. You choose the focus when you take the talent. If you take the same talent for the same focus "
            "again, it gains a rank; it has four ranks at most. Any number of different talents may share a focus."
        ),
    },
    {
        "id": "FOS-22",
        "area": "Characters and levels",
        "text": (
            "The free slot holds one additional talent, for which the character has just prepared. You may change "
            "it between sessions, at every rest, before the first check of an encounter is called, and after a rest "
            "until the next check is called. Lucky cannot be in the free slot. The free slot may hold a further "
            "rank of a talent that the character has."
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
            "The attributes are ATK, VIT, SPD, MAG and SPR. Each begins at 4. You add 10 points, but none of them "
            "may rise above 8 with these points. The maximum of hit points is 200 + (3 × VIT + 4) × level, and the "
            "maximum of magic points is 200 + (3 × SPR + 4) × level. Both are full at the start and after a rest. "
            "Attributes play no part in skill checks."
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
            "The GM names the chance of success: 70 for a normal task, 50 for a tough one, 30 for a risky one. It "
            "is usually a multiple of 5, and can be anything from -100 to 300. At 100 or more you need no die, and "
            "no slot changes. At 0 or less no die passes, but Scrape By and Extreme Effort still do."
        ),
    },
    {
        "id": "FOS-27",
        "area": "Characters and levels",
        "text": (
            "Damage outside battle depends on the tier: levels 1 to 10 are the first tier, and every ten levels are "
            "one more. A character takes 100 for each tier if the damage is noticeable, and 200 if it is vicious, "
            "or half of it if the whole party suffers it. A trigger action does 200 for each tier to one monster, "
            "or 100 to a group; Smooth doubles it."
        ),
    },
    {
        "id": "FOS-28",
        "area": "Characters and levels",
        "text": (
            "A task is open from the moment when the GM calls for its check until the GM closes it. Each "
            "participant named may attempt it once. Several tasks may be open. A rest or a defeat closes all tasks. "
            "Allies are all other participants. Participants who leave are removed from open tasks; their results "
            "stay."
        ),
    },
    {
        "id": "FOS-30",
        "area": "Talents",
        "text": ("Aptitude, for a group: one die counts 5 less for each rank of this talent."),
    },
    {
        "id": "FOS-31",
        "area": "Talents",
        "text": ("Expertise, for a skill: one die counts 10 less for each rank of this talent."),
    },
    {
        "id": "FOS-32",
        "area": "Talents",
        "text": (
            "Focus, for a group: one die counts 20 less, and its slot is damaged. You may use it once in a check, "
            "but not together with Scrape By or Extreme Effort. Further ranks change nothing."
        ),
    },
    {
        "id": "FOS-33",
        "area": "Talents",
        "text": (
            "Scrape By, for a group: you damage two different slots that you could use, and the check succeeds, "
            "whatever they show. It will lead to some trouble later."
        ),
    },
    {
        "id": "FOS-34",
        "area": "Talents",
        "text": (
            "Exemplar, for a group: if one of your dice passes such a check, others who saw it or took your advice "
            "may use the value that your die counted for. They may do this in the same task until it is closed, and "
            "their slots stay as they are. They can use the value of an ordinary pass or of Slick, and the sum of "
            "Smooth. They cannot use a pass by Scrape By, by Extreme Effort, by a plain d100, with a chance of 100 "
            "or more, or by Exemplar itself."
        ),
    },
    {
        "id": "FOS-35",
        "area": "Talents",
        "text": ("Extreme Effort, for a group: you blow one slot, and the check passes."),
    },
    {
        "id": "FOS-36",
        "area": "Talents",
        "text": (
            "Smooth, for a group: two dice whose sum is lower than the chance make a greater success. A trigger "
            "action does twice its damage, and you may choose one blown slot that becomes damaged, with the worse "
            "of two new dice. Each reduction lowers one of the two dice."
        ),
    },
    {
        "id": "FOS-37",
        "area": "Talents",
        "text": (
            "Slick, for a group: a die that is 1 to 5 below the chance, after reductions, passes without any "
            "complication. Each ally may choose one of their damaged slots, which becomes sound."
        ),
    },
    {
        "id": "FOS-38",
        "area": "Talents",
        "text": (
            "Wingman, for a group: if one of your dice passes a check that aids an ally, this ally may reroll one "
            "slot that is not blown. You write the value that the slot had into the slot that you used, instead of "
            "rolling. Ranks 2, 3 and 4 lower it by 10, 20 and 30. You cannot use Wingman with Extreme Effort or "
            "Exemplar, nor for a slot that has just been blown. If you used two dice, the first slot that is not "
            "blown gets the value. If the ally declines, you roll."
        ),
    },
    {
        "id": "FOS-39",
        "area": "Talents",
        "text": (
            "Lucky, for a group: each rank gives one extra slot, which you may use only in checks of that group. "
            "The slot is rolled when you gain the rank. All rules for slots apply to it. Lucky cannot be in the "
            "free slot."
        ),
    },
    {
        "id": "FOS-40",
        "area": "Talents",
        "text": (
            "Flair, for a group: if a die passes, its new value is rolled twice, and you keep the one that you "
            "prefer. If you used two dice, this applies to the first sound slot. Flair does nothing for a damaged "
            "slot."
        ),
    },
    {
        "id": "FOS-41",
        "area": "Talents",
        "text": (
            "Steady, for a group: if you do not like the new value after a check, whether it passed or failed, you "
            "may damage the sound slot and write 60 into it instead, or 50, 40 or 30 with ranks 2, 3 or 4. You "
            "cannot do this with a damaged slot, a value taken by Wingman, an ally's slot, a slot that was just "
            "mended, or a plain d100."
        ),
    },
    {
        "id": "FOS-42",
        "area": "Talents",
        "text": (
            "Couldn't Sleep has no focus and one rank. You may use it once after a rest that is not a full "
            "recovery, before the next check is called. You reroll any number of slots that are not blown; when you "
            "have seen the new values, you pick one of these slots, and it is damaged. Hit and magic points recover "
            "as usual."
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
