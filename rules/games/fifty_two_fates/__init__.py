"""52 Fates: one shared deck, secret hands, and the Fate Dealer."""
