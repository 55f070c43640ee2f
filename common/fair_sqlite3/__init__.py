"""Django's SQLite backend, in which the threads of a process begin their transactions in turn.

SQLite lets one transaction write at a time. The others ask again and again, with pauses of up to a tenth of a second
and in no order, so that a command of a busy site may wait for seconds. docs/decisions/durable-sqlite.md has figures.
"""
