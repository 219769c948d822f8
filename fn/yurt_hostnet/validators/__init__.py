"""The rules: one file each; the docstring is the rule's documentation."""
