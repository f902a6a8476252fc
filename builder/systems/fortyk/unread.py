"""What of a profile by itself cannot be read, as the check of a data set asks for it."""

from __future__ import annotations

from builder.errors import Finding
from builder.roster.view import ProfileView
from builder.systems.fortyk.columns import Kind, kind_of
from builder.systems.fortyk.log import Log
from builder.systems.fortyk.statlines import read_model, read_vehicle
from builder.systems.fortyk.weapons import read_profile_type


def unread(profile: ProfileView) -> tuple[Finding, ...] | None:
    """What cannot be read of a stat line or a weapon; None for a profile that is neither."""
    log = Log()
    kind = kind_of(profile)
    if kind is Kind.MODEL:
        read_model(profile, log)
    elif kind is Kind.VEHICLE:
        read_vehicle(profile, None, log)
    elif kind is Kind.WEAPON:
        read_profile_type(profile, log)
    else:
        return None
    return log.findings
