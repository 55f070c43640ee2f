"""What earlier releases left behind: logs of encounters that today's code must still replay, and shapes of states."""
