"""Runs work on untrusted input in separate processes, with limits on time, memory and number.

`run` (jobs.py) does one of the tasks in tasks.py: a host process (host.py), started at the first job, has the
project's modules loaded and forks a child for each job. `run_program` (programs.py) runs a separate program, such as
the picture decoder. Both raise `OverLimits` and `NoProcessFree`; limits.py has the limits.
"""
