"""Datasheet files: models, checks, compilation into the catalogue model."""
