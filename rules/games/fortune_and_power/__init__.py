"""Fortune and Power: traits and two dice against a challenge level, wounds and shocks, fortune."""
