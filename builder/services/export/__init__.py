"""What an army is written as: sheets, text, JSON, files of other programs."""
