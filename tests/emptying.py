"""How tables are emptied after a test that commits."""

from django.db import connection

FILLED_ONCE = {"django_content_type", "auth_permission"}  # by `post_migrate`, when the test database is made


def delete_all_rows(style, tables, *, reset_sequences=False, allow_cascade=False):
    """Statements that empty the tables; PostgreSQL would need seconds to truncate them."""
    assert not reset_sequences, "sequences go on where they were"
    return [f"DELETE FROM {connection.ops.quote_name(table)};" for table in tables if table not in FILLED_ONCE]
