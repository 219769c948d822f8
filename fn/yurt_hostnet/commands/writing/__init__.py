"""Writing files: whole or not at all, never over what is read, and not through a planted link."""
