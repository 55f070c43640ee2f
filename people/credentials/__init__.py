"""What people and their scripts sign in with: addresses of accounts, and scopes of API tokens."""
