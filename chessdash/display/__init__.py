"""What a person sees, as plain data: tables of cells with their marks, for the page's component and the static document alike."""
