"""Screens own their state and call services."""
