"""Sentences: who is certain of a place, and who is out of it."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    "places_out_of_range": "{places!r} is no number of places; give one from 1 to {last}, as many as there are players.",
    "so_many_points": ("{points} point", "{points} points"),
    "points_at_least": "At least {points}",
    "points_at_most": "At most {points}",
    "points_reach": "Can reach {points}",
    "points_just": "Will have {points}",
    "points_between": "From {least} to {most} points are possible",
    "place_final": "The event is over: rank {rank}.",
    "place_alone": "There is nobody else.",
    "place_not_by_points": "The order begins with {code}, and bounds on points prove nothing about it.",
    "place_certain_first": "{own}; nobody else can reach more than {other}.",
    "place_certain": ("{own}; only {n} other can reach that.", "{own}; only {n} others can reach that."),
    "place_certain_meeting": "{own}; {could} others could reach that, but only {n} together, since they still meet each other.",
    "place_out_first": "{own}; {name} is sure of {other}.",
    "place_out": "{own}; {n} others are sure of more.",
    "place_level_at_best_first": "{own}; {name} is sure of as many: first place only by the tie-break.",
    "place_level_at_best": "{own}; {n} others are sure of as many or more: a place only by the tie-break.",
    "place_level_at_worst_first": "{own}; nobody else can reach more, but {name} can draw level: then the tie-break decides.",
    "place_level_at_worst": (
        "{own}; only {n} other can reach more, but others can draw level: then the tie-break decides.",
        "{own}; only {n} others can reach more, but others can draw level: then the tie-break decides.",
    ),
    "place_open": (
        "{own}; {n} other can reach {least}.",
        "{own}; {n} others can reach {least}.",
    ),
    "place_open_one": "{own}; {name} is sure of {needed}.",
    "place_open_many": ("{own}; {n} other is sure of {needed}.", "{own}; {n} others are sure of {needed}."),
}
