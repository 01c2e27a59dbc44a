"""`python -m deploy.command`: the command `augengenau` from the project's folder (deploy/augengenau)."""

from deploy.command.main import main

if __name__ == "__main__":
    main()
