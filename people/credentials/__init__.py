"""What people and their scripts sign in with: user names in stored sentences, addresses, scopes of API tokens."""
