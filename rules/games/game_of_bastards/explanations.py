"""What the cards, figures and actions at a table of A Game of Bastards are, each in a few sentences."""

from typing import Final

from rules.engine.explanations import Explanations, explanation

FIGURES: Final[Explanations] = {
    "turn": explanation(
        "Whose turn it is",
        "The lowest initiative card acts first. A turn is a draw and then an action.",
        "GOB-40 GOB-41",
    ),
    "initiative": explanation(
        "Initiative",
        "The card that was chosen at the start. The lowest acts first, and an ace counts 1.",
        "GOB-40 GOB-42",
    ),
    "pool": explanation(
        "A pool",
        "How much a trait can still take, and its maximum. Someone is out when damage strikes an empty pool or "
        "empties a second one.",
        "GOB-11 GOB-46 GOB-49",
    ),
    "pool-bp": explanation(
        "Body points", "Melee attacks and shots reduce these. The maximum is five times Body.", "GOB-11 GOB-46 GOB-49"
    ),
    "pool-sp": explanation(
        "Spirit points",
        "Fear and attacks with words reduce these. The maximum is five times Spirit.",
        "GOB-11 GOB-46 GOB-49",
    ),
    "pool-mp": explanation(
        "Mind points", "Contests of the mind reduce these. The maximum is five times Mind.", "GOB-11 GOB-46 GOB-49"
    ),
    "pool-lp": explanation(
        "Luck points",
        "Attacks by luck reduce these, and some advantages cost them. The maximum is five times Luck.",
        "GOB-11 GOB-46",
    ),
    "pool-power": explanation(
        "Power", "A follower has this one pool for all damage. At 0 the follower is knocked out.", "GOB-95"
    ),
    "members": explanation(
        "A group of extras",
        "A hit costs one member for every 2 points of difference. The rating is how many cards they may play.",
        "GOB-96",
    ),
    "hand": explanation(
        "Cards in hand",
        "How many cards someone holds. They serve for attack, for defence and to bet.",
        "GOB-40 GOB-43 GOB-44",
    ),
    "wildcard": explanation(
        "A wildcard",
        "A drawn joker gives one. Spend it at any time to draw a card, or on an advantage.",
        "GOB-05 GOB-06",
    ),
    "desperate": explanation(
        "Desperate", "A pool is empty. Spirit or Luck is then used instead of every other trait.", "GOB-48"
    ),
    "condition": explanation("Out", "Someone who is out takes no more part in this opposition.", "GOB-49"),
    "effect": explanation("An effect", "An advantage that is active now. Its own text says what it does.", "GOB-16"),
    "player": explanation("Who plays them", "Which player has taken this seat and sees its hand.", "GOB-97"),
    "weapon": explanation("A weapon in hand", "Its bonus is added to the damage, not to the total.", "GOB-46 GOB-99"),
    "stakes": explanation(
        "The play",
        "Each side's cards and what is added to them. The higher total wins, and the difference is the damage; a "
        "physical attack adds Body and weapons to it.",
        "GOB-43 GOB-44 GOB-45 GOB-46",
    ),
    "played": explanation("Cards on the table", "What was played last. Open cards go to the discard pile.", "GOB-43"),
    "draw-pile": explanation(
        "The draw pile", "Everyone draws from it. A drawn joker shuffles the discard pile into it.", "GOB-05 GOB-07"
    ),
    "discard": explanation("The discard pile", "Cards that are used up. They are open to everyone.", "GOB-07"),
    "odds": explanation(
        "The chance",
        "How often this play would succeed, from what you have seen. Hidden cards do not change it.",
        "GOB-45",
    ),
}

