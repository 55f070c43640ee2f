"""Figures and names of Copper Dice."""

from typing import Annotated

from rules.engine.codec import Meta

SLUG = "copper-dice"
GM = "gm"
SIDES = 6
HITS_AT = 8
GRIT = 6
MOST_GRIT = 20
MOST_LEVEL = 5
MOST_PARTICIPANTS = 40
LONGEST = 60
PRESENCE_RULES = ("CPD-08",)

Level = Annotated[int, Meta(ge=0, le=MOST_LEVEL)]
Grit = Annotated[int, Meta(ge=0, le=MOST_GRIT)]
MaxGrit = Annotated[int, Meta(ge=1, le=MOST_GRIT)]
Difficulty = Annotated[int, Meta(ge=2, le=17)]
Rolls = Annotated[list[int], Meta(max_length=2)]
