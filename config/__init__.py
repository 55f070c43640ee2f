"""The settings, the URLs and the servers of the site."""

import gc

from common.newest_sqlite import use_newest_sqlite

# Loading the site makes some 250,000 objects that stay. With Python's default, a collection after 700 new objects, a
# quarter of the start of each process goes into examining them again and again.
gc.set_threshold(50_000)

# Before anything imports `sqlite3`: every process of the site imports this package first, for its settings.
use_newest_sqlite()
