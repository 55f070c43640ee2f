"""The Fortune System: fortune slots, talents, and chances that are known before a die is spent."""
