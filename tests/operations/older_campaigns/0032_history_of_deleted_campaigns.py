"""As today."""

from tests.operations.older_campaigns import real_migration

Migration = real_migration("0032_history_of_deleted_campaigns")
