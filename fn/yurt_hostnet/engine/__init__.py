"""The engine: which transformers and rules run on which objects, and what becomes of their edits and findings."""
