"""Sentences: orders against each other."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    "two_orders": "A comparison needs two different orders at least; add one, such as SB,BH.",
    "no_such_order": "The order {order} to compare with is not among those given: {known}.",
    "no_ties": "No two players are equal on points, so no tie-break can change this table.",
    "few_ties": (
        "Only {n} pair of players is equal on points: too few to say much.",
        "Only {n} pairs of players are equal on points: too few to say much.",
    ),
    "cannot_differ": "{first} and {second} begin alike and leave nothing undecided before they part: here they cannot differ.",
    "same_order": "{first} and {second} use the same codes here: they cannot differ.",
    "order_without": "{order}: {reason}",
    "prize_rule": "rule for shared prizes",
    "prize_unreadable": "'{part}' is no amount; write amounts such as 500, 300, 2x100.",
    "prize_rises": "Prize {place} is {below}, more than the {above} of the place before; write the highest first, without marks in thousands.",
    "job_unfinished": "{done} of {total} parts are finished so far.",
    "job_cancelled": "The computation was stopped before its end.",
    "job_broke": "The computation failed: {kind}: {reason}.",
    "job_died": "A process of this computation ended before it was finished, perhaps for want of memory; try again with less.",
    "jobs_full": "{n} computations run or wait already; try again in a minute.",
    "jobs_closed": "The program is being ended and begins no further computation.",
}
