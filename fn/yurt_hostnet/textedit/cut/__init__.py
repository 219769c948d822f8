"""Cutting: the bytes of a stream into documents, and a document that is a list into the texts of its items."""
