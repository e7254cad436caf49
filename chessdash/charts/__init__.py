"""Charts of Compare, What if and Ratings: a frame goes in, a plotly figure comes out, every colour set for light or dark paper.

Colour is never the only sign: what matters is heavy and filled, what is simulated with blind ratings hollow, what is shared
hatched, and each mark has its number or its name beside it.
"""

from chessdash.charts.places import bump as bump
from chessdash.charts.places import decided_by as decided_by
from chessdash.charts.places import repeats as repeats
from chessdash.charts.ratings import histories as histories
from chessdash.charts.rounds import by_round as by_round
from chessdash.charts.rounds import closeness as closeness
from chessdash.charts.study import luck as luck
from chessdash.charts.study import whiskers as whiskers
from chessdash.charts.whatif import bands as bands
from chessdash.charts.whatif import reliability as reliability
from chessdash.charts.whatif import still_can as still_can
