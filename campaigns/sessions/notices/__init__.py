"""What members are told about sessions by push message and mail, and reminders for webhooks."""
