"""Sentences: other results, and what they change."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    "results_no_mapping": "Expected results by round and start number, such as {{(3, 12): '1'}}, found {given}.",
    "result_key": "{key!r} names no board; give round and start number as whole numbers, such as (3, 12).",
    "result_code": "{code!r} is no result; choose one of {known}.",
    "result_round": "There is no round {round!r}; the event has rounds 1 to {planned}.",
    "result_not_paired": "Round {round} is not paired yet; results can be set in rounds up to {last}.",
    "result_none_paired": "Round {round} is not paired yet, nor is any other; results can be set once a round is.",
    "result_no_board": "Player {no} has no board in round {round}, but a bye, an absence or a cell that contradicts another; choose "
    "another player.",
    "result_twice": "Round {round}, board {white} against {black}: two results are given, {first!r} and {second!r} from White's side; "
    "give one.",
    "pair_of_one": "Expected two different start numbers to compare, found {given}.",
    "board_one_sided": "{name}, whose cell says otherwise",
    "others_more": ("{n} other", "{n} others"),
    "flip_pair": "{above} would be above {below}.",
    "flip_level": "{above} and {below} would share their place.",
    "flip_first": "{first} would be first.",
    "flip_shared_first": "{first} would share first place.",
    "flip_pair_moment": "{above} would be above {below} for the moment, other boards of the round being open.",
    "flip_level_moment": "{above} and {below} would share their place for the moment, other boards of the round being open.",
    "flip_first_moment": "{first} would be first for the moment, other boards of the round being open.",
    "flip_shared_first_moment": "{first} would share first place for the moment, other boards of the round being open.",
    "now_pair": "{above} is above {below}.",
    "now_level": "{above} and {below} share their place.",
    "now_first": "{first} is first.",
    "now_shared_first": "{first} share first place.",
}
