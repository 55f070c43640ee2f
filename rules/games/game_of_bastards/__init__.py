"""A Game of Bastards: hands of five, face-down cards, bets, and four Fates."""
