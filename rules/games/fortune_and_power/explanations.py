"""What the figures and actions at a table of Fortune and Power are, each in a few sentences."""

from typing import Final

from rules.engine.explanations import Explanations, explanation

FIGURES: Final[Explanations] = {
    "turn": explanation(
        "Whose turn it is",
        "The first participant in the order who still has actions acts. A new round begins when nobody has any left.",
        "FNP-31 FNP-32",
    ),
    "order": explanation(
        "Order and actions",
        "The number is the place in the order. Each full circle is an action left in this round, out of two.",
        "FNP-32",
    ),
    "wounds": explanation(
        "Wounds",
        "Harm to the body, and how much of it someone can take. At the limit they are incapacitated and may die.",
        "FNP-40 FNP-41 FNP-44",
    ),
    "shocks": explanation(
        "Shocks",
        "Harm to the mind, counted apart from wounds. At the limit they are at the edge of madness but can still act.",
        "FNP-40 FNP-41 FNP-44",
    ),
    "fortune": explanation(
        "Fortune",
        "Points that are spent permanently: on a check, on a move, on more attacks, or to cancel wounds and shocks.",
        "FNP-06",
    ),
    "attacks": explanation(
        "Attacks left",
        "Fortune turned an action into several attacks. These are still to come, each on its own target.",
        "FNP-06",
    ),
    "condition": explanation(
        "A condition",
        "Incapacitated participants cannot act. Those at the edge of madness may be lost; the Adversary decides.",
        "FNP-41 FNP-44",
    ),
    "trait": explanation(
        "A trait", "A quality or skill with its level. A check adds the level to two dice.", "FNP-01 FNP-07 FNP-10"
    ),
    "blow": explanation(
        "A hit",
        "The wounds or shocks of an attack that hit. Fortune can cancel some before they are taken.",
        "FNP-06 FNP-42",
    ),
    "marginal": explanation(
        "A marginal result",
        "It met the challenge exactly. It counts as a success until the Adversary rules otherwise.",
        "FNP-15 FNP-16",
    ),
    "dice": explanation(
        "The last roll",
        "Two dice and a trait. Two ones fail and two sixes succeed, whatever the total.",
        "FNP-10 FNP-12",
    ),
    "odds": explanation(
        "The chance", "How often this succeeds, from the two dice and what you chose.", "FNP-10 FNP-12"
    ),
}

ACTIONS: Final[Explanations] = {
    "action-attack": explanation(
        "Attack",
        "Two dice and a trait against the higher of dodge (7 plus Athlete) and parry (7 plus Warrior). A hit does "
        "more the further the total is above that.",
        "FNP-13 FNP-34 FNP-42",
    ),
    "action-rapid": explanation(
        "Rapid attack",
        "Spend fortune to make two attacks with one action, or four with both actions. Each has its own target.",
        "FNP-06",
    ),
    "action-check": explanation(
        "Check a trait",
        "Two dice and the trait's level must reach the challenge. A trait that you do not have counts 0.",
        "FNP-10 FNP-11 FNP-13 FNP-20",
    ),
    "action-contest": explanation(
        "Split the difference", "Both roll one die and add a trait; the highest total wins.", "FNP-14"
    ),
    "action-heal": explanation(
        "Heal", "Empathy heals a wound or a shock of someone. It needs both of your actions.", "FNP-08"
    ),
    "action-move": explanation("Move", "Notes how many spaces you go. A space is two metres across.", "FNP-31 FNP-33"),
    "action-pass": explanation("Pass", "Give up the actions that you have left in this round.", "FNP-32"),
    "action-absorb": explanation(
        "Spend fortune on a hit",
        "Each point of fortune cancels one wound or shock. If you spend 0, you take all of them.",
        "FNP-06",
    ),
    "action-confirm": explanation(
        "Confirm the damage", "The Adversary says how many wounds or shocks this hit causes.", "FNP-42"
    ),
    "action-rule": explanation(
        "Rule on a result",
        "Says what a result is that met the challenge exactly. This is only recorded; adjust its consequences by hand.",
        "FNP-16",
    ),
    "action-set-order": explanation("Set the order", "Says in which order everyone acts.", "FNP-32"),
    "action-roll-order": explanation("Roll for the order", "Everyone rolls two dice and adds a trait.", "FNP-32"),
    "action-adjust": explanation(
        "Adjust", "Changes wounds, shocks or fortune by hand, with a reason that everyone can read.", "FNP-42 FNP-43"
    ),
    "action-rest": explanation(
        "Rest",
        "Each week of rest heals wounds and shocks, one of each unless the campaign says otherwise. A new round "
        "begins.",
        "FNP-43",
    ),
    "action-join": explanation("Add a participant", "A new participant enters the encounter.", "FNP-32"),
    "action-leave": explanation(
        "Leave", "A participant leaves the encounter and no longer takes part in it.", "FNP-32"
    ),
    "action-reveal": explanation("Reveal", "Shows everyone a participant who was hidden.", "FNP-32"),
    "action-end": explanation("End the encounter", "The Adversary says in a sentence how it ended.", "FNP-30"),
}

EXPLANATIONS: Final[Explanations] = {**FIGURES, **ACTIONS}
