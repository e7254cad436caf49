"""What the wheel carries beside the package: the dashboard, its configuration, fonts and samples, under chessdash/_app."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CARRIED = ("app.py", ".streamlit/config.toml", "static", "data/tournaments", "data/club.json.gz")


class Carry(BuildHookInterface):
    """Adds the files to a real wheel; an editable one finds them in the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Names each file or folder and its place in the wheel; a missing one fails the build."""
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"] |= {str(Path(self.root, name)): f"chessdash/_app/{name}" for name in CARRIED}
