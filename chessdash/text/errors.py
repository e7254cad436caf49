"""Sentences: errors."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    # reading and writing of files
    "too_large": "{source}: {size} bytes or more, but a tournament file has at most {limit}; is this the right file?",
    "cannot_open": "{source}: cannot be opened ({reason}); check the path",
    "cannot_write": "{name}: cannot be written ({reason}); check the path",
    "no_players": "{source}: expected player lines that begin with 001, found none; is this a tournament report?",
    "no_columns": "{source}: expected players in the columns of a tournament report (start number 5 to 8, name 15 to 47), but line {line} has "
    "{value!r} there, and no other line is laid out so",
    "too_many_lines": "{source}: expected at most {limit} lines in a tournament report, found {n}; is this the right file?",
    "too_many_players": "{source}: expected at most {limit} players in a tournament report, found {n}; is this the right file?",
    "too_many_rounds": "{source}, line {line}: expected at most {limit} rounds, found room for {n}; is this the right file?",
    "too_many_cells": "{source}, line {line}: expected at most {limit} results of all players, but here {players} players have room for {n} "
    "rounds each; is this the right file?",
    "unnamed": "The file",
    "unknown_encoding": "{encoding!r} is no known encoding; try utf-8, cp1252 or latin-1, or leave it out to have it detected",
    "not_in_encoding": "byte {position} of the file does not belong to {encoding}; leave the encoding out to have it detected",
    "unknown_format": "{format!r} is no known format; expected one of {known}",
    "unknown_ending": "cannot tell the format from the name {name!r}; give one of {known}",
    "trf_numbers": "TRF has start numbers from 1 to {limit}, but this event has {no}; number the players anew or write another format",
    "trf_rounds": "TRF has at most {limit} rounds, but this event has {n}; write another format",
    "trf_points": "TRF has four columns for points in record {record}, too few for {points}; write another format",
    "trf_teams": "TRF has team numbers from 1 to 999, but this event has {no}; number the teams anew or write another format",
    # tables: CSV, XLSX
    "csv_lines": "{source}: expected at most {limit} lines in a table, found more; is this the right file?",
    "csv_broken": "{source}: expected comma separated values, but {reason}; save the table as CSV or XLSX again",
    "table_none": "{source}: expected a row of heads with Name and a column for each round (1, 2, ...), or Round, White, Black and "
    "Result; found none; is this a tournament?",
    "table_empty": "{source}, line {line}: expected players below the heads, found none",
    "no_pair": "expected one source, or two (players and games), found {n}",
    "table_no_pair": "{source}: expected a table of players (with a column Name) and one of games (Round, White, Black, Result)",
    "table_too_wide": "{source}, line {line}: expected at most {limit} columns, found {n}; is this the right file?",
    "table_too_much": "{source}: expected at most {limit} cells in a table, found more; is this the right file?",
    "table_too_many_players": "{source}: expected at most {limit} players, found {n}; is this the right file?",
    "table_no_name": (
        "{source}, line {line}: expected a name in the column Name, found none; fill it in or delete the row",
        "{source}: {n} rows have no name, the first in line {line}; fill them in or delete the rows",
    ),
    "table_number": (
        "{source}, line {line}: expected a start number from 1 to 9999, found {text!r}",
        "{source}: {n} rows have no start number from 1 to 9999, the first in line {line} has {text!r}",
    ),
    "table_cell": "line {line}, column {column} ({head}): {text!r}",
    "table_cells_more": ("; and one more", "; and {n} more"),
    "table_cells": (
        "{source}: one cell cannot be read: {places}; expected cells such as 12w1, 12b½, 12w (no result yet), -½, bye, 0 or, in a list of "
        "games, 1-0",
        "{source}: {n} cells cannot be read: {places}; expected cells such as 12w1, 12b½, 12w (no result yet), -½, bye, 0 or, in a list "
        "of games, 1-0",
    ),
    "table_dates": (
        "{source}: one cell cannot be read: {places}; a spreadsheet made a date of a result: format the column as text, enter the result "
        "again (1-0, ½-½) and save",
        "{source}: {n} cells cannot be read: {places}; a spreadsheet made dates of results: format the columns as text, enter the results "
        "again (1-0, ½-½) and save",
    ),
    "table_scoring": "{source}: the results have the values {values}; expected those of one scoring: 1 ½ 0, or 2 1 0, or 3 1 0",
    "layout_head": "{source}, line {line}: expected the heads No and Name of a table that chessdash wrote",
    "layout_line": "{source}, line {line}: expected a line as chessdash writes it, found {text!r}; correct or delete it",
    "layout_numbers": "{source}: expected start numbers from 1, each once; {no} is not, or stands twice",
    "games_none": "{source}, line {line}: expected games below the heads, found none",
    "games_many_rounds": "{source}: expected at most {limit} rounds, found games on {n} days; is this one tournament?",
    "games_no_rounds": "{source}, line {line}: {name} plays here and in line {first}, and the list has no column Round; add one",
    "games_same_day": "{source}, line {line}: {name} plays here and in line {first} on the same day, and the list has no column Round; "
    "add one if this is one tournament",
    "games_twice": "{source}, line {line}: {name} plays already in round {round}, in line {first}; give a second game a round of its own "
    "or delete the row",
    "games_unknown_player": "{source}, line {line}: {name} is not among the {n} players; correct the name or add the player",
    "games_two_players": "{source}, line {line}: {name} stands twice among the players; name players by start number",
    "xlsx_no_zip": "{source}: expected an Excel workbook (.xlsx), found something else; save the table as XLSX or CSV again",
    "xlsx_broken": "{source}: the workbook cannot be read ({reason}); open it in a spreadsheet and save it again",
    "xlsx_bomb": "{source}: {packed} bytes that unpack to {unpacked} are no tournament; expected at most 50 MB and 100 times its size",
    "xlsx_too_much": "{source}: expected at most {limit} bytes of cells, found {size}; save the sheet with the table alone, or as CSV",
    "xlsx_texts": "{source}: expected at most {limit} characters in all cells, found more; is this the right file?",
    "xlsx_archive": "{source}: expected one CSV file, or two (players and games), in the archive, found {n}",
    "parquet_broken": "{source}: the Parquet file cannot be read ({reason}); write it again",
    "parquet_shape": "{source}: expected a Parquet file as chessdash writes it, but {where} is not so; write it again",
    "parquet_too_much": "{source}: {rows} rows and {columns} columns are more than a tournament has; is this the right file?",
    "parquet_codec": "{source}: expected no compression or snappy, found {codec}; write the file with compression='snappy'",
    "parquet_folder_taken": "{folder}: expected a new or empty folder for the tournaments; it has something in it already",
    "parquet_no_folder": "{folder}: expected files such as {pattern}, found none; is this the folder of a dataset?",
    "json_broken": "{source}, line {line}, column {column}: expected JSON, but: {reason}",
    "json_deep": "{source}: lists or objects are nested too deep for a tournament; is this the right file?",
    "json_value": "{source}: {value} is no value that JSON has; write null where a number is not known",
    "json_twice": "{source}: the name {name!r} stands twice in one object; expected it once",
    "json_text": "{source}: expected JSON in UTF-8; save it in that encoding",
    "json_foreign": '{source}: expected an object with "chessdash": {version}, as chessdash writes it; is this the right file?',
    "json_shape": "{source}: expected JSON as chessdash writes it, but {where} is not so",
    # choices
    "unknown_choice": "{given!r} is no {what}; choose one of {known}.",
    "order_too_long": "The order is longer than {limit} characters; leave out the codes that decide nothing.",
    "unrated_out_of_range": "The unrated cannot count as {given!r}; give a rating from 0 to {highest}.",
    "no_such_player": "There is no player with start number {no}; the numbers are {first} to {last}.",
    "stranger": "The results name player {no}, who is not among the {n} players; add the player or correct the number.",
    "frame_refused": ("The frame of {frame} has {n} fault: {first}.", "The frame of {frame} has {n} faults: {first}."),
}
