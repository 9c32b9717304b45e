"""`python -m sleuth`."""

from sleuth.adapters.cli import main

if __name__ == "__main__":
    main()
