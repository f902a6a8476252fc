"""What several calculations ask for, in words."""

MARKERS = "blast markers of the formation"
DIE = "what was rolled, to see what it leads to"
MODIFIER = "what is added to a roll to hit, such as -1"
