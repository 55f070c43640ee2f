"""As today."""

from tests.operations.older_campaigns import real_migration

Migration = real_migration("0004_log_sources_and_webhook_shapes")
