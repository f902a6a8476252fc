"""Files that people write and edit: YAML datasheets and army files, with their schemas."""
