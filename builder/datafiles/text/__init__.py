"""YAML as text with places: read, checked, changed, written."""
