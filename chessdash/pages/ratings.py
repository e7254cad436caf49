"""Ratings: the club's list per time control, histories side by side, members' pages, tables of rating changes."""

from pathlib import Path

import streamlit as st

from chessdash.errors import AccessError, StoreError
from chessdash.pages import _club, _links, _ratings, _ratings_parts, _ratings_view
from chessdash.text import say

st.html(Path(__file__).parent / "compare.css")
st.html(Path(__file__).parent / "ratings.css")
asked = _ratings_view.of(_links.read(), st.query_params.get_all("member"))
try:
    view = _ratings.shown(_club.the_store(), asked)
except (AccessError, StoreError) as error:
    st.title(say("page_ratings"), anchor=False)
    _club.refused(error)
    st.stop()
_ratings_view.remember(view.asked)
_ratings_parts.PARTS[view.asked.part](view)
