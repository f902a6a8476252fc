"""Examples of `muster calc diceless`, and input that it cannot use."""

from __future__ import annotations

DICELESS: dict[str, tuple[list[str], dict[str, object]]] = {
    "hp": (["--toughness", "4(5)", "--wounds", "2"], {"hp": 100}),
    "save": (
        ["--damage", "90", "--save", "3+", "--ap", "3", "--cover", "4+", "--invulnerable", "5+", "--feel-no-pain"],
        {"hp_lost": 23, "save": "4+"},
    ),
    "rending": (
        ["--damage", "90", "--save", "2+", "--invulnerable", "5+", "--close-combat", "--moonfang"],
        {"pierced": 15, "saved": 75, "pierced_hp_lost": 10, "saved_hp_lost": 13, "hp_lost": 23, "removed": True},
    ),
    "feel-no-pain": (["--lost", "21"], {"hp_lost": 11}),
    "artillery": (["--damage", "64", "--strength", "4"], {"crew": 21, "guns": 43}),
    "casualties": (
        ["--lost", "45", "--models", "3", "--hp", "20", "--noted", "10"],
        {"models_left": 1, "removed": 2, "noted": 15, "hp_left": 5, "surplus": 0},
    ),
    "mixed-unit": (
        ["--damage", "103", "--group", "nob, 1, 80, 4+", "--group", "boyz, 4, 40, 6+, 10, 4", "--first", "nob",
         "--strength", "8"],
        {"groups": [
            {"name": "nob", "damage": 21, "hp_lost": 11, "models_left": 1, "removed": 0, "noted": 11, "hp_left": 69,
             "surplus": 0},
            {"name": "boyz", "damage": 82, "hp_lost": 68, "models_left": 2, "removed": 2, "noted": 0, "hp_left": 80,
             "surplus": 0}]},
    ),
    "shooting": (
        ["--bs", "4", "--strength", "4", "--models", "6", "--rapid-fire", "--distance", "12", "--reroll-to-wound"],
        {"damage": 240, "bs": 4, "shots": 2},
    ),
    "template": (["--hits", "3", "--strength", "4", "--vulnerable"], {"damage": 96}),
    "blast": (
        ["--hits", "5", "--strength", "8", "--ap", "3", "--save", "3+", "--cover", "5+"],
        {"damage": 120, "hp_lost": 80, "save": "5+"},
    ),
    "close-combat": (
        ["--ws", "4", "--target-ws", "4", "--strength", "3", "--attacks", "2", "--preferred-enemy", "--lightning-claw",
         "--ignores-armour", "--save", "3+"],
        {"damage": 36, "hp_lost": 36, "save": None},
    ),
    "poison": (
        ["--ws", "4", "--target-ws", "9", "--strength", "3", "--toughness", "1", "--poisoned", "6+"], {"damage": 0}),
    "scatter": (["--tokens", "7", "--bs", "4", "--night"], {"inches": 10}),
    "multiple-barrage": (["--blasts", "3"], {"tokens": 2}),
    "night": (["--distance", "20", "--acute-senses"], {"seen": True}),
    "leadership": (
        ["--op", "100", "--ld", "9", "--leader-op", "50"], {"op": 125, "leader_op": 75, "passed": True}),
    "lost-assault": (
        ["--op", "100", "--ld", "8", "--suffered", "30", "--inflicted", "20", "--extra-wounds", "2", "--toughness",
         "4.25"],
        {"op": 196, "passed": False},
    ),
    "no-retreat": (
        ["--suffered", "60", "--inflicted", "20", "--save", "3+", "--invulnerable", "4+", "--null-zone"],
        {"damage": 40, "hp_lost": 13},
    ),
    "regroup": (["--op", "150", "--lds", "9,3x8"], {"op": 117, "passed": True}),
    "psychic": (["--op", "120", "--ld", "9", "--hood", "--reroll"], {"op": 170, "passed": True}),
    "warp": (["--invulnerable", "3+"], {"tested": True, "hp_lost": 17, "spent": False}),
    "sweep": (["--fleeing", "3x4", "--winners", "5x2"], {"fleeing": 12, "winners": 10, "escapes": True}),
    "vehicle": (
        ["--av", "10", "--strength", "8", "--damage", "28", "--lines", "A=36,B=12"],
        {"line": "E", "glancing": 1, "penetrating": 2, "lines": {"A": 36, "B": 12, "E": 28}, "lost": 0,
         "room": {"A": 0, "B": 24, "C": 36, "D": 36, "E": 8, "F": 36}},
    ),
    "vehicle-shooting": (
        ["--bs", "4", "--models", "4", "--range", "48", "--distance", "10", "--av", "10", "--strength", "8",
         "--tank-hunters", "--cover", "4+"],
        {"bs": 8, "damage": 16, "line": "E", "glancing": 1, "penetrating": 1, "lines": {"E": 16}},
    ),
    "vehicle-assault": (
        ["--ws", "5", "--attacks", "3", "--speed", "immobile", "--witchblade", "--av", "12"],
        {"ws": 7, "damage": 21, "line": "D", "glancing": 1, "penetrating": 1},
    ),
    "grenades": (
        ["--kind", "krak", "--models", "3", "--av", "10"],
        {"damage": 60, "glancing": 2, "penetrating": 3, "lines": {"C": 36, "D": 24}},
    ),
    "ramming": (["--av", "11", "--strength", "7", "--skimmer"], {"damage": 10, "line": "C", "glancing": 0}),
    "vehicle-terrain": (["--rear", "10", "--inches", "1.5"], {"damage": 15, "line": "E", "glancing": 1}),
    "hits": (
        ["--hits", "P,P,P,P,P", "--weapons", "2", "--choice", "weapon", "--machine-curse", "--chronus"],
        {"glancing": ["Crew shaken"], "penetrating": ["Crew shaken", "Crew stunned", "Weapon destroyed", "Immobilised"],
         "weapons_left": 0, "immobilised": True, "destroyed": False, "chronus_hp": 40},
    ),
    "repair": (
        ["--lines", "E=16,A=3", "--line", "E", "--hits", "G,P", "--servo-arms", "1"],
        {"amount": 18, "removed": 16, "lines": {"A": 3}, "glancing_undone": 1, "penetrating_undone": 1, "glancing": []},
    ),
    "explosion": (["--passengers", "10", "--open-topped", "--save", "4+"], {"damage": 90, "hp_lost": 45}),
    "gets-hot": (
        ["--save", "6+", "--bs", "3", "--hp", "30", "--shots", "2"],
        {"damage": 40, "hp_lost": 33, "dies": True, "shots_left": 1},
    ),
    "dangerous-terrain": (["--models", "5", "--skilled-rider", "--invulnerable", "4+"], {"damage": 25, "hp_lost": 13}),
    "cluster-mines": (["--save", "3+"], {"damage": 90, "hp_lost": 30}),
    "gate-of-infinity": ([], {"damage": 10, "hp_lost": 10}),
    "difficult-terrain": (["--before", "1", "--move-through-cover"], {"inside": 5}),
    "fixed-move": (["--kind", "fall back"], {"inches": 7}),
    "tremor": ([], {"inches": 4}),
    "mindlock": (["--turns-alone", "2"], {"works": False}),
    "tokens": (
        ["--blast", "1", "--deep-strikers", "2", "--psykers", "1", "--named", "Gate of Infinity"],
        {"scatter": 4, "scatter_at_start": 8, "gets_hot": 0, "warp": 1},
    ),
    "reserves": (["--units", "9", "--delayed", "2=1,3=1"], {"arrivals": {"2": 3, "3": 3, "4": 2, "5": 1}}),
    "outflank": (["--edge", "left", "--no-room"], {"edge": "left", "arrives": False}),
    "deep-strike": (["--zone", "enemy", "--no-scatter"], {"tokens": 0, "inches": 0, "mishap": "removed"}),
}  # fmt: skip

