"""Sentences: FIDE rating lists."""

SENTENCES: dict[str, str | tuple[str, str]] = {
    # reading
    "list_not_fide": "{source}: expected a FIDE rating list, whose first line names its columns (ID Number, Name, Fed and a rating such as SRtng "
    "or OCT26), or its XML; found {text!r}; download a list as TXT or XML from ratings.fide.com",
    "list_empty": "{source}: expected a FIDE rating list, found an empty file; download it again",
    "list_too_large": "{source}: expected a rating list of at most {limit} bytes, found {size}; is this the right file?",
    "list_line_long": "{source}, line {line}: expected lines of at most {limit} characters, found a longer one; is this a rating list?",
    "list_zip_broken": "{source}: the file or archive cannot be read ({reason}); download it again",
    "list_zip_files": "{source}: expected one rating list (.txt or .xml) in the archive, found {n}; give the list itself",
    "list_bomb": "{source}: {packed} bytes would unpack to {unpacked}, too much for a rating list; is this the right file?",
    "list_xml_broken": "{source}, line {line}: the XML cannot be read ({reason}); download it again",
    "list_xml_doctype": "{source}, line {line}: expected plain XML of players, found a document type or entities, which no FIDE list has",
    "list_xml_deep": "{source}, line {line}: expected players with their fields, found more nested or longer ones; is this a FIDE list?",
    "list_hardly": "{source}: {n} of the first {lines} lines cannot be read, the first of them line {line}: {text!r}; is this a FIDE list?",
    "list_unread": (
        "{source}: one line could not be read and was left out: line {lines}.",
        "{source}: {n} lines could not be read and were left out: lines {lines}.",
    ),
    "list_unread_more": "{lines} and {n} more",
    "list_date": "Expected the month of a list as 2026-10 or as a date, found {given!r}.",
    "list_control": "Expected the time control standard, rapid or blitz, found {given!r}.",
    # the folder of lists
    "list_month": "{source}: neither the file nor its name says of which month the list is (as in standard_oct26frl.txt); give it as 2026-10",
    "list_nobody": "{source}: expected players below the header, found none; download the list again",
    "list_folder": "{folder}: lists cannot be kept there ({reason}); check the folder, or name another in CHESSDASH_LISTS",
    "list_busy": "{folder}: another list is being loaded into it; try again when that is done",
    "list_store_broken": "{file}: expected a file of rating lists as chessdash writes it ({reason}); delete it and load its lists again",
    "list_newer": "{file}: was written by a newer version of chessdash; update chessdash",
    "list_id": "Expected FIDE ids from 1 to 999999999, found {given!r}.",
    "list_day": "Expected a date such as 2026-10-18, found {given!r}.",
    "list_standard": "Standard",
    "list_rapid": "Rapid",
    "list_blitz": "Blitz",
    # what ratings at a date are taken from
    "list_none_before": "No list with {control} ratings of {date} or earlier is loaded; load one with chessdash fide-list load FILE.",
    "list_taken": "{control} ratings are those of FIDE's list of {month}.",
    "list_missing": ("One of the ids is not in that list.", "{n} of the ids are not in that list."),
    "list_standard_used": (
        "One player without a {control} rating has the standard rating of the list of {month} instead (B.02, rapid and blitz 7.2.1).",
        "{n} players without a {control} rating have the standard rating of the list of {month} instead (B.02, rapid and blitz 7.2.1).",
    ),
}
