"""The table of the ambush: Mara and Oskar act before the bandits."""

from tests.campaigns.encounters.play.conftest import fight, mara, membership, oskar, prepared

__all__ = ["fight", "mara", "membership", "oskar", "prepared"]