MISTAKES: tuple[tuple[list[str], str], ...] = tuple(
    (["diceless", *arguments], words)
    for arguments, words in (
        (["rolls"], "No such command 'rolls'"),
        (["save"], "--damage: this is missing"),
        (["save", "--damage", "-3"], "--damage: write a whole number"),
        (["save", "--damage", "9", "--save", "7+"], "--save: write a save from 2+ to 6+, or none"),
        (["save", "--damage", "9", "--reroll-failed", "--reroll-passed"], "leave one of the two switches out"),
        (["save", "--damage", "9", "--ap", "7"], "--ap: write an AP from 1 to 6"),
        (["hp", "--toughness", "four"], "--toughness: write a toughness such as 4 or 4(5)"),
        (["casualties", "--lost", "9", "--models", "0", "--hp", "40"], "--models: write a whole number from 1 to 9999"),
        (["casualties", "--lost", "9", "--models", "1", "--hp", "40", "--noted", "40"], "--noted is less than the HP"),
        (["casualties", "--lost", "9", "--models", "1", "--hp", "40", "--strength", "8"], "say the T of the models"),
        (["mixed-unit", "--damage", "9"], "say who is hit: --group"),
        (["mixed-unit", "--damage", "9", "--group", "boyz, 4"], "write a group as name, models"),
        (["mixed-unit", "--damage", "9", "--group", "boyz, 4, x, 6+"], "'boyz, 4, x, 6+': write a whole number"),
        (["mixed-unit", "--damage", "9", "--group", "boyz, 4, 40, 6+, 40"], "fewer HP are noted than a model has, 40"),
        (["mixed-unit", "--damage", "9", "--group", "boyz, 0, 40, 6+"], "no model is left to take damage"),
        (["mixed-unit", "--damage", "9", "--group", "boyz, 4, 40, 6+", "--first", "nob"], "'nob' is none of: boyz"),
        (["shooting", "--bs", "4"], "say the S of the weapon"),
        (["shooting", "--bs", "4", "--poisoned", "4+"], "go by the target's toughness: --toughness 4"),
        (["shooting", "--bs", "4", "--strength", "9", "--range", "48"], "say how far the target is as well"),
        (["shooting", "--bs", "4", "--strength", "4", "--rapid-fire"], "for rapid fire: --distance 10"),
        (["shooting", "--bs", "4", "--strength", "9", "--range", "48", "--distance", "49"], "target is out of range"),
        (["shooting", "--bs", "4", "--strength", "9", "--distance", "far"], "--distance: write a number such as 6"),
        (["poison", "--ws", "4", "--target-ws", "4", "--strength", "3", "--toughness", "4"], "--poisoned 4+, or --wit"),
        (["close-combat", "--ws", "4", "--target-ws", "4", "--strength", "3", "--poisoned", "4+"], "--toughness 4"),
        (["close-combat", "--ws", "4", "--target-ws", "4", "--strength", "3", "--poisoned", "x"], "how it is poisoned"),
        (["scatter", "--tokens", "7", "--bs", "4"], "one blast takes at most 6 tokens, 7 at night"),
        (["lost-assault", "--op", "9", "--ld", "8", "--suffered", "5", "--inflicted", "5"], "this side has not lost"),
        (["no-retreat", "--suffered", "5", "--inflicted", "1", "--extra-wounds", "1"], "ten times the average T"),
        (["regroup", "--op", "9", "--lds", ""], "say the Ld of every model left"),
        (["sweep", "--fleeing", "4", "--winners", "2xx3"], "--winners: write a whole number"),
        (["sweep", "--fleeing", "", "--winners", "3"], "say the I of all models"),
        (["warp", "--choice", "flees"], "'flees' is none of: cancelled, goes on"),
        (["vehicle", "--av", "0", "--strength", "4", "--damage", "9"], "--av: write an AV from 1 to 20"),
        (["vehicle", "--av", "10", "--strength", "4", "--damage", "9", "--lines", "A"], "such as A=12,E=8"),
        (["vehicle", "--av", "10", "--strength", "4", "--damage", "9", "--lines", "G=1"], "'G' is none of: A, B"),
        (["vehicle", "--av", "10", "--strength", "4", "--damage", "9", "--lines", "A=37"], "a line holds 36 at most"),
        (["vehicle", "--av", "10", "--strength", "4", "--damage", "9", "--lines", "A=1,A=2"], "line A is there twice"),
        (["vehicle", "--av", "10", "--strength", "4", "--damage", "9", "--extra", "D8"], "'D8' is none of: D6, D3"),
        (["vehicle-shooting", "--bs", "4", "--zone", "blue"], "'blue' is none of: red, orange, yellow"),
        (["vehicle-shooting", "--bs", "4", "--av", "10"], "say the S of the attack too"),
        (["vehicle-shooting", "--bs", "4", "--range", "48"], "say how far the target is as well"),
        (["hits", "--hits", "G,X"], "'X' is none of: G, P, G+1, P+1"),
        (["repair", "--lines", "A=12", "--line", "A", "--own"], "say the hits that immobilised it"),
        (["grenades", "--kind", "holy", "--av", "10"], "'holy' is none of: defensive, assault, krak"),
        (["fixed-move", "--kind", "jump"], "'jump' is none of: fall back"),
        (["tokens", "--named", "doom"], "'doom' is none of: gate of infinity"),
        (["reserves", "--units", "4", "--delayed", "2=9"], "in turn 2 only 2 may arrive"),
        (["reserves", "--units", "4", "--delayed", "7=1"], "not in turn 7"),
        (["reserves", "--units", "4", "--delayed", "2"], "such as 2=1,3=2"),
        (["reserves", "--units", "4", "--bonus", "many"], "--bonus: write a whole number"),
    )
)  # fmt: skip
"""Arguments, and words of the one message."""
