"""Characters that a GM offers to another campaign of the shared world; a GM of that campaign accepts or declines."""
