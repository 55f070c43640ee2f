"""As today."""

from tests.operations.older_campaigns import real_migration

Migration = real_migration("0033_labels_of_answers_and_imports")
