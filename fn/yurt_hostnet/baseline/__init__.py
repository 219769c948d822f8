"""The state before an edit: its sources, its document, and the comparison."""
