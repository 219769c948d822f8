"""functionConfig: one table, from which come reading, error sentences and JSON Schema."""
