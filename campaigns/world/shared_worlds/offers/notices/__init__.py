"""What GMs are told about offers of characters by push message and mail."""
