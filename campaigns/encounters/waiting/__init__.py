"""Running encounters that wait for a person, in all of their campaigns."""
