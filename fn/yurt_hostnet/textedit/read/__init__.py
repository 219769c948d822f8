"""Reading: the text of one object into plain data, or into a tree whose nodes know their place in the text."""
