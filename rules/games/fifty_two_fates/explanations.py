"""What the cards, figures and actions at a table of 52 Fates are, each in a few sentences."""

from typing import Final

from rules.engine.explanations import Explanations, explanation

FIGURES: Final[Explanations] = {
    "turn": explanation(
        "Whose turn it is",
        "Groups act from the highest initiative card to the lowest. Each member of a group acts once a round.",
        "F52-13 F52-16",
    ),
    "initiative": explanation(
        "Initiative",
        "The card that was drawn for this group at the start. The group with the highest card acts first.",
        "F52-13 F52-14",
    ),
    "hit-points": explanation(
        "Hit points",
        "How much damage someone can still take, and their maximum. Each lost point also makes the hand one card "
        "smaller. At 0 a player character is dying and a monster is defeated.",
        "F52-30 F52-32 F52-35",
    ),
    "hand": explanation(
        "Cards in hand",
        "How many cards someone holds. You attack and defend with the same cards until the round ends.",
        "F52-12 F52-30 F52-60",
    ),
    "class": explanation(
        "Class",
        "A warrior may play two cards in a physical attack or defence and knows maneuvers. A wizard casts spells.",
        "F52-23 F52-70 F52-80",
    ),
    "level": explanation(
        "Level",
        "Hit points and hand size are the level plus 2. Every fifth level lets one more card be played at once.",
        "F52-07 F52-30",
    ),
    "condition": explanation(
        "A condition",
        "What limits or threatens someone now. Helpless participants cannot defend; dying ones draw to stay alive.",
        "F52-32 F52-53 F52-55 F52-57",
    ),
    "effect": explanation(
        "An effect",
        "A spell, a parry or something like poison that lasts for some time. Its number is its value or strength.",
        "F52-50 F52-74 F52-83 F52-87",
    ),
    "weapon": explanation(
        "A lost weapon",
        "Someone without a weapon fights unarmed. A weapon on the floor can be picked up as an action.",
        "F52-72",
    ),
    "range": explanation(
        "Distance",
        "How far this participant is from you. Melee attacks reach participants who are near; spells need "
        "sight within 60 feet.",
        "F52-17 F52-81",
    ),
    "played": explanation(
        "Cards on the table",
        "What was played this round. These cards go to the discard pile when the round ends.",
        "F52-21 F52-60",
    ),
    "draw-pile": explanation(
        "The draw pile",
        "Everyone draws from this pile. When it is empty, the discard pile is shuffled and takes its place.",
        "F52-01 F52-02",
    ),
    "discard": explanation("The discard pile", "Cards that are used up. They are open to everyone.", "F52-02 F52-60"),
    "fate-dealer": explanation(
        "The Fate Dealer's hand",
        "How many cards the Fate Dealer holds. All monsters attack and defend with this one hand.",
        "F52-11 F52-12",
    ),
    "odds": explanation(
        "The chance",
        "How often this play would succeed, counted from the cards that you have seen. Hidden cards do not change it.",
        "F52-22",
    ),
}

CARDS: Final[Explanations] = {
    "card": explanation(
        "A number card",
        "It counts its number. As the highest card of a hit it does 1 damage.",
        "F52-06 F52-26",
    ),
    "card-face": explanation(
        "Jack, queen or king",
        "A face card counts 15. As the highest card of a hit it does 2 damage.",
        "F52-06 F52-26",
    ),
    "card-ace": explanation(
        "An ace",
        "An ace beats everything but another ace, and is played alone. A hit with it takes half the target's "
        "hit points, at least 3. An ace in defence makes the attacker fumble.",
        "F52-24 F52-26 F52-27",
    ),
    "card-back": explanation(
        "A face-down card",
        "Hands and the draw pile are secret. Every face-down card has the same explanation.",
        "F52-12",
    ),
}

