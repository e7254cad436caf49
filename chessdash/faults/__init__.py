"""Every inconsistency of an event as rows of one frame, none raised and none lost; and what counts where cells contradict."""

from chessdash.faults.judging import of
from chessdash.faults.rows import COLUMNS, Fault, fault, folded, frame, message
from chessdash.faults.settling import Settled, settle

__all__ = ["COLUMNS", "Fault", "Settled", "fault", "folded", "frame", "message", "of", "settle"]
