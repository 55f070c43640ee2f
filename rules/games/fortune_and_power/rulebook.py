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
            "A new character is bought with character points. The Adversary says how many there are (40 "
            "unless the campaign has another figure) and how high a starting trait may be (as high as one can "
            "pay, unless the campaign has a cap). Points that are left over stay available."
        ),
    },
    {
        "id": "FNP-03",
        "area": "Characters",
        "text": (
            "A trait's price depends on its level: 0 for level 0, then 3, 4, 5, 6, 8, 10, 12, 16, 20 and 25 "
            "for levels 1 to 10; from level 11 on a level costs ten times what the level ten below it costs, "
            "so 30 for 11 and 250 for 20. Raising a trait costs the difference. A campaign may let every "
            "level cost 1 instead. A gift costs what its row in the catalogue says, and 1 fortune costs 1 "
            "point."
        ),
    },
    {
        "id": "FNP-04",
        "area": "Characters",
        "text": (
            "The Adversary awards experience points, as a rule when a session ends. They raise traits as "
            "character points do; 1 experience point is worth 1 character point."
        ),
    },
    {
        "id": "FNP-05",
        "area": "Characters",
        "text": (
            "A gift can be bought with experience points when the player explains well how the character "
            "comes by it. The request carries the explanation, and the Adversary grants or declines it; until "
            "then nothing is spent."
        ),
    },
    {
        "id": "FNP-06",
        "area": "Characters",
        "text": (
            "Fortune is a stock: what is spent is gone, and more is bought or given by the Adversary, who may "
            "limit it or do without it. It buys 1 to 3 before a check, each adding 1; up to 3 for a move, "
            "each adding a space; 3 for two attacks in one action, or 6 for four with both, made with Warrior "
            "or Archer; and 1 for each wound or shock cancelled as a blow lands. A rapid attack's attacks "
            "follow one by one, each with its own target and roll; until they are used or given up one does "
            "nothing else. A blow of 1 or more waits for its target's word only when the target has fortune; "
            "opponents and the incapacitated have the same right."
        ),
    },
    {
        "id": "FNP-07",
        "area": "Characters",
        "text": (
            "The list of traits is open. Talents are inborn: Command, Constitution, Intuition, Perception, "
            "Strength. Professions are learned: Archer, Athlete, Burglar, Warrior. Both are used alike, and a "
            "campaign adds its own. Level 0 is what ordinary people have, 3 to 6 makes a trade, 9 is mastery."
        ),
    },
    {
        "id": "FNP-08",
        "area": "Characters",
        "text": (
            "Gifts and their prices: Sorcery 20, Empathy 10, Natural Weapon 6, Natural Armor 6; Superior "
            "Hearing, Superior Olfaction, Starvision, Immunity, Longevity, Amphibious, Phosphorescence and "
            "each extra limb 3. A campaign adds its own. A gift gives no bonus in general. Empathy heals by "
            "touch: one wound or shock a round, for 1 fortune or by taking one of the same kind oneself. It "
            "takes both actions, the other must have one to heal, and one's own are healed with fortune only."
        ),
    },
    {
        "id": "FNP-10",
        "area": "Trait checks",
        "text": ("A check is two dice and the trait's level. A character without the trait rolls with level 0."),
    },
    {
        "id": "FNP-11",
        "area": "Trait checks",
        "text": (
            "Against nobody in particular, the Adversary sets a challenge level. The check succeeds when its "
            "total is that high or higher."
        ),
    },
    {
        "id": "FNP-12",
        "area": "Trait checks",
        "text": ("Dice that show 2 fail whatever the total; dice that show 12 succeed whatever the total."),
    },
    {
        "id": "FNP-13",
        "area": "Trait checks",
        "text": ("Against somebody, the one who acts rolls, and the challenge is the other's trait and 7."),
    },
    {
        "id": "FNP-14",
        "area": "Trait checks",
        "text": (
            "When two are equally active the player rolls, against the other's trait and 7. Two player "
            "characters may split the difference: each rolls one die and adds a trait, and the highest total "
            "wins. Single dice never succeed or fail by themselves; the dox is the difference of the totals, "
            "and equal totals are a tie."
        ),
    },
    {
        "id": "FNP-15",
        "area": "Trait checks",
        "text": ("Dox is the degree of a success or failure: how far the total is from the challenge."),
    },
    {
        "id": "FNP-16",
        "area": "Trait checks",
        "text": (
            "A rolled result with dox 0 is marginal: it may be a success in part, a failure in part, or a "
            "tie. It counts as a success until the Adversary rules it. Checks, attacks and contests of an "
            "encounter are numbered, and the numbers of marginal ones are listed until they are ruled. A "
            "verdict is a record; what has to be changed by it is adjusted."
        ),
    },
    {
        "id": "FNP-17",
        "area": "Trait checks",
        "text": (
            "An automatic success or failure has its usual dox, but never less than 1: so an automatic "
            "success that falls short has dox 1, and so has an automatic failure that would have sufficed."
        ),
    },
    {
        "id": "FNP-18",
        "area": "Trait checks",
        "text": ("When success is trivial nothing is rolled, and the trait's level is the dox."),
    },
    {
        "id": "FNP-19",
        "area": "Trait checks",
        "text": (
            "Tools and time add to the total or take from it, each under its name. Twice the time gives +3 "
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
            "What can be talked out is talked out; dice decide where traits meet a force that resists. The "
            "account of play holds plain notes as well as rolls, and an encounter ends in the Adversary's own "
            "words."
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
            "Everybody has two actions a round. The order starts by Perception, highest first, and is the "
            "Adversary's to change; or everybody rolls two dice and a trait for it. The first in the order "
            "who has something left to do is on turn, so both actions are taken in a row. A check, a contest, "
            "an attack and a move take one action each, healing takes both; passing gives up what is left. "
            "When nobody who can act has anything left, the next round begins."
        ),
    },
    {
        "id": "FNP-33",
        "area": "Conflict",
        "text": (
            "A move is noted in spaces. How far one gets is the campaign's figure, when it has one, and 1 "
            "more for each fortune spent, up to 3. Where everybody stands is left to the table."
        ),
    },
    {
        "id": "FNP-34",
        "area": "Conflict",
        "text": (
            "Dodge is 7 and Athlete, parry is 7 and Warrior. An attack has to reach the one that the defender "
            "chooses, the higher if nothing else is said; another trait may serve, also with 7. Somebody who "
            "is ambushed has neither: the challenge is 6. Nobody attacks oneself."
        ),
    },
    {
        "id": "FNP-40",
        "area": "Injury",
        "text": ("Wounds are harm to the body, shocks harm to the mind. They are counted apart, and they add up."),
    },
    {
        "id": "FNP-41",
        "area": "Injury",
        "text": (
            "With ten wounds or more one is incapacitated and may die. With ten shocks or more one is at the "
            "edge of madness and may be lost. The Adversary has the last word on both."
        ),
    },
    {
        "id": "FNP-42",
        "area": "Injury",
        "text": (
            "A hit does as many wounds as its dox, the attacker's Strength and the weapon's value together, "
            "less the target's protection, and at least 1. Protection is Constitution and armour. An attack "
            "on the mind does shocks instead: the dox and the weapon's value, without Strength and "
            "protection, and at least 1. What fortune cancels is taken off afterwards, down to none. A "
            "campaign may count the dox alone, or let the Adversary give the figure of every hit. What was "
            "applied wrongly is adjusted, with a reason."
        ),
    },
    {
        "id": "FNP-43",
        "area": "Injury",
        "text": (
            "Recovery takes weeks: each week of rest heals one wound and one shock, or what the campaign "
            "says. A healer's care is an adjustment with its reason. After a rest a new round begins, with "
            "two actions for everybody and no rapid attack left over."
        ),
    },
    {
        "id": "FNP-44",
        "area": "Injury",
        "text": (
            "Somebody is incapacitated at as many wounds as its wound limit, and at the edge of madness at as "
            "many shocks as its shock limit; both are 10 unless said otherwise. Only the first takes away "
            "actions. Opponents follow the same rules: an opponent is traits and two limits."
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
