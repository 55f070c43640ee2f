"""What people and their scripts sign in with: addresses of accounts, scopes of API tokens, and `changepassword`."""
