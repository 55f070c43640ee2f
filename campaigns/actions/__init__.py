"""The actions of people and play, one file a subject."""
