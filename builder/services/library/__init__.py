"""The folder of armies: listed, searched, begun, copied, brought in."""
