"""Pages: layout arithmetic over blocks; knows no PDF."""
