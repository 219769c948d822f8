"""YAML as text with spans: split, parse, splice, prove. It knows nothing of Kubernetes."""
