"""The upgrades of stored states of 52 Fates; `rules.engine.upgrades` says when to add one."""

from rules.engine.upgrades import Upgrade, chain

UPGRADES = chain(
    # Version 2 knows in which version an encounter began. The first code of version 1 did not record who has left.
    Upgrade(version=1, unrecorded=("gone",)),
    # Version 3 may leave out questions that cannot matter; an encounter that began before asks all of them.
    Upgrade(version=2),
)
