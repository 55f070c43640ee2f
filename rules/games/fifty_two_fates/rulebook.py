"""The rules of 52 Fates for people: every rule by its id, in our own words; data only."""

RULEBOOK: list[dict[str, str]] = [
    {
        "id": "F52-01",
        "area": "Deck and checks",
        "text": (
            "Everyone at the table uses one deck of 52 cards without jokers. The players and the Fate Dealer share "
            "its draw pile and its discard pile."
        ),
    },
    {
        "id": "F52-02",
        "area": "Deck and checks",
        "text": ("When the draw pile is empty, the discard pile is shuffled and becomes the draw pile."),
    },
    {
        "id": "F52-03",
        "area": "Deck and checks",
        "text": (
            "An action skill check has a difficulty of 2 to 10. You can make one outside combat, or as your combat "
            "action. You draw one card from the draw pile; the check succeeds if the card's value is greater than "
            "the difficulty. An equal value fails."
        ),
    },
    {
        "id": "F52-04",
        "area": "Deck and checks",
        "text": (
            "A character has up to three background skills with names of your choice, such as acrobatics, handling "
            "animals, hunting, locksmith, sailor, scholar or stealth. In a check that one of them covers, you draw "
            "two cards and add them up."
        ),
    },
    {
        "id": "F52-05",
        "area": "Deck and checks",
        "text": (
            "A background skill can make a task possible that is impossible without it. The Fate Dealer can say "
            "that a check needs a named background skill; a character without this skill cannot attempt it."
        ),
    },
    {
        "id": "F52-06",
        "area": "Deck and checks",
        "text": (
            "A number card is worth its number, and a face card is worth 15. In a skill check, an ace trumps "
            "everything: if you draw one, the check succeeds automatically."
        ),
    },
    {
        "id": "F52-07",
        "area": "Deck and checks",
        "text": (
            "For every 5 levels, a character may use one more card in every action and skill check: none at levels "
            "1 to 4, one at levels 5 to 9, two at levels 10 to 14, and so on. In a check you draw the extra cards "
            "and add them. You may use fewer."
        ),
    },
    {
        "id": "F52-09",
        "area": "Combat: hands and initiative",
        "text": (
            "All hands together must fit into one deck of 52 cards. In a party of n players of level L, the players "
            "hold n × (L + 2) cards, and the Fate Dealer holds L more. Four players need more than 52 cards from "
            "level 9. When the cards run out, the remaining cards are dealt."
        ),
    },
    {
        "id": "F52-10",
        "area": "Combat: hands and initiative",
        "text": (
            "At the start of combat each player character draws a hand of level + 2 cards, limited by its "
            "current hit points (F52-30)."
        ),
    },
    {
        "id": "F52-11",
        "area": "Combat: hands and initiative",
        "text": (
            "The Fate Dealer draws one hand for all monsters together. Whenever hands are drawn up, it has as many "
            "cards as the highest level among the player characters in the encounter who are not dead. The Fate "
            "Dealer keeps surplus cards. Two campaign options change this number: it can be the highest level + 2 "
            "instead, and 0 to 10 cards can be added. An encounter needs at least one participant on each side."
        ),
    },
    {
        "id": "F52-12",
        "area": "Combat: hands and initiative",
        "text": (
            "A hand is secret from everyone but its holder: the Fate Dealer does not see a player's hand, "
            "and players see neither each other's nor the Fate Dealer's."
        ),
    },
    {
        "id": "F52-13",
        "area": "Combat: hands and initiative",
        "text": (
            "For initiative, each player character draws one card face up; the highest of these cards is the "
            "initiative of the players' group. The Fate Dealer draws one card for each monster group. Groups act "
            "from the highest card to the lowest: ace, king, queen, jack, then 10 down to 2. The cards go to the "
            "discard pile. Initiative is drawn once, when combat starts."
        ),
    },
    {
        "id": "F52-14",
        "area": "Combat: hands and initiative",
        "text": (
            "On equal cards the players' group acts before any monster group. Monster groups with equal "
            "cards act in the order in which the encounter lists them."
        ),
    },
    {
        "id": "F52-15",
        "area": "Combat: hands and initiative",
        "text": (
            "The players choose the order within their group and may change it every round. Any player character of "
            "the group who has not acted yet may act next. Until the players choose, the order is that of the "
            "encounter."
        ),
    },
    {
        "id": "F52-16",
        "area": "Combat: hands and initiative",
        "text": (
            "All members of a group act before the next group. In each round, each participant has one combat "
            "action and one move before or after it. A group's turn lasts until each member who can do something "
            "has done it, in any order. A member who stands acts or passes. A dying member draws to survive. An "
            "unconscious member with hit points draws to wake up, or passes. Members who are dead, defeated, "
            "stabilised or incapacitated are skipped. A member who wakes up acts from the next round. If nobody can "
            "do anything, now or in the next round, play stops until the Fate Dealer changes something or starts "
            "the next round."
        ),
    },
    {
        "id": "F52-17",
        "area": "Combat: hands and initiative",
        "text": (
            "A player character moves 30 feet in a round; each monster has its own speed. There is no map: the Fate "
            "Dealer notes for each two participants whether they are in melee, near (within 60 feet), far, or out "
            "of each other's sight. At the start, all are in melee. Melee attacks, unarmed attacks and maneuvers "
            "reach a target that is near: the move closes in, and the two are then in melee. They do not reach a "
            "target that is far or out of sight. A missile reaches every visible target, and a spell every visible "
            "target that is not far. After a push the two are near."
        ),
    },
    {
        "id": "F52-20",
        "area": "Combat: attacks",
        "text": (
            "The combat actions are an action skill check, a spell (for spellcasters), a combat maneuver (for "
            "warriors and participants with that skill), and a physical attack (melee, missile or unarmed). You may "
            "also pass. An attempt to end a continuous effect takes the action, too."
        ),
    },
    {
        "id": "F52-21",
        "area": "Combat: attacks",
        "text": (
            "An attack of any kind is an opposed play: the attacker plays cards from the hand first, face "
            "up; then the defender plays cards from the hand. A played card cannot be taken back. The target is "
            "another participant with hit points left, on either side; only spells can target their caster. Heal "
            "can be cast on anyone who is not dead."
        ),
    },
    {
        "id": "F52-22",
        "area": "Combat: attacks",
        "text": (
            "The attack succeeds if the attacker's total is higher than the defender's; damage and effects apply "
            "at once. The defender may play no card, for a total of 0. The defender is always asked, even without "
            "cards in hand, unless a rule says that there is no defence. A participant with an empty hand cannot "
            "attack."
        ),
    },
    {
        "id": "F52-23",
        "area": "Combat: attacks",
        "text": (
            "In attack and in defence you may play one card. Warriors may play two in physical combat (melee, "
            "missile, unarmed), but one against a spell. You may play one more card for every 5 levels, one more in "
            "defence against an unarmed attack, and one more in a physical attack on a participant who is partly "
            "incapacitated. A monster has its own number, usually one, for attacks, defence, maneuvers and spells; "
            "of the additions, only the last two apply to it."
        ),
    },
    {
        "id": "F52-24",
        "area": "Combat: attacks",
        "text": (
            "You cannot play an ace together with another card. It trumps everything except another ace: an attack "
            "with an ace succeeds, and a defence with an ace holds."
        ),
    },
    {
        "id": "F52-25",
        "area": "Combat: attacks",
        "text": (
            "If the defender answers an ace with an ace, the attack is not higher. It fails, and there is no fumble."
        ),
    },
    {
        "id": "F52-26",
        "area": "Combat: attacks",
        "text": (
            "Damage is set by the attacker's highest card: number card 1, face card 2, ace: the target "
            "loses half its current hit points, rounded up, but at least 3. Damage beyond zero hit points "
            "is ignored."
        ),
    },
    {
        "id": "F52-27",
        "area": "Combat: attacks",
        "text": (
            "If a defender plays an ace, the attacker fumbles, in a physical attack, a maneuver or a spell. The "
            "attacker draws one card from the draw pile and takes damage by the kind of this card, as in F52-26; an "
            "ace halves the attacker's own hit points. A monster's own attack lines do not apply here."
        ),
    },
    {
        "id": "F52-28",
        "area": "Combat: attacks",
        "text": ("A fall does 1 point of damage for every full 30 feet."),
    },
    {
        "id": "F52-29",
        "area": "Combat: attacks",
        "text": ("An unarmed attack that succeeds always does 1 point. Its target may add one card to its defence."),
    },
    {
        "id": "F52-30",
        "area": "Hit points, death, fatigue",
        "text": (
            "Maximum hit points and maximum hand are both level + 2. Every lost hit point lowers the "
            "maximum hand by one, every regained one raises it again."
        ),
    },
    {
        "id": "F52-31",
        "area": "Hit points, death, fatigue",
        "text": (
            "If a hand has more cards than its maximum, its holder discards the surplus at once and chooses which "
            "cards; play waits for this choice. At zero hit points all cards are discarded without a choice."
        ),
    },
    {
        "id": "F52-32",
        "area": "Hit points, death, fatigue",
        "text": (
            "At zero hit points a player character is dying. From the next round on, it draws one card in its "
            "group's turn and can do nothing else in that round. A number card of hearts stabilises "
            "it: unconscious, no longer dying. A face card of hearts brings it back at once with 1 hit "
            "point and one card in hand. The ace of hearts restores half its maximum hit points, rounded "
            "up; it is conscious, and its hand is drawn up at the end of the round. Falling to zero again "
            "starts a new count."
        ),
    },
    {
        "id": "F52-33",
        "area": "Hit points, death, fatigue",
        "text": ("A character who draws three times without a heart dies."),
    },
    {
        "id": "F52-34",
        "area": "Hit points, death, fatigue",
        "text": (
            "Healing a participant above zero hit points ends dying, and wakes a participant who was at zero. It "
            "does not wake a participant who was knocked unconscious with hit points left. A stabilised character "
            "stays unconscious at zero until healed or until the encounter ends. A defeated monster that is "
            "healed stands again. A participant healed from dying acts in the same round if its group's turn is "
            "not over. Setting hit points above zero counts as healing, too. Nothing brings back the dead."
        ),
    },
    {
        "id": "F52-35",
        "area": "Hit points, death, fatigue",
        "text": (
            "A monster at zero hit points is defeated. It draws for its life only when the Fate Dealer "
            "marks it as one that does."
        ),
    },
    {
        "id": "F52-50",
        "area": "Conditions",
        "text": (
            "A continuous effect, such as poison or fire, has a strength of 2 to 10 and does 1 point of "
            "damage each round. The damage is done at the end of the round, in the order of the encounter; "
            "several effects on one participant follow the order in which they began. Surplus cards are discarded "
            "after all effects. The round in which an effect begins counts as its first: an effect of one round "
            "does 1 point at the end of that round and then ends."
        ),
    },
    {
        "id": "F52-51",
        "area": "Conditions",
        "text": (
            "If an effect ends by itself, the Fate Dealer draws its duration: one round for a number card, two "
            "for a face card, four for an ace. Otherwise it lasts until resisted."
        ),
    },
    {
        "id": "F52-52",
        "area": "Conditions",
        "text": (
            "To end an effect, the participant uses its action to play one card from its hand that is higher than "
            "the strength; otherwise the effect continues. An ace always ends it."
        ),
    },
    {
        "id": "F52-53",
        "area": "Conditions",
        "text": (
            "A participant who is partly incapacitated is awake, but cannot move or act. They may still play cards "
            "in defence."
        ),
    },
    {
        "id": "F52-54",
        "area": "Conditions",
        "text": ("Any physical attack on a partly incapacitated participant may use one more card."),
    },
    {
        "id": "F52-55",
        "area": "Conditions",
        "text": (
            "Every attack on a participant who is fully incapacitated succeeds, and they play no defence. In a "
            "physical attack, the attacker plays no card from the hand, but draws one from the draw pile, which "
            "sets the damage. An unarmed attack does 1 point; the attacker still draws. Harm, destruct, disarm, "
            "push and fury strike play their cards as always."
        ),
    },
    {
        "id": "F52-56",
        "area": "Conditions",
        "text": (
            "An unconscious participant counts as fully incapacitated. In each round they may draw one card from "
            "the draw pile. They wake if the card is higher than a number of 2 to 10 that the Fate Dealer sets with "
            "the condition, usually 7. An ace wakes them."
        ),
    },
    {
        "id": "F52-57",
        "area": "Conditions",
        "text": (
            "The table shows who is prone, but this changes no numbers. It ends when the participant next acts or "
            "passes."
        ),
    },
    {
        "id": "F52-60",
        "area": "End of a round",
        "text": (
            "At the end of a round the played cards go to the discard pile; then each participant draws "
            "up to its maximum hand, players in the encounter's order and then the Fate Dealer (F52-11). "
            "Until then played cards are out of the hand: a character that defends often runs out of "
            "cards within the round."
        ),
    },
    {
        "id": "F52-61",
        "area": "End of a round",
        "text": (
            "The end of a round, in this order: continuous effects, durations count down, played cards to "
            "the discard pile, hands drawn up, the next round begins."
        ),
    },
    {
        "id": "F52-62",
        "area": "End of a round",
        "text": (
            "An encounter ends when the Fate Dealer ends it, with one outcome: victory, defeat, escape, "
            "parley or other. Victory is proposed when no monster is standing, and defeat when no player "
            "character is. Standing means having hit points and being conscious."
        ),
    },
    {
        "id": "F52-70",
        "area": "Warriors",
        "text": (
            "The suit of the cards decides the maneuver; all its cards must have this suit. A maneuver counts as a "
            "physical attack for the number of cards (F52-23, F52-54), for the defender too. In a parry a warrior "
            "may play only their own number of cards."
        ),
    },
    {
        "id": "F52-71",
        "area": "Warriors",
        "text": (
            "A maneuver against an opponent is an opposed play (F52-21). The highest card decides the effect. "
            "Disarm and push do no damage."
        ),
    },
    {
        "id": "F52-72",
        "area": "Warriors",
        "text": (
            "You disarm with diamonds. With a number card, the opponent's weapon falls to the floor; with a face "
            "card, it is thrown out of reach; with the ace, it is thrown away and breaks. A participant without a "
            "weapon attacks unarmed and cannot use fury strike, but can still disarm, push and parry. You can only "
            "disarm a participant who holds a weapon. Picking up a weapon from the floor takes the action. The Fate "
            "Dealer can return a weapon that is out of reach; a broken weapon is lost."
        ),
    },
    {
        "id": "F52-73",
        "area": "Warriors",
        "text": (
            "A fury strike is a melee attack with two or more spades, without the ace. Its damage is the sum of the "
            "damage of its cards (F52-26)."
        ),
    },
    {
        "id": "F52-74",
        "area": "Warriors",
        "text": (
            "You parry with hearts. You do not attack in this round; the value of the cards is added to each of "
            "your defences until the round ends, and it also counts if you play no card in a defence. The values of "
            "several hearts add up. With the ace of hearts, every defence in the round holds, and it makes nobody "
            "fumble; an ace that you play from your hand in defence still makes the attacker fumble."
        ),
    },
    {
        "id": "F52-75",
        "area": "Warriors",
        "text": (
            "You push with clubs. A number card pushes the opponent out of melee; a face card also makes them "
            "prone; the ace of clubs makes them prone and unconscious."
        ),
    },
    {
        "id": "F52-80",
        "area": "Wizards",
        "text": (
            "The suit of the cards decides the spell; all its cards must have this suit. A wizard may play one "
            "card, and one more for every 5 levels. The value of a spell is the sum of its cards; the highest card "
            "decides its effect."
        ),
    },
    {
        "id": "F52-81",
        "area": "Wizards",
        "text": (
            "The caster must see the target within 60 feet; a target that is far or out of sight cannot be "
            "chosen. Casters may target themselves."
        ),
    },
    {
        "id": "F52-82",
        "area": "Wizards",
        "text": (
            "Harm and destruct against an unwilling target are opposed plays. Heal and protect always take effect, "
            "and so does any spell on a willing target. Only participants on the caster's side can be willing; "
            "casters are always willing to be their own target."
        ),
    },
    {
        "id": "F52-83",
        "area": "Wizards",
        "text": (
            "You cast destruct with clubs. Its value is added to the next attack by anyone against the target; the "
            "attacker's own highest card still decides the damage. Destruct is then used up, whether or not the "
            "attack succeeds."
        ),
    },
    {
        "id": "F52-84",
        "area": "Wizards",
        "text": (
            "After destruct with the ace of clubs, every attack on the target does its damage automatically for one "
            "full round. The attacker still plays at least one card for the damage. The target is not asked for a "
            "defence, so no card is spent, and nobody fumbles. One full round lasts until the caster's group begins "
            "its turn in the next round, whatever happens to the caster."
        ),
    },
    {
        "id": "F52-85",
        "area": "Wizards",
        "text": (
            "You cast harm with spades. A number card does 1 point and a face card 2; the ace of spades brings the "
            "target to zero hit points at once."
        ),
    },
    {
        "id": "F52-86",
        "area": "Wizards",
        "text": (
            "You cast heal with hearts. A number card heals 1 point and a face card 2; the ace of hearts heals "
            "everything. Hit points never rise above the maximum."
        ),
    },
    {
        "id": "F52-87",
        "area": "Wizards",
        "text": (
            "You cast protect with diamonds. Its value is added to the target's defence against the next attack and "
            "is then used up."
        ),
    },
    {
        "id": "F52-88",
        "area": "Wizards",
        "text": (
            "After protect with the ace of diamonds, the target takes no damage for one full round (as in F52-84) "
            "from attacks, harm (including its ace), fumbles, falls and continuous effects. Conditions, disarm and "
            "push still happen, and the Fate Dealer can still set hit points."
        ),
    },
    {
        "id": "F52-89",
        "area": "Wizards",
        "text": (
            "Protect and destruct are opposites. If a target has an active protect, destruct is compared with it "
            "at once, without a defence. If its value is equal or higher, it cancels the protect and is used up; "
            "if it is lower, it is used up without effect. The same applies in the other direction. An ace "
            "cancels any value; only an ace cancels an ace. A second spell of the same kind on the "
            "same target replaces the first when it is higher. Both count in the next physical attack, "
            "fury strike, disarm, push or harm spell against the target, and are used up by it, even when "
            "an ace decides it."
        ),
    },
    {
        "id": "F52-90",
        "area": "Levels",
        "text": (
            "A character gains a level for every 5 encounters that they took part in and survived. An encounter "
            "need not be a fight, and need not be won; the Fate Dealer decides whether it counts. The experience "
            "ledger keeps the count."
        ),
    },
    {
        "id": "F52-91",
        "area": "Levels",
        "text": (
            "Each level brings one more card and one more maximum hit point. Every 5th level brings one "
            "more card for actions and skill checks (F52-07)."
        ),
    },
    {
        "id": "F52-92",
        "area": "Levels",
        "text": (
            "There are two classes, warrior and wizard; a character may also have none. Characters are human; "
            "another species does not change any figures."
        ),
    },
    {
        "id": "F52-95",
        "area": "Monsters",
        "text": (
            "A monster has hit points (compared with those of player characters), a speed of 30 feet unless "
            "stated otherwise, and three attack lines: for a number card, usually 1 point or a mild "
            "effect; for a face card, usually 2 points or a worse effect; for an ace, half the hit points "
            "or its own ultimate strike. A line has damage, conditions with their figures, or both, and a text "
            "that is shown when it is used."
        ),
    },
    {
        "id": "F52-96",
        "area": "Monsters",
        "text": (
            "Monsters are in groups. A group has one initiative; each member has its own hit points and "
            "action. A monster may be marked as warrior-like (maneuvers) or wizard-like (spells), and be "
            "given a number of cards (F52-23). Monsters have no class."
        ),
    },
]

# Rules that this project decided, in whole or in part, because the source leaves them open.
RULINGS: frozenset[str] = frozenset(
    {
        "F52-06",
        "F52-09",
        "F52-11",
        "F52-13",
        "F52-14",
        "F52-15",
        "F52-17",
        "F52-20",
        "F52-22",
        "F52-23",
        "F52-25",
        "F52-31",
        "F52-32",
        "F52-34",
        "F52-35",
        "F52-50",
        "F52-52",
        "F52-53",
        "F52-55",
        "F52-56",
        "F52-57",
        "F52-60",
        "F52-61",
        "F52-62",
        "F52-71",
        "F52-72",
        "F52-74",
        "F52-80",
        "F52-81",
        "F52-82",
        "F52-84",
        "F52-89",
        "F52-95",
        "F52-96",
    }
)
