"""The commands of What if: an early end, other results, the rest of the event simulated, and the next round paired."""

from chessdash.cli_whatif.ending import early_end as early_end
from chessdash.cli_whatif.pairs import pair as pair
from chessdash.cli_whatif.rest import simulate as simulate
from chessdash.cli_whatif.results import what_if as what_if
