"""Django's SQLite backend, in which the threads of a process begin their transactions in turn.

SQLite lets one transaction write at a time. The others try again after pauses of up to a tenth of a second, in no
order, so a command of a busy site may wait for seconds. docs/decisions/durable-sqlite.md has figures.
"""
