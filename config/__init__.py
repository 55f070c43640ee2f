"""The settings, the URLs and the servers of the site."""

from common.newest_sqlite import use_newest_sqlite

# Before anything imports `sqlite3`: every process of the site imports this package first, for its settings.
use_newest_sqlite()
