"""As today."""

from tests.operations.older_campaigns import real_migration

Migration = real_migration("0034_encounters_without_dealer")
