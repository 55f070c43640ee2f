"""The queries of people and play, one file a subject."""
