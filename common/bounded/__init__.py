"""Runs work on untrusted input in separate processes, with limits on time, memory and number.

`run` (jobs.py) does one of the tasks in campaigns/modules/bounded_tasks.py. A host process (host.py), started at the
first job, has the project's modules loaded and forks a child for each job; protocol.py says what site and child send
each other. `run_program` (programs.py) runs a separate program, such as the picture decoder. Both raise `OverLimits`
and `NoProcessFree`; limits.py has the limits.
"""