CARDS: Final[Explanations] = {
    "card": explanation(
        "A number card", "It counts its number. On equal totals the higher suit wins.", "GOB-02 GOB-03"
    ),
    "card-face": explanation("Jack, queen or king", "A jack counts 11, a queen 12 and a king 13.", "GOB-02 GOB-03"),
    "card-ace": explanation(
        "An ace", "It counts 14. As an initiative card it counts 1 and acts first.", "GOB-02 GOB-40"
    ),
    "card-joker": explanation("A joker", "Someone who draws it gets a wildcard, and the pile is shuffled.", "GOB-05"),
    "card-back": explanation(
        "A face-down card",
        "Attack and defence are laid face down and shown together. Every face-down card has the same explanation.",
        "GOB-43 GOB-45",
    ),
}

ACTIONS: Final[Explanations] = {
    "action-initiative": explanation(
        "Choose initiative", "This card leaves your hand and says when you act. A low card is early.", "GOB-40"
    ),
    "action-draw": explanation("Draw", "Take a card. Then you may discard one and act.", "GOB-41"),
    "action-discard": explanation("Discard", "Give up one card before you act.", "GOB-41"),
    "action-mulligan": explanation(
        "Mulligan",
        "Discard your whole hand and draw a new one, usually five cards. It costs your action.",
        "GOB-30",
    ),
    "action-attack": explanation(
        "Attack",
        "Lay a card face down against someone. They answer with one; then both may bet more cards.",
        "GOB-43 GOB-44 GOB-46",
    ),
    "action-defend": explanation(
        "Answer an attack", "Lay a card face down. On equal totals and suits the defender wins.", "GOB-03 GOB-43"
    ),
    "action-bet": explanation(
        "Bet", "Play further cards face up to raise your total. The others may follow.", "GOB-44"
    ),
    "action-bet-wildcard": explanation(
        "Bet a wildcard", "Draw a card from the pile and play it at once, face up.", "GOB-06 GOB-44"
    ),
    "action-call": explanation("Call", "Play no more. When nobody plays more, the cards are shown.", "GOB-44 GOB-45"),
    "action-use": explanation(
        "Use an advantage", "The button names its price. With that suit's pool at 0 it cannot be used.", "GOB-16"
    ),
    "action-spend-wildcard": explanation("Spend a wildcard", "Draw one card into your hand.", "GOB-06"),
    "action-replace-initiative": explanation(
        "Change initiative",
        "Instead of acting, replace your initiative card. The new one counts from the next round.",
        "GOB-42",
    ),
    "action-redirect": explanation(
        "Mind over matter", "Pay 1 mind point, and the damage strikes your mind instead of your body.", "GOB-70"
    ),
    "action-desperation": explanation(
        "Desperation", "Draw as many cards as your Spirit or your Luck, whichever you choose.", "GOB-48"
    ),
    "action-pick-up": explanation("Pick up", "Take something from the ground. This is your action.", "GOB-52"),
    "action-pass": explanation("Pass", "Give up your action and keep your cards.", "GOB-41"),
    "action-concede": explanation("Give up", "Your character leaves the opposition and survives.", "GOB-49"),
    "action-dramatic": explanation(
        "A dramatic action", "Bring help or change the scene before you act. This does not use your action.", "GOB-98"
    ),
    "action-adjust": explanation(
        "Adjust", "Raises or lowers a pool by hand, with a reason that everyone can read.", "GOB-11 GOB-53"
    ),
    "action-rest": explanation("Rest", "Fills the pools again, wholly or in part.", "GOB-53"),
    "action-assign": explanation("Who plays whom", "Gives a participant's hand to another player.", "GOB-97"),
    "action-join": explanation("Add a participant", "A new participant enters the opposition.", "GOB-40"),
    "action-leave": explanation(
        "Leave", "A participant leaves the opposition and no longer takes part in it.", "GOB-49"
    ),
    "action-reveal": explanation("Reveal", "Shows everyone a participant who was hidden.", "GOB-40"),
    "action-end": explanation("End the opposition", "Says how it ended. All cards are shuffled together.", "GOB-50"),
}

EXPLANATIONS: Final[Explanations] = {**FIGURES, **CARDS, **ACTIONS}
