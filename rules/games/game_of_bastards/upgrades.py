"""The upgrades of stored states of A Game of Bastards; `rules.engine.upgrades` says when to add one."""

from rules.engine.upgrades import Upgrade, chain

UPGRADES = chain(
    # Version 2 knows in which version an encounter began. The first code of version 1 did not record who has left.
    Upgrade(version=1, unrecorded=("gone",)),
    # Version 3 keeps the figures that come with a participant for that participant, and wildcards that last for a
    # scene are gone also for those who left; a desperate character meditates on Spirit or Luck; a rest fills the
    # pools of hidden participants too; Florentine does not help a defence with the skill of the other weapon; a hand
    # takes one weapon of several opponents. An encounter that began before applies such figures to everyone, leaves
    # those wildcards, adds Mind, lets hidden participants keep their pools, lets Florentine help with both weapons,
    # and takes the weapons of all opponents (`began_before`).
    Upgrade(version=2),
)
