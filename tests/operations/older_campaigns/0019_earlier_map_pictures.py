"""As today."""

from tests.operations.older_campaigns import real_migration

Migration = real_migration("0019_earlier_map_pictures")
