"""Games, armies and sheets on phones, tablets and other computers: pages that a small server of our own makes."""
