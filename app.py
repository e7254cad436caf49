"""The dashboard: a server with its own routes, and the pages' frame. Run with `streamlit run app.py` or `chessdash run`."""

from pathlib import Path

import streamlit as st

from chessdash import pages
from chessdash.pages import _roles
from chessdash.routes import protection, routes
from chessdash.text import say

HERE = Path(__file__).parent
app = st.App(
    __file__,
    routes=routes(st.get_option("server.baseUrlPath") or ""),
    middleware=protection(Path(st.__file__).parent / "static" / "index.html"),
)

if __name__ == "__main__":
    folder = Path(pages.__file__).parent
    st.set_page_config(page_title="chessdash", page_icon=str(HERE / "static" / "mark.svg"), layout="wide")
    st.logo(str(HERE / "static" / "mark.svg"), size="large")
    st.html(folder / "frame.css")
    has = _roles.pages()
    page = st.navigation(
        [
            st.Page(folder / "events.py", title=say("page_events"), url_path="events", default=True),
            st.Page(folder / "standings.py", title=say("page_standings"), url_path="standings"),
            st.Page(folder / "compare.py", title=say("page_compare"), url_path="compare"),
            st.Page(folder / "whatif.py", title=say("page_whatif"), url_path="what-if"),
            st.Page(folder / "ratings.py", title=say("page_ratings"), url_path="ratings"),
            *(
                st.Page(
                    folder / f"{name}.py",
                    title=say(f"page_{name}"),
                    url_path=name,
                    visibility="visible" if name in has else "hidden",
                )
                for name in _roles.ORGANISERS
            ),
        ],
        position="top",
    )
    page.run()
