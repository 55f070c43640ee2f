"""What the slots, figures and actions at a table of the Fortune System are, each in a few sentences."""

from typing import Final

from rules.engine.explanations import Explanations, explanation

FIGURES: Final[Explanations] = {
    "turn": explanation(
        "Who may act",
        "Nobody has to wait for a turn: everyone named in an open check may try it once.",
        "FOS-28",
    ),
    "slot": explanation(
        "A fortune slot",
        "A die that was rolled already. Use it for a check: it passes when its number is lower than the chance. "
        "Afterwards the slot is rerolled.",
        "FOS-01 FOS-03",
    ),
    "slot-damaged": explanation(
        "A damaged slot",
        "It can be used, but its next number is the worse of two dice. Damaged again, it is blown.",
        "FOS-04 FOS-05 FOS-08",
    ),
    "slot-blown": explanation(
        "A blown slot",
        "It has no number and cannot be used until it recovers: by a real rest, a defeat, or Smooth.",
        "FOS-04 FOS-06 FOS-08 FOS-36",
    ),
    "slot-lucky": explanation(
        "A Lucky slot", "An extra slot that only serves checks of the group of skills that is named on it.", "FOS-39"
    ),
    "level": explanation("Level", "Levels bring talents: one at every fifth level.", "FOS-20 FOS-23"),
    "talent": explanation(
        "A talent",
        "What a character does better, in a skill or a group of skills. Ranks make it stronger.",
        "FOS-20 FOS-21",
    ),
    "free": explanation(
        "The free slot",
        "One more talent, for which the character is prepared now. You may change it at a rest.",
        "FOS-22",
    ),
    "task": explanation(
        "An open check", "What has to be done, and with which skill. Each participant named may try once.", "FOS-28"
    ),
    "chance-of-success": explanation(
        "The chance of success",
        "A slot passes when its number is lower than this. 70 is normal, 50 tough, 30 risky.",
        "FOS-03 FOS-26",
    ),
    "result": explanation(
        "A result",
        "The result of a participant in this check, with the number that counted after all reductions.",
        "FOS-03 FOS-12",
    ),
    "dice": explanation(
        "The last roll", "A new number for a slot, from 1 to 100. Low numbers are good.", "FOS-01 FOS-03"
    ),
}

ACTIONS: Final[Explanations] = {
    "action-attempt": explanation(
        "Try the check",
        "Choose a slot. The button says whether it passes before you press it; the slot is rerolled afterwards.",
        "FOS-03 FOS-07 FOS-43",
    ),
    "action-choose": explanation(
        "Choose",
        "A rule or a talent asks you something. The others wait for your answer.",
        "FOS-09 FOS-37 FOS-38 FOS-40",
    ),
    "action-couldnt-sleep": explanation(
        "Couldn't Sleep", "Reroll any slots that are not blown, then choose one of them to be damaged.", "FOS-42"
    ),
    "action-mulligan": explanation(
        "The fixed numbers",
        "Once, before the first check, you may set your ordinary slots that are not blown to 60, 80, 40, 90 and so on.",
        "FOS-02",
    ),
    "action-set-free": explanation("Change the free slot", "Say what the character is prepared for now.", "FOS-22"),
    "action-call-check": explanation(
        "Call a check", "Names the task, the skill, the chance of success and who may try.", "FOS-26 FOS-28"
    ),
    "action-hardship": explanation(
        "A hardship",
        "One slot of a participant is damaged or blown. The player chooses it, or it is the lowest one.",
        "FOS-09",
    ),
    "action-rest": explanation(
        "Rest",
        "Every rest closes open checks and lets free slots change; a real rest also recovers all slots. When the "
        "encounter ends, hit and magic points are full.",
        "FOS-08 FOS-22 FOS-24 FOS-28",
    ),
    "action-defeat": explanation("Defeat", "The party was beaten in battle: its slots recover.", "FOS-08"),
    "action-close-task": explanation("Close a check", "Nobody may try this check any more.", "FOS-28"),
    "action-join": explanation("Add a participant", "A new participant enters the encounter.", "FOS-28"),
    "action-leave": explanation("Leave", "A participant leaves the encounter and its open checks.", "FOS-28"),
    "action-reveal": explanation("Reveal", "Shows everyone a participant who was hidden.", "FOS-28"),
    "action-end": explanation(
        "End the encounter", "Says how it ended. Then the characters' sheets are updated.", "FOS-28"
    ),
}

EXPLANATIONS: Final[Explanations] = {**FIGURES, **ACTIONS}
