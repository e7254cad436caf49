"""How names are written in sentences."""


def spoken(name: str) -> str:
    """A name as sentences use it: "Petrenko, Olha" is "Olha Petrenko"; a name without comma stays."""
    surname, comma, first = name.partition(",")
    return f"{first.strip()} {surname.strip()}" if comma and first.strip() else name.strip()
