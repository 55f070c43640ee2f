"""Maps that campaigns of a world share: as copies, without the party's path and without what areas hide."""
