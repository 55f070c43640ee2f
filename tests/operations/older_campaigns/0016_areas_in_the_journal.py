"""As today."""

from tests.operations.older_campaigns import real_migration

Migration = real_migration("0016_areas_in_the_journal")
