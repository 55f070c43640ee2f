"""Faults on purpose, which the crash tests must see."""

from django.db import connection, transaction

from campaigns.encounters.play import storage


def acknowledged_before_commit():
    """A command is tried out and answered; what it wrote is written when the next one comes."""
    whole, waiting = storage.run_in_transaction, []

    def lazily(write):
        while waiting:
            whole(waiting.pop())
        waiting.append(write)
        with transaction.atomic():
            done = write()
            transaction.set_rollback(True)
        return done

    storage.run_in_transaction = lazily


def in_pieces():
    """Command, events and state each in a transaction of their own."""
    connection.features.has_select_for_update = False
    storage.run_in_transaction = lambda write: write()


def keys_forgotten():
    """A repeated request counts again."""
    storage.find_repeated_command = lambda *args: None


def no_sync():
    """The database does not wait for the disk."""
    from django.db.backends.signals import connection_created

    def hurried(connection, **_more):
        if connection.vendor == "sqlite":
            connection.cursor().execute("PRAGMA synchronous=OFF")
        else:
            connection.cursor().execute("SET synchronous_commit TO off")

    connection_created.connect(hurried, weak=False)
