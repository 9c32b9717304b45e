"""`python -m sleuth`."""

if __name__ == "__main__":  # processes that a server begins import this file, and need nothing of it
    from sleuth.adapters.cli import main

    main()
