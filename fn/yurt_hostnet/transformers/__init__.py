"""What may be edited; each transformer returns edits and touches no tree."""
