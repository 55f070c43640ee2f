"""The rules of Fortune and Power for people: every rule by its id, in our own words; data only."""

RULEBOOK: list[dict[str, str]] = [
    {
        "id": "FNP-01",
        "area": "Characters",
        "text": (
            "A character has traits, which are qualities and skills with a level each; gifts, which are "
            "special abilities that nobody can learn; and fortune."
        ),
    },
    {
        "id": "FNP-02",
        "area": "Characters",
        "text": (
            "You buy a new character with character points. The Adversary says how many you have (usually 40) and "
            "may set a highest level for starting traits. You keep the points that you do not spend."
        ),
    },
    {
        "id": "FNP-03",
        "area": "Characters",
        "text": (
            "A trait's price depends on its level: 0 for level 0, then 3, 4, 5, 6, 8, 10, 12, 16, 20 and 25 "
            "for levels 1 to 10; from level 11 on, a level costs ten times as much as the level ten below it: 30 "
            "for 11 and 250 for 20. Raising a trait costs the difference. A campaign may let every "
            "level cost 1 instead. A gift costs what its row in the catalogue says, and 1 fortune costs 1 "
            "point."
        ),
    },
    {
        "id": "FNP-04",
        "area": "Characters",
        "text": (
            "The Adversary awards experience points, usually when a session ends. They raise traits like "
            "character points; 1 experience point is worth 1 character point."
        ),
    },
    {
        "id": "FNP-05",
        "area": "Characters",
        "text": (
            "A gift can be bought with experience points if the player explains well how the character gets it. "
            "The request contains the explanation, and the Adversary grants or declines it; until then nothing is "
            "spent."
        ),
    },
    {
        "id": "FNP-06",
        "area": "Characters",
        "text": (
            "Fortune is a supply of points. Spent points are gone; you buy more, or the Adversary gives you more. "
            "The Adversary may limit fortune or play without it. You may spend 1 to 3 points before a check to add "
            "1 each, or up to 3 on a move to add a space each. With Warrior or Archer, you may spend 3 to make two "
            "attacks with one action, or 6 to make four with both actions. When you are hit, you may spend 1 for "
            "each wound or shock that you cancel. The attacks of such a rapid attack follow one by one, each with "
            "its own target and roll; until you have made them all or given them up, you do nothing else. A hit "
            "that does damage waits for the target's answer only if the target has fortune. Opponents and the "
            "incapacitated have the same right."
        ),
    },
    {
        "id": "FNP-07",
        "area": "Characters",
        "text": (
            "The list of traits is open. Talents are inborn: Command, Constitution, Intuition, Perception, "
            "Strength. Professions are learned: Archer, Athlete, Burglar, Warrior. Both are used in the same way, "
            "and a campaign can add its own. Ordinary people have level 0; 3 to 6 is a trade, 9 is mastery."
        ),
    },
    {
        "id": "FNP-08",
        "area": "Characters",
        "text": (
            "Gifts and their prices: Sorcery 20, Empathy 10, Natural Weapon 6, Natural Armor 6; Superior Hearing, "
            "Superior Olfaction, Starvision, Immunity, Longevity, Amphibious, Phosphorescence and each extra limb "
            "3. A campaign can add its own. In general, gifts give no bonus. With Empathy you heal one wound or "
            "shock in a round by touch. You pay 1 fortune, or you take one wound or shock of the same kind "
            "yourself. Healing takes both actions, and the target must have a wound or shock to heal. You can heal "
            "yourself only with fortune."
        ),
    },
    {
        "id": "FNP-10",
        "area": "Trait checks",
        "text": (
            "In a check you roll two dice and add the trait's level. A character without the trait rolls with level 0."
        ),
    },
    {
        "id": "FNP-11",
        "area": "Trait checks",
        "text": (
            "If nobody opposes a check, the Adversary sets a challenge level. The check succeeds when its "
            "total is that high or higher."
        ),
    },
    {
        "id": "FNP-12",
        "area": "Trait checks",
        "text": (
            "If the dice show 2, the check fails, whatever the total; if they show 12, it succeeds, whatever the total."
        ),
    },
    {
        "id": "FNP-13",
        "area": "Trait checks",
        "text": ("Against another participant, the actor rolls, and the challenge is the other's trait plus 7."),
    },
    {
        "id": "FNP-14",
        "area": "Trait checks",
        "text": (
            "If both participants are equally active, the player rolls against the other's trait plus 7. Two player "
            "characters may split the difference instead: each rolls one die and adds a trait, and the higher total "
            "wins. A single die never succeeds or fails automatically. The dox is the difference of the totals, and "
            "equal totals are a tie."
        ),
    },
    {
        "id": "FNP-15",
        "area": "Trait checks",
        "text": ("The dox is the degree of a success or failure: the difference between the total and the challenge."),
    },
    {
        "id": "FNP-16",
        "area": "Trait checks",
        "text": (
            "A rolled result with dox 0 is marginal: it may be a partial success, a partial failure, or a tie. It "
            "counts as a success until the Adversary rules on it. Checks, attacks and contests of an encounter "
            "are numbered, and marginal results are listed until the Adversary rules on them. A ruling is only "
            "recorded; its consequences are adjusted by hand."
        ),
    },
    {
        "id": "FNP-17",
        "area": "Trait checks",
        "text": (
            "An automatic success or failure has its usual dox, but at least 1: an automatic success with too low "
            "a total has dox 1, and so does an automatic failure with a sufficient total."
        ),
    },
    {
        "id": "FNP-18",
        "area": "Trait checks",
        "text": ("If success is trivial, nobody rolls, and the trait's level is the dox."),
    },
    {
        "id": "FNP-19",
        "area": "Trait checks",
        "text": (
            "Tools and time are named modifiers of the total. Twice the time gives +3 "
            "and four times +6; each halving of the time makes it harder by 3. Improvised tools make it "
            "harder by 3, exceptional ones easier by 3."
        ),
    },
    {
        "id": "FNP-20",
        "area": "Trait checks",
        "text": (
            "Challenge levels in words: trivial 3, mild 6, fair 9, moderate 12, great 15, incredible 18, "
            "inconceivable 21."
        ),
    },
    {
        "id": "FNP-30",
        "area": "Conflict",
        "text": (
            "Conversations are played without dice; dice decide when traits meet resistance. The list of events "
            "contains notes as well as rolls, and an encounter ends with a sentence by the Adversary."
        ),
    },
    {
        "id": "FNP-31",
        "area": "Conflict",
        "text": ("A round is six seconds. A space is two metres across."),
    },
    {
        "id": "FNP-32",
        "area": "Conflict",
        "text": (
            "Everyone has two actions in a round. They act in the order of their Perception, the highest first, and "
            "the Adversary may change this order. Or everyone rolls two dice plus a trait for it. The first "
            "participant in the order who has actions left is next, so both actions are taken one after the other. "
            "A check, a contest, an attack and a move take one action each, and healing takes both. If you pass, "
            "you give up your remaining actions. When nobody who can act has actions left, the next round begins."
        ),
    },
    {
        "id": "FNP-33",
        "area": "Conflict",
        "text": (
            "You say how many spaces you move. A campaign may set a maximum; each point of fortune adds 1 to it, up "
            "to 3. The site does not keep positions; the table does."
        ),
    },
    {
        "id": "FNP-34",
        "area": "Conflict",
        "text": (
            "Dodge is 7 plus Athlete, and parry is 7 plus Warrior. The defender chooses which of them is the "
            "challenge of an attack; by default it is the higher. Another trait plus 7 is also possible. A target "
            "in an ambush can do neither: the challenge is 6. You cannot attack yourself."
        ),
    },
    {
        "id": "FNP-40",
        "area": "Injury",
        "text": (
            "Wounds are harm to the body, and shocks are harm to the mind. They are counted separately, and they "
            "add up."
        ),
    },
    {
        "id": "FNP-41",
        "area": "Injury",
        "text": (
            "A character with ten or more wounds is incapacitated and may die. A character with ten or more "
            "shocks is at the edge of madness and may be lost. The Adversary decides both."
        ),
    },
    {
        "id": "FNP-42",
        "area": "Injury",
        "text": (
            "The wounds of a hit are the dox, the attacker's Strength and the weapon's value added together, minus "
            "the target's protection, but at least 1. Protection is Constitution plus armour. An attack on the mind "
            "does shocks instead: the dox plus the weapon's value, without Strength and protection, but at least 1. "
            "Fortune can then cancel some or all of them. A campaign can count only the dox, or let the Adversary "
            "set the damage of every hit. The Adversary corrects mistakes with an adjustment and its reason."
        ),
    },
    {
        "id": "FNP-43",
        "area": "Injury",
        "text": (
            "Recovery takes weeks. Each week of rest heals one wound and one shock, or what the campaign says. For "
            "a healer's care, the Adversary makes an adjustment with a reason. After a rest a new round begins: "
            "everyone has two actions, and no rapid attack continues."
        ),
    },
    {
        "id": "FNP-44",
        "area": "Injury",
        "text": (
            "Participants are incapacitated when their wounds reach their wound limit, and at the edge of madness "
            "when their shocks reach their shock limit; both limits are 10 unless stated otherwise. Only "
            "incapacitation takes away actions. Opponents follow the same rules: an opponent has traits and two "
            "limits."
        ),
    },
]

# Rules that this project decided, in whole or in part, because the source leaves them open.
RULINGS: frozenset[str] = frozenset(
    {
        "FNP-06",
        "FNP-08",
        "FNP-10",
        "FNP-14",
        "FNP-16",
        "FNP-19",
        "FNP-32",
        "FNP-33",
        "FNP-34",
        "FNP-42",
        "FNP-43",
        "FNP-44",
    }
)
