"""Notices by push message and mail about sessions and offers of characters, and reminders for webhooks."""
