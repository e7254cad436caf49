"""How fast an event is played, by what its file says."""

import re
from collections.abc import Mapping
from typing import Any


def pace(info: Mapping[str, Any]) -> str:
    """Standard, rapid or blitz, by the time for 60 moves (FIDE Laws A.1, B.1), else by the words of the file, else ""."""
    seconds = _coded(str(info.get("time_control_code") or "")) or _worded(str(info.get("time_control") or ""))
    if seconds:
        return "standard" if seconds >= 3600 else "rapid" if seconds > 600 else "blitz"
    words = " ".join(str(info.get(key) or "") for key in ("type", "type_code", "time_control", "name")).casefold()
    return next((word for word in ("blitz", "rapid") if word in words), "")


def _coded(code: str) -> int:
    """Seconds for 60 moves of a coded time control such as 40/5400+30:1800+30 (record 222), 0 where it is none."""
    periods = [re.fullmatch(r"(?:\d+/)?(\d+)(?:[+d](\d+))?", part.strip()) for part in code.split(":")]
    found = [match for match in periods if match]
    if not found or len(found) < len(periods):
        return 0
    return sum(int(match[1]) for match in found) + 60 * int(found[0][2] or 0)


def _worded(text: str) -> int:
    """Seconds for 60 moves of a time control in words that names minutes, 0 where it names none."""
    minutes = [int(number) for number in re.findall(r"(\d{1,3})\s*(?:minutes|min\b|')", text)]
    added = re.search(r"(\d{1,3})\s*(?:seconds|sec\b|s\b|\")", text)
    return 60 * sum(minutes) + 60 * int(added[1] if added else 0) if minutes else 0
