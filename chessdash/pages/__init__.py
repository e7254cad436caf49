"""The pages of the dashboard: pick, one cached call, draw. Streamlit runs the files beside this one as scripts."""
