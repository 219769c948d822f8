"""Writing: changes spliced into the text of one object and proved; `change.change_text` is the way in."""
