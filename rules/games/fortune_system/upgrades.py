"""The upgrades of stored states of the Fortune System; `rules.engine.upgrades` says when to add one."""

from rules.engine.upgrades import Upgrade, chain

UPGRADES = chain(
    # Version 2 knows in which version an encounter began.
    Upgrade(version=1),
    # Version 3 notes who rested; a slot of Lucky for a skill, and Steady and Wingman for nothing, work; a slot of Lucky
    # for a group is not for a skill of the same name; a call ends the sleepless nights of hidden participants too;
    # a plain d100 says whether an equal value passes.
    Upgrade(version=2),
)
