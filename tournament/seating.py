"""`python -m tournament.seating`: the draw's command under the name it had before rooms; it is `python -m tournament.draw`."""

if __name__ == "__main__":
    from tournament.draw import __main__  # noqa: F401  (it runs by being imported)
