"""What the records and results of an event alone show, all of it."""

from itertools import chain

from chessdash.faults.cells import Judged, of_cells
from chessdash.faults.records import of_records
from chessdash.faults.rows import Fault, folded
from chessdash.faults.settling import Settled, claims
from chessdash.sheet import Sheet


def of(sheet: Sheet, settled: Settled) -> list[Fault]:
    """Everything that records and results alone show; what was seen in reading stands in ``sheet.notes`` and is not repeated."""
    judged = Judged(sheet, claims(sheet), settled)
    return folded(chain(of_cells(judged), of_records(judged)))