ACTIONS: Final[Explanations] = {
    "action-attack": explanation(
        "Attack",
        "Play a card against someone. You hit when it is higher than their defence.",
        "F52-21 F52-22 F52-26",
    ),
    "action-attack-unarmed": explanation(
        "Fight unarmed",
        "Like an attack, but a hit always does 1 damage, and the target may defend with one more card.",
        "F52-29",
    ),
    "action-maneuver": explanation(
        "A maneuver", "All cards that you play for it have one suit, and the suit says what it does.", "F52-70 F52-71"
    ),
    "action-maneuver-disarm": explanation(
        "Disarm", "Diamonds take the opponent's weapon away. It does no damage.", "F52-72"
    ),
    "action-maneuver-fury-strike": explanation(
        "Fury strike", "Two or more spades in one blow. The damage of the cards is added up.", "F52-73"
    ),
    "action-maneuver-parry": explanation(
        "Parry", "Instead of attacking: the hearts are added to all your defences until the round ends.", "F52-74"
    ),
    "action-maneuver-push": explanation(
        "Push", "Clubs push the opponent away, with a face card to the ground. It does no damage.", "F52-75"
    ),
    "action-cast": explanation(
        "A spell",
        "The suit sets the spell: spades harm, hearts heal, diamonds protect, clubs make the next attack stronger.",
        "F52-80 F52-82 F52-85 F52-86",
    ),
    "action-defend": explanation(
        "Defend",
        "Answer with a card that equals or beats the attack, or play none and take the hit.",
        "F52-22 F52-23 F52-24",
    ),
    "action-discard": explanation(
        "Discard", "You hold more cards than your hit points allow and choose which to give up.", "F52-31"
    ),
    "action-skill-check": explanation(
        "Skill check",
        "Draw a card against a difficulty; it must be higher. A background skill that fits lets you draw two.",
        "F52-03 F52-04 F52-06",
    ),
    "action-resist": explanation(
        "End an effect", "Use your action and play one card that is higher than the effect's strength.", "F52-52"
    ),
    "action-death-draw": explanation(
        "Draw for your life", "A heart saves you. After three draws without a heart you are dead.", "F52-32 F52-33"
    ),
    "action-wake-draw": explanation(
        "Draw to wake up", "You wake when the drawn card is higher than the number that the Fate Dealer set.", "F52-56"
    ),
    "action-pick-up": explanation("Pick up", "Take your weapon from the floor. This is your action.", "F52-72"),
    "action-pass": explanation("Pass", "Do nothing in this round. You keep your cards for defence.", "F52-20"),
    "action-afflict": explanation(
        "A continuous effect", "Poison, fire and the like: 1 damage at the end of each round.", "F52-50 F52-51"
    ),
    "action-incapacitate": explanation(
        "Incapacitate",
        "A participant cannot act. If they are fully incapacitated, they cannot defend either.",
        "F52-53 F52-55 F52-56",
    ),
    "action-release": explanation("Release", "Ends a condition or an effect.", "F52-53 F52-55"),
    "action-fall": explanation("A fall", "1 damage for every full 30 feet.", "F52-28"),
    "action-set-range": explanation("Set a distance", "Notes how far two participants are apart.", "F52-17"),
    "action-arm": explanation(
        "Weapon",
        "Puts a weapon in someone's hand: one that lies out of reach, or another one instead of a broken weapon.",
        "F52-72",
    ),
    "action-adjust": explanation("Adjust", "Sets hit points by hand, with a reason that everyone can read.", "F52-30"),
    "action-join": explanation("Add a participant", "A new participant enters the encounter.", "F52-13 F52-96"),
    "action-leave": explanation(
        "Leave", "A participant leaves the encounter and no longer takes part in it.", "F52-62"
    ),
    "action-reveal": explanation("Reveal", "Shows everyone a participant who was hidden.", "F52-13"),
    "action-next-round": explanation(
        "Next round", "Effects do their damage, played cards are discarded, and everyone draws up.", "F52-60 F52-61"
    ),
    "action-end": explanation(
        "End the encounter", "Says how it ended. Then the characters' sheets are updated.", "F52-62"
    ),
}

EXPLANATIONS: Final[Explanations] = {**FIGURES, **CARDS, **ACTIONS}
