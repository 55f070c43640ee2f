"""What people and scripts sign in and join with: user names, addresses, invitation links, scopes of API tokens."""
