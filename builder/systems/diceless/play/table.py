"""All acts of a game of Diceless 40K by their verbs, in the order in which they are listed."""

from __future__ import annotations

from collections.abc import Mapping

from builder.systems.diceless.play.acts import Act
from builder.systems.diceless.play.course import COURSE
from builder.systems.diceless.play.shooting_act import SHOOTING

ACTS: Mapping[str, Act] = {act.verb.name: act for act in (*COURSE, *SHOOTING)}
