"""The rows of a study as a Parquet file, with what it was computed from in the metadata of the schema."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chessdash.errors import FormatError
from chessdash.text import say

if TYPE_CHECKING:
    import pandas as pd

KEY = b"chessdash_study"


def write_rows(frame: "pd.DataFrame", path: Path, settings: dict[str, Any]) -> None:
    """Writes rows and settings to a file that is whole at every moment: the old one, then the new one."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    bare = frame.copy(deep=False)
    bare.attrs = {}
    table = pa.Table.from_pandas(bare, preserve_index=False)
    table = table.replace_schema_metadata({**(table.schema.metadata or {}), KEY: json.dumps(settings).encode()})
    begun = path.with_name(f".{path.name}.{os.getpid()}.begun")
    try:
        pq.write_table(table, begun, compression="snappy")
        os.replace(begun, path)
    except OSError as error:
        raise FormatError(say("cannot_write", name=path, reason=error.strerror or error)) from error
    finally:
        begun.unlink(missing_ok=True)


def read_rows(path: Path) -> "tuple[pd.DataFrame, dict[str, Any]]":
    """The rows and the settings of a file that ``write_rows`` wrote; FormatError where it is none."""
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path)
        settings = json.loads(table.schema.metadata[KEY])
        frame: pd.DataFrame = table.to_pandas()
    except Exception as error:  # whatever a broken or foreign file makes pyarrow raise
        raise FormatError(say("study_foreign", file=path)) from error
    return frame, settings
