"""Hit points, saves and casualties, one by one."""

from __future__ import annotations

from dataclasses import replace

from builder.systems.diceless.calculations.parts import (
    ATTACK,
    COVER,
    DAMAGE,
    FEEL_NO_PAIN,
    NULL_ZONE,
    PROTECTION,
    SAVE_REROLLS,
    STRENGTH,
    Values,
    answer,
    attack,
    protection,
    written,
)
from builder.systems.diceless.casualties import Pool, casualties, kills_at_once, unit_casualties
from builder.systems.diceless.hp import hp_of
from builder.systems.diceless.protection import Protection, artillery, feel_no_pain, protected
from builder.systems.diceless.questions import group, toughness
from builder.systems.diceless.rending import moonfang_kills, rending
from builder.systems.diceless.worked import Worked
from builder.systems.figures import optional, positive, whole
from builder.systems.protocol import Answer, Calculation
from builder.systems.questions import Parameter


def _hp(given: Values) -> Answer:
    """D-02 and D-03."""
    worked = hp_of(given["wounds"], given["toughness"])
    return answer({"hp": worked.value}, worked)


def _save(given: Values) -> Answer:
    """D-05, D-23, D-24, D-33, D-37 and D-101."""
    worked = protected(given["damage"], protection(given), attack(given))
    return answer({"hp_lost": worked.value.hp_lost, "save": written(worked.value.save)}, worked)


def _rending(given: Values) -> Answer:
    """D-29, D-44 and D-107."""
    worked = rending(given["damage"], protection(given), attack(given))
    rent = worked.value
    result: dict[str, object] = {
        "pierced": rent.pierced,
        "saved": rent.saved,
        "pierced_hp_lost": rent.pierced_lost,
        "saved_hp_lost": rent.saved_lost,
        "hp_lost": rent.hp_lost,
    }
    if not given["moonfang"]:
        return answer(result, worked)
    removed = moonfang_kills(rent)
    words = f"Moonfang: {rent.pierced_lost} HP of AP2 damage, the model is {'removed' if removed else 'not removed'}"
    return answer({**result, "removed": removed}, Worked(rent, (*worked.steps, words)))


def _feel_no_pain(given: Values) -> Answer:
    """D-33."""
    worked = feel_no_pain(given["lost"])
    return answer({"hp_lost": worked.value}, worked)


def _artillery(given: Values) -> Answer:
    """D-34."""
    worked = artillery(given["damage"], given["strength"])
    return answer({"crew": worked.value.crew, "guns": worked.value.guns}, worked)


def _casualties(given: Values) -> Answer:
    """D-25, D-26 and D-36."""
    if given["noted"] >= given["hp"]:
        raise ValueError(f"--noted is less than the HP of a model, {given['hp']}")
    sudden = False
    if given["strength"] is not None:
        if given["toughness"] is None:
            raise ValueError("say the T of the models too: --toughness 4")
        sudden = kills_at_once(given["strength"], given["toughness"].first)
    worked = casualties(Pool(given["models"], given["hp"], given["noted"]), given["lost"], sudden)
    after = worked.value
    return answer(
        {
            "models_left": after.pool.models,
            "removed": after.removed,
            "noted": after.pool.noted,
            "hp_left": after.pool.hp_left,
            "surplus": after.surplus,
        },
        worked,
    )


def _mixed_unit(given: Values) -> Answer:
    """D-25, D-26 and D-36."""
    names = [each.name for each in given["group"]]
    if not names:
        raise ValueError("say who is hit: --group 'sergeant, 1, 40, 3+' --group 'bolters, 2, 40, 3+'")
    if unknown := [name for name in given["first"] if name not in names]:
        raise ValueError(f"--first '{unknown[0]}' is none of: {', '.join(names)}")
    without = next((each.name for each in given["group"] if each.toughness is None), None)
    if given["strength"] is not None and without is not None:
        raise ValueError(
            f"say the T of {without} too, for instant death, behind HP noted: '{without}, 2, 40, 3+, 0, 4'"
        )
    common = protection(given)
    worked = unit_casualties(
        given["damage"],
        [replace(each, protection=_both(each.protection, common)) for each in given["group"]],
        attack(given),
        given["strength"],
        [names.index(name) for name in given["first"]],
    )
    groups = [
        {
            "name": each.name,
            "damage": each.share,
            "hp_lost": each.hp_lost,
            "models_left": each.losses.pool.models,
            "removed": each.losses.removed,
            "noted": each.losses.pool.noted,
            "hp_left": each.losses.pool.hp_left,
            "surplus": each.losses.surplus,
        }
        for each in worked.value
    ]
    return answer({"groups": groups}, worked)


def _both(own: Protection, common: Protection) -> Protection:
    """The saves of a group, and what protects the whole unit."""
    return replace(common, armour=own.armour, invulnerable=own.invulnerable)


_OPTIONAL_STRENGTH = Parameter(
    name="strength", text="S of the attack, where it may bring instant death", read=optional(positive), default=""
)

CALCULATIONS = (
    Calculation(
        name="hp",
        text="The hit points of a model.",
        rule="D-02",
        parameters=(
            Parameter(name="toughness", text="its T, such as 4 or 4(5)", read=toughness),
            Parameter(name="wounds", text="its W", read=positive, default="1"),
        ),
        answer=_hp,
    ),
    Calculation(
        name="save",
        text="The HP lost to DMG after the best save.",
        rule="D-23",
        parameters=(DAMAGE, *PROTECTION, *ATTACK),
        answer=_save,
    ),
    Calculation(
        name="rending",
        text="Rending DMG in its two parts, and the HP lost.",
        rule="D-29",
        parameters=(DAMAGE, *PROTECTION, *ATTACK, Parameter(name="moonfang", text="the sword is Moonfang")),
        answer=_rending,
    ),
    Calculation(
        name="feel-no-pain",
        text="The HP lost after Feel No Pain.",
        rule="D-33",
        parameters=(Parameter(name="lost", text="HP lost after saves", read=whole),),
        answer=_feel_no_pain,
    ),
    Calculation(
        name="artillery",
        text="DMG on the crew and on the guns of artillery.",
        rule="D-34",
        parameters=(DAMAGE, STRENGTH),
        answer=_artillery,
    ),
    Calculation(
        name="casualties",
        text="The models of a group that lost HP remove.",
        rule="D-25",
        parameters=(
            Parameter(name="lost", text="HP lost after saves", read=whole),
            Parameter(name="models", text="models in the group", read=positive),
            Parameter(name="hp", text="HP of each", read=positive),
            Parameter(name="noted", text="HP that the model which is hurt has lost before", read=whole, default="0"),
            _OPTIONAL_STRENGTH,
            Parameter(name="toughness", text="T of the models", read=optional(toughness), default=""),
        ),
        answer=_casualties,
    ),
    Calculation(
        name="mixed-unit",
        text="DMG of one type of weapon on a unit of several groups.",
        rule="D-25",
        parameters=(
            DAMAGE,
            Parameter(
                name="group",
                text="name, models, HP of each, saves, and if need be HP noted and T: 'bolters, 2, 40, 3+/5++'",
                read=group,
                many=True,
            ),
            Parameter(
                name="first", text="a group that takes points left over before the others", read=str.strip, many=True
            ),
            _OPTIONAL_STRENGTH,
            COVER,
            *SAVE_REROLLS,
            FEEL_NO_PAIN,
            NULL_ZONE,
            *ATTACK,
        ),
        answer=_mixed_unit,
    ),
)
