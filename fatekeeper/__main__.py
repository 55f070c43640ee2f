"""`python -m fatekeeper`: the same as the command `fatekeeper`."""

from fatekeeper.command_line import main

if __name__ == "__main__":
    main()
