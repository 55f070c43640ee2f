"""Members who play the hero of an absent player in one session."""
