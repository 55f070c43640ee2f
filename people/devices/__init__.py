"""How a person is called when a table waits for them: devices with push messages, mail, quiet hours."""
