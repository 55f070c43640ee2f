"""Calling the people for whom running encounters wait: push messages, reminders, mail."""
