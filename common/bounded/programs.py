"""Runs a separate program on one input; the program limits itself."""

import subprocess
import sys
from pathlib import Path

from common.bounded.limits import OverLimits, process_slot


def run_program(program: Path, data: bytes, seconds: float, wait: float | None = None) -> bytes:
    """The output of a Python program, run without an environment.

    Raises `OverLimits` if it is stopped, and `NoProcessFree` if no slot becomes free within `wait` seconds."""
    with process_slot(wait):
        try:
            done = subprocess.run(  # noqa: S603 (our own program; what is sent is its input, never a word of the command)
                [sys.executable, "-I", str(program)],
                input=data,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=seconds,
                env={},
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise OverLimits from None
    # A program that its limits stop, or that crashes, writes nothing.
    if done.returncode != 0 or not done.stdout:
        raise OverLimits
    return done.stdout
