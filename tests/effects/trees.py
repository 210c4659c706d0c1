"""Skills for everything that the language must express (issue 3, section 1): the checker, the explainer and the game
are tested with each. Whoever adds an operation, a condition or a window adds a tree.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from companion.model.games.asagiri.skills.record import SkillRecord

CARD = "test:oni"
"""The profile card that trees bring into play."""


class Tree(NamedTuple):
    """A skill, and the item of the issue's list that it stands for."""

    name: str
    item: str
    data: dict[str, Any]

    @property
    def json(self) -> dict[str, Any]:
        """The whole record."""
        return {"id": f"test:{self.name}", "name": {"en": self.name}, **self.data}

    @property
    def skill(self) -> SkillRecord:
        """The tree itself."""
        return msgspec.convert(self.json, SkillRecord)


def who(of: str = "self", **asked: Any) -> dict[str, Any]:
    """A selector."""
    return {"of": of, **asked}


def one(of: str, **asked: Any) -> dict[str, Any]:
    """One of them, chosen."""
    return who(of, **asked, choose=1)


def do(type: str, **fields: Any) -> dict[str, Any]:
    """An effect or a condition."""
    return {"type": type, **fields}


def plus(to: str, amount: Any = 1, **fields: Any) -> dict[str, Any]:
    """A bonus."""
    return do("bonus", to=to, amount=amount, **fields)


def on(when: str | list[str], *effects: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A skill of one window or several."""
    return {"when": [when] if isinstance(when, str) else when, "effects": list(effects), **fields}


ENEMIES_AROUND = who("enemies", controlled=True)
FOE = who("opponent")
FRIEND = who("friends", within=2)
ANY = ["fire", "water", "air", "earth", "tori"]
ACTION: dict[str, Any] = {"action": True}


def _numbers() -> dict[str, dict[str, Any]]:
    return {
        "attack": on("attack", plus("attack", 2)),
        "defense-penalty": on("defense", plus("defense", -1)),
        "movement": on("movement", plus("movement"), element="air"),
        "willpower": on("willpower", plus("willpower", 2), element="water"),
        "die": on(["attack", "defense"], plus("die"), element="tori"),
        "die-of-a-test": on(["willpower", "test"], plus("die")),
        "shot-value": on("shot", plus("shot", 2), element="water"),
        "range": on("shot", plus("range", 2)),
        "range-for-the-activation": on("activation", plus("range", 3, lasts="activation"), element="air"),
        "against-a-trait": on("attack", plus("die", 2), conditions=[do("opponent", trait="oni")]),
        "against-an-alignment": on("attack", plus("attack"), conditions=[do("opponent", alignment="evil_creature")]),
        "against-the-shaken": on("attack", plus("die", 2), conditions=[do("opponent", state="shaken")]),
        "against-all-of-it": on(
            ["attack", "shot"],
            plus("die"),
            conditions=[do("opponent", state="shaken", alignment="demon_hunter", trait="samurai")],
        ),
        "enemy-penalty": on("attack", plus("defense", -2, who=FOE), element="fire"),
        "per-friend": on("attack", plus("attack", do("count", of=FRIEND, most=3))),
        "per-die": on("defense", plus("defense", do("dice", element="earth", where="reserve"))),
        "per-aside": on("attack", plus("attack", do("dice", where="aside"))),
        "per-loss": on("attack", plus("attack", do("losses"))),
        "per-margin": on("won", plus("attack", do("margin"), lasts="turn")),
        "own-defense-added": on("attack", plus("attack", do("stat", stat="defense")), element="earth"),
        "twice-per-enemy": on(
            "defense", plus("die", do("count", of=who("enemies", within=1), times=2, most=4)), element="tori"
        ),
        "poison": on("won", plus("movement", -2, who=FOE, lasts="turn")),
        "curse": on("activation", plus("willpower", -1, who=one("enemies", within=3), lasts="phase"), **ACTION),
    }  # fmt: skip


def _stats_and_dice() -> dict[str, dict[str, Any]]:
    return {
        "friends-attack": on(
            "attack",
            do("set", to="attack", amount=do("stat", stat="attack", of=FRIEND), only="higher"),
        ),
        "opponents-willpower": on("defense", do("set", to="defense", amount=do("stat", stat="willpower", of=FOE))),
        "die-counts-as-six": on("attack", do("set", to="die", amount=6), element="fire"),
        "die-of-a-test-is-one": on("willpower", do("set", to="die", amount=1), element="water"),
        "weakest-friend": on(
            "test",
            do("set", to="movement", only="lower",
               amount=do("stat", stat="movement", of=who("friends"), pick="lowest")),
        ),
        "reroll-second": on("attack_rolled", do("reroll"), optional=True, once="game"),
        "reroll-best": on(["attack_rolled", "defense_rolled"], do("reroll", keep="best"), element="tori"),
        "reroll-enemy": on("defense_rolled", do("reroll", whose="enemy"), element="water"),
        "reroll-enemy-worst": on(
            ["shot_rolled", "shot_at_rolled"],
            do("reroll", whose="enemy", keep="worst"),
            dice=[ANY],
            conditions=[do("rolled", whose="enemy", least=5)],
        ),
        "reroll-test": on("tested", do("reroll", keep="best"), element="water", conditions=[do("by", most=2)]),
        "six-is-one": on("attack_rolled", do("count_die", whose="enemy", least=6, counts_as=1)),
        "steady-hand": on(["shot_rolled", "tested"], do("count_die", most=2, counts_as=3), once="turn"),
        "low-is-six": on("defense_rolled", do("count_die", least=4, counts_as=6), element="tori"),
        "always-four": on("tested", do("count_die", counts_as=4), element="water"),
        "margin-grows": on("winning", do("shift", by=1), element="fire"),
        "margin-shrinks": on("losing", do("shift", by=-2), conditions=[do("role", part="defender", by="combat")]),
        "margin-of-one": on("losing", do("shift", to=1), conditions=[do("by", least=4)]),
        "margin-of-three": on("attack", do("shift", to=3), element="fire"),
        "margin-announced": on("attack", do("shift", by=1), element="fire"),
        "only-retreats": on("losing", do("outcome", counts_as="retreat"), conditions=[do("by", least=3)]),
        "shaken-by-two": on("winning", do("outcome", counts_as="shaken"), element="tori",
                            conditions=[do("by", least=2, most=2)]),
        "draw-wins": on("drawing", do("outcome", counts_as="retreat"), conditions=[do("own", state="vigilant")]),
        "nothing-befalls": on(["losing", "drawing"], do("outcome", counts_as="nothing"), once="game", element="tori"),
        "killing-blow": on("attack", do("outcome", counts_as="disabled"), dice=[["fire"], ["fire"]]),
    }  # fmt: skip


def _places() -> dict[str, dict[str, Any]]:
    return {
        "double-retreat": on("winning", do("retreat", squares=2)),
        "chosen-retreat": on("winning", do("retreat", winner_chooses=True), element="air"),
        "chosen-step-back": on("winning", do("retreat", squares=1, winner_chooses=True), element="water"),
        "no-retreat": on("losing", do("retreat", squares=0)),
        "driven-far": on("winning", do("retreat", squares=3, winner_chooses=True), element="tori"),
        "open-palm": on("activation", do("fall_back", who=one("enemies", controlled=True)), element="water", **ACTION),
        "drive-them": on("won", do("fall_back", squares=2, who=who("enemies", within=1), bearer_chooses=True)),
        "cruel-lesson": on("tested", do("fall_back", who=who()), do("reroll"), optional=True,
                           conditions=[do("of_test", why="vigilant", passed=False)]),
        "push": on("won", do("push", squares=2), conditions=[do("role", by="combat")]),
        "pull": on("activation", do("push", who=one("enemies", within=4, sight=True), squares=3, towards=True),
                   element="air", **ACTION),
        "follow-up": on("won", do("follow"), conditions=[do("role", part="attacker", by="combat")]),
        "swap": on("activation", do("swap", who=who("friends", within=3, choose=1)), element="air"),
        "swap-enemy": on("won", do("swap")),
        "free-turn": on("enemy_phase_start", do("turn")),
        "rattle": on("activation", do("turn", who=one("enemies", within=4), by="quarter", must=True), element="tori"),
        "face-me": on("attack", do("turn", who=FOE, towards=True, must=True)),
        "beckon": on("activation", do("turn", who=one("friends", within=3), towards=True), element="air"),
        "spin": on("defense", do("turn", must=True)),
        "forerunner": on("deployed", do("leap", squares=40, away=4), do("turn")),
        "straw-double": on("disabled", do("prevent", what=["disabled"]), do("leap", squares=2, safe=True, must=True),
                           do("become", state="shaken", who=who()), element="earth"),
        "hurl": on("won", do("leap", squares=3, who=FOE, must=True, away=1), element="tori"),
        "boar-charge": on("activation", plus("movement", 3, lasts="activation"),
                          do("forbid", what=["turns"], lasts="activation"), element="fire"),
        "eel": on("losing", do("retreat", anywhere=True), element="air"),
        "swept-aside": on("winning", do("retreat", anywhere=True, winner_chooses=True), element="air"),
        "turn-an-enemy": on("activation", do("turn", who=who("enemies", within=2, choose=1)), dice=[["air", "water"]]),
        "free-steps": on("drawn", do("go", squares=2), optional=True),
        "lead-an-enemy": on("activation", do("go", squares=2, who=one("enemies", within=3, beyond=0)), element="air"),
        "throw": on("won", do("leap", squares=2, who=FOE), element="tori"),
        "spread": on("won", do("become", state="shaken", who=who("enemies", within=1, beyond=0, centre="opponent"))),
        "all-around": on("activation", do("turn", who=one("all", within=1, beyond=0)), element="water"),
        "friends-go": on("activation", do("go", who=who("friends", within=4, activated=False, choose=2)), **ACTION),
        "trap": on("activation", do("lay", name="trap", within=2, most=2,
                                    entered=[do("become", state="shaken", who=FOE)]), element="earth", **ACTION),
        "caltrops": on("phase_end", do("lay", name="caltrops", within=0, entered=[do("test", failed=[
            do("become", state="shaken")]), do("push", who=FOE)]), optional=True),
        "caltrops-behind": on("activation", do("lay", name="caltrops", where="left", most=2, by="all", stops=True,
                                               stays=True), optional=True, once="game", times=2),
        "tripwire": on("activation", do("lay", name="wire", where="adjacent", most=12, stays=True, entered=[
            do("test", failed=[do("become", state="shaken", who=FOE)])]), element="earth", **ACTION),
        "net": on("activation", do("lay", name="net", stops=True, by="all", uses=2), **ACTION),
        "healing-herbs": on("activation", do("lay", name="herbs", by="friends", uses=0, lasts="own_phase", entered=[
            do("become", state="vigilant", who=FOE)]), element="water"),
        "rats": on("activation", do("lay", name="rat", within=2, most=2, blocks="enemies"), element="air", **ACTION),
        "boulder": on("phase_start", do("lay", name="boulder", blocks="all", line=True, lasts="turn"), optional=True),
        "smoke": on("activation", do("lay", name="smoke", within=0, smoke=1, lasts="next_phase"), optional=True),
        "screen": on("activation", do("lay", name="screen", within=3, smoke=0, line=True), element="air"),
        "shrine": on("activation", do("lay", name="shrine", within=0, holds=[
            plus("willpower", who=who("friends", within=1, centre="token")),
            do("ignore", what=["support"], who=who("all", within=1, centre="token"))]), element="water", **ACTION),
        "kindled-oil": on("activation", do("terrain", to="clear", of=["hindering"], within=3, line=True),
                          element="fire", **ACTION),
        "flood": on("activation", do("terrain", to="aquatic", within=2, around=1), element="water"),
        "briars": on("won", do("terrain", to="hindering", within=0), element="earth"),
        "arrow-ward": on("always", plus("defense", by="shot", alone=True, who=who("friends", within=1))),
        "brawler": on("always", plus("die", by="combat")),
        "leap": on("activation", do("leap", squares=4), element="air"),
        "two-squares": on("always", do("lengthen")),
        "long-reach": on("activation", do("lengthen", squares=3), element="fire"),
        "attack-all": on("activation", do("strike"), element="fire", **ACTION),
        "second-attack": on("won", do("again", what="attack"), element="fire"),
        "riposte": on(["lost", "drawn"], do("strike", who=FOE), element="fire",
                      conditions=[do("role", part="defender", by="combat")]),
        "move-after-acting": on("activation", do("again", what="movement")),
        "act-twice": on("activation", do("again", what="action"), dice=[ANY, ANY], once="turn"),
        "ready-a-friend": on("activation", do("ready", who=who("friends", within=4, activated=True, choose=1)),
                             element="tori", **ACTION),
        "rage-without-end": on("activation_end", do("pay", price=[do("become", state="shaken", who=who())]),
                               do("ready", at_once=True), optional=True, once="phase"),
        "ready-again": on("won", do("ready"), once="game"),
        "challenge": on("always", do("taunt", who=who("enemies", within=3))),
        "wall-of-meat": on("always", do("taunt", who=who("enemies", controlling=True), what=["attack"])),
        "covering-arrows": on("always", do("support", who=who("enemies", within=4, sight=True), part="attacker"),
                              conditions=[do("own", state="vigilant"), do("there", of=who(threatened=False))]),
        "banner-of-two": on("activation", do("support", who=one("enemies", sight=True), lasts="turn"), element="water"),
        "wall-of-shields": on("always", do("support", who=who("enemies", within=2), part="defender")),
        "gourd": on("activated", do("give_die", where="reserve", who=one("friends", within=3, reserve=False)),
                    optional=True),
        "hot-tea": on("activated", plus("willpower", 2, lasts="activation"), optional=True),
        "cutpurse": on("activation", do("take_die", who=one("enemies", controlled=True)),
                       do("either", or_none=True, ways=[[do("give_die", who=who())]]), element="air", action=True),
        "as-you-like": on("won", do("either", or_none=True, ways=[[do("turn")], [do("go")]])),
        "bar-the-door": on("activation", do("door", what="close"), action=True),
        "kick-it-in": on("activation", do("door", what="open"), element="earth"),
        "mask": on("activation", do("borrow", who=one("others", within=1), lasts="activation"), element="tori"),
        "mask-of-fire": on("won", do("borrow", who=who("opponent"), element="fire", lasts="turn")),
        "incense": on("always", do("forbid", what=["dice"], element="tori", who=who("enemies", within=2)),
                      conditions=[do("own", state="vigilant")]),
        "no-dice": on("won", do("forbid", what=["dice", "attack"], who=who("opponent"), lasts="turn")),
        "come-here": on("activation", do("taunt", who=one("enemies", within=4, looking=True), lasts="turn",
                                         what=["attack"], own_phase=True), element="fire"),
        "hold-the-line": on("always", plus("defense", who=who("friends", within=1, facing="same"))),
        "out-of-line": on("attack", plus("attack"), conditions=[do("there", of=who("opponent", facing="other"))]),
        "extra-pay": on(["attack_rolled", "defense_rolled"], do("pay", price=[do("lose_zeni")]), do("reroll"),
                        optional=True),
        "insult": on("activation", do("taunt", who=one("enemies", within=5, sight=True), lasts="turn"), **ACTION),
        "wide-guard": on("activation", do("zone", how="adds", covers=["sides", "far"], lasts="turn"), element="earth"),
        "unseen": on("always", do("zone"), conditions=[do("there", of=who(ground=["hindering"]))]),
        "narrow": on("always", do("zone", how="loses", covers=["diagonals"], who=who("enemies", within=2),
                                  counts_for=["movement", "attacks", "support", "willpower", "retreats"])),
        "one-eyed": on("always", do("zone", covers=["ahead", "back"], alignment="evil_creature")),
        "shot-past": on("always", do("zone", counts_for=["shots"], trait="ninja")),
        "imitate": on("always", do("borrow", who=who("friends", within=1))),
        "learn-fire": on("always", do("borrow", who=who("all", within=2, beyond=0, trait="sorcerer"), element="fire")),
        "heavy-swing": on("attack", plus("attack", 2), element="earth", conditions=[do("own", stepped=False)]),
        "kappas-bath": on("always", do("ignore", what=["retreat_aquatic", "retreat_hindering"])),
        "change-places": on("movement", do("pay", price=[do("lose", what="points")]),
                            do("swap", who=one("friends", within=1)), element="air"),
        "paper-walls": on("movement", do("ignore", what=["bare_walls"], extra=1), element="air"),
        "tire": on("activation", do("lose", what="points", points=2), plus("attack", 1, lasts="activation"),
                   conditions=[do("own", stepped=True)], optional=True),
        "reed-walker": on("always", do("ignore", what=["hindering_cost", "aquatic_cost"])),
        "firm-retreat": on("always", do("ignore", what=["retreat_terrain", "retreat_zones"])),
        "ghost-step": on("movement", do("ignore", what=["bare_walls"]), element="tori"),
        "crane": on("movement", do("ignore", what=["one_figure"]), element="air"),
        "among-friends": on(["movement", "shot"], do("ignore", what=["friends"])),
        "spinning": on("movement", do("ignore", what=["turns"])),
        "slip-between": on("movement", do("ignore", what=["first_zone", "leaving"]), element="air"),
        "long-spear": on("always", do("lengthen", straight=True)),
        "charge": on("activation", do("go", squares=3, straight=True), element="air"),
        "decoy": on("targeted", do("leap", squares=2, safe=True), do("cancel"), once="game", optional=True),
        "vault": on("activation", do("leap", squares=2, over=True), element="air"),
        "into-the-reeds": on("activation", do("leap", squares=4, straight=True, ground=["hindering", "aquatic"]),
                             element="water"),
        "ignore-support": on("defense", do("ignore", what=["support"])),
        "ignore-behind": on("defense", do("ignore", what=["behind", "bonuses"]), element="earth"),
        "fearless": on("attack", do("ignore", what=["fearsome"])),
        "ignore-cover": on("shot", do("ignore", what=["cover"])),
        "ignore-terrain": on("movement", do("ignore", what=["terrain"])),
        "swims": on("always", do("ignore", what=["aquatic"])),
        "woodsman": on("movement", do("ignore", what=["hindering", "corners"])),
        "ignore-zones": on("movement", do("ignore", what=["zones", "facing"]), element="air"),
        "ignore-figures": on("always", do("ignore", what=["figures"])),
        "ghost": on("always", do("ignore", what=["walls", "corners", "figures"])),
        "shoot-in-melee": on("shot", do("ignore", what=["zones"])),
        "calm-in-melee": on("willpower", do("ignore", what=["zones"])),
        "stride": on("activation", do("ignore", what=["terrain", "zones"], lasts="activation"), element="air"),
    }  # fmt: skip


def _shots_and_inspiration() -> dict[str, dict[str, Any]]:
    shot = {"range": 5, "value": 3}
    return {
        "shot": on("shot", do("shot", **shot), element="air"),
        "shot-unmoved": on("shot", do("shot", **shot), conditions=[do("own", moved=False)]),
        "shot-takes-die": on("shot", do("shot", **shot, hit=[do("take_die")]), element="air"),
        "shot-shakes-shooter": on("shot", do("shot", range=8, value=5,
                                             after=[do("become", state="shaken", who=who())])),
        "shot-pushes": on("shot", do("shot", range=3, value=4, hit=[do("push", squares=2)]), plus("shot"),
                          conditions=[do("opponent", alignment="mercenary")]),
        "shot-past-cover": on("shot", do("shot", **shot), do("ignore", what=["cover"]), element="fire"),
        "take-die": on("won", do("take_die"), element="tori"),
        "take-pool": on("defense", do("take_die", where="pool", element="fire"), element="water"),
        "steal-die": on("activation", do("take_die", who=who("enemies", within=3, reserve=True, choose=1), keep=True),
                        dice=[["tori"]]),
        "give-die": on("activation", do("give_die", who=who("friends", within=4, reserve=False, choose=1)), **ACTION),
        "spellbound": on("won", do("prevent", what=["activation"], who=who("opponent"), lasts="turn"), element="tori"),
        "give-reserve": on("defense", do("give_die", who=who("friends", within=3, choose=1), where="reserve"),
                           optional=True),
        "give-fire": on("phase_end", do("give_die", who=who(), element="fire"), optional=True),
        "convert": on("phase_start", do("convert", to="tori"), optional=True),
        "convert-two": on("activation", do("convert", to="fire", of="water", most=2), element="tori"),
        "convert-in-time": on(["attack_rolled", "shot_rolled", "tested", "winning", "losing", "drawing"],
                              do("convert", to="tori"), optional=True),
        "cold-ashes": on(["activation", "attack_rolled"], do("either", ways=[
            [do("convert", to="tori")], [do("convert", to="fire")]]), optional=True),
        "foxfire": on("always", do("stands_for", of="tori", to="air")),
        "furnace-belly": on("always", do("stands_for", of="earth", to="fire", only="stats")),
        "master-of-forms": on("activation", do("stands_for", of="water", to="tori", only="skills", lasts="phase",
                                               who=who("friends", within=2)), **ACTION),
        "roll-again": on("activation", do("roll_again"), optional=True, once="phase"),
        "regain": on("won", do("regain"), conditions=[do("own", state="vigilant")]),
        "two-in-reserve": on("always", do("reserves")),
    }  # fmt: skip


def _tests_and_states() -> dict[str, dict[str, Any]]:
    return {
        "fearsome": on("targeted", do("test", failed=[do("cancel")])),
        "forced-test": on(
            "activation",
            do("test", who=who("enemies", within=3, sight=True, choose=1), failed=[do("become", state="shaken")],
               passed=[do("become", state="shaken", who=who())]),
            **ACTION,
        ),
        "test-of-attack": on("attack", do("test", stat="attack", failed=[plus("die", 2)]), element="fire"),
        "recover": on("activation", do("become", state="vigilant", who=who()), element="water",
                      conditions=[do("own", state="shaken")]),
        "old-campaigner": on("activation", do("test", who=who(), to_recover=True), optional=True),
        "wake-up": on("activation", do("test", who=who("friends", within=2), to_recover=True), **ACTION),
        "rally": on("activation", do("become", state="vigilant", who=who("friends", within=2, state="shaken")),
                    **ACTION),
        "never-shaken": on("always", do("prevent", what=["shaken"])),
        "unshaken-once": on("shaken", do("prevent", what=["shaken"]), element="earth"),
        "first-disabling": on("disabled", do("prevent", what=["disabled"]), do("become", state="shaken", who=who()),
                              once="game"),
        "not-pushed": on("always", do("prevent", what=["push", "turn", "retreat"])),
        "stands-firm": on("defense", do("prevent", what=["retreat"], lasts="activation"), element="earth"),
        "comes-back": on("disabled", do("return", card=CARD, state="shaken"), once="game"),
        "sacrifice": on("activation", do("dismiss", who=who()), do("become", state="disabled",
                        who=who("enemies", within=1)), dice=[["fire"], ["tori"]], **ACTION),
    }  # fmt: skip


def _others() -> dict[str, dict[str, Any]]:
    return {
        "aura-of-courage": on("always", plus("willpower", 1, who=FRIEND)),
        "aura-of-dread": on("always", plus("die", -1, who=who("enemies", within=2, sight=True))),
        "aura-of-calm": on("always", do("prevent", what=["shaken"], who=who("friends", within=1))),
        "aura-of-oni": on("always", do("set", to="defense", amount=4, only="higher",
                                       who=who("friends", trait="oni", within=3))),
        "bodyguard": on("friend_targeted", do("take_place"), element="earth",
                        conditions=[do("there", of=who(within=2, centre="place"))]),
        "avenger": on("friend_disabled", plus("attack", 2, lasts="turn"),
                      conditions=[do("there", of=who(within=3, centre="place"))]),
        "rallying-cry": on("friend_shaken", do("become", state="vigilant",
                                               who=who("friends", within=0, centre="place")), element="tori"),
        "approached": on("approached", do("turn")),
        "oath-kept": on("defense", plus("defense"), conditions=[do("there", of=who("friends", within=2, token="poison",
                                                                                  own_token=True))]),
        "hold-them": on("won", do("prevent", what=["retreat", "push"], who=FOE, lasts="together"), element="earth"),
        "duel-to-the-end": on("activation", do("taunt", who=one("enemies", within=6, state="vigilant"),
                                               lasts="unshaken"), once="game", times=2, **ACTION),
        "wide-stance": on("activation", plus("defense", 1, lasts="next_phase"), element="earth"),
        "last-cry": on("disabled", plus("attack", 1, who=who("friends", sight=True), lasts="own_phase")),
        "grapple": on("won", do("set", to="movement", amount=0, who=FOE, lasts="next_activation"), element="earth"),
        "twice-a-turn": on("defense", plus("die"), optional=True, once="turn", times=2),
        "thrice-a-phase": on("attack", plus("die"), optional=True, once="phase", times=3),
        "exchange-of-fates": on(["attack_rolled", "defense_rolled"], do("exchange_dice"), once="game",
                                dice=[["water"], ["tori"]]),
        "strategist": on("activation_end", do("activate", who=one("friends", within=4, activated=False),
                                              without="action", points=2), element="air"),
        "stand-and-shoot": on("won", do("activate", who=one("friends", within=2), without="movement"), optional=True),
        "bought-loyalty": on("activation", do("test", who=one("enemies", within=3, alignment="mercenary"),
                                              failed=[do("defect", lasts="phase"), do("activate", who=FOE)]),
                             element="tori", once="game", **ACTION),
        "bind-the-dead": on("friend_disabled", do("revive", zeni=6), once="game"),
        "call-back": on("phase_start", do("revive", zeni=4, within=2, state="vigilant"), dice=[["earth"], ["tori"]]),
        "miser-of-fate": on("always", do("reserves", different=True), conditions=[do("own", state="vigilant")]),
        "quartermaster": on("always", do("reserves", most=3, who=who("friends", within=1))),
        "patient-as-stone": on("phase_end", do("turn"), do("reserves", lasts="own_phase"), do("give_die", who=who()),
                               optional=True, conditions=[do("there", of=who(activated=False))]),
        "sworn-to-the-master": on("deployed", do("token", name="master", who=one("friends"))),
        "last-look": on("activation_end", do("turn"),
                        conditions=[do("there", of=who("enemies", within=2), least=0, most=0)]),
        "second-wind": on("activation_end", do("ready"), element="air", once="game"),
        "follow-me": on("friend_activated", plus("movement", 1, lasts="activation",
                                                 who=who("friends", within=0, centre="place")), element="air"),
        "take-cover": on("friend_activation_end", do("turn", who=who("friends", within=0, centre="place"))),
        "heckle": on("enemy_activated", plus("movement", -1, who=FOE, lasts="activation"), element="tori",
                     conditions=[do("opponent", trait="samurai")]),
        "parting-shot": on("enemy_activation_end", do("shoot_at"), element="fire"),
        "watchful-archer": on("stopped", do("pay", price=[do("lose", what="action")]), do("shoot_at"), optional=True),
        "encourage": on("friend_attacking", plus("attack", 2, who=who("friends", within=0, centre="place")),
                        element="fire", conditions=[do("there", of=who("friends", within=0, centre="place",
                                                                       controlled=True))]),
        "shield-wall": on("friend_targeted", plus("defense", 1, who=who("friends", within=0, centre="place")),
                          element="earth"),
        "jinx": on("friend_rolled", do("reroll", whose="enemy"), element="tori",
                   conditions=[do("there", of=who("opponent", within=4)), do("from_reserve")]),
        "well-played": on("friend_used", do("regain"), once="turn", conditions=[do("used", element="fire")]),
        "ofuda-of-silence": on("enemy_used", do("cancel", what="skills"), element="tori",
                               conditions=[do("used", what="skill"), do("from_reserve"),
                                           do("there", of=who("opponent", within=5))]),
        "dampen": on("enemy_used", plus("attack", -1, who=FOE, lasts="activation"),
                     conditions=[do("used", what="die", element="fire")], once="turn"),
        "renewed": on("vigilant", plus("attack", 1, lasts="turn")),
        "take-heart": on("friend_vigilant", do("become", state="vigilant", who=who()), element="water",
                         conditions=[do("own", state="shaken")]),
        "steady-now": on("friend_shaking", do("prevent", what=["shaken"], who=who("friends", within=0, centre="place")),
                         element="water"),
        "give-your-life": on("friend_falling", do("prevent", what=["disabled"],
                                                  who=who("friends", within=0, centre="place")),
                             do("become", state="disabled", who=who()), once="game", optional=True,
                             conditions=[do("there", of=who(within=3, centre="place"))]),
        "gloat": on("enemy_shaken", do("become", state="vigilant", who=who()), element="tori",
                    conditions=[do("own", state="shaken")]),
        "scalp": on("enemy_disabled", do("regain"), conditions=[do("there", of=who(within=1, centre="place"))]),
        "parting-blow": on("left", do("strike", who=FOE), element="air"),
        "do-not-move": on("stopped", do("shoot_at", range=4, value=2), element="air", conditions=[do("from_reserve")]),
        "kunai-rain": on("shot", do("shot", range=3, value=3, after=[
            do("shoot_at", who=who("enemies", token="volley", own_token=True), range=3, value=3),
            do("token", name="volley", who=who("enemies", token="volley", own_token=True), remove=True)]),
            do("token", name="volley", who=one("enemies", within=3, sight=True)),
            do("token", name="volley", who=FOE, remove=True), element="air"),
        "follow-up-shot": on(["won", "drawn"], do("shoot_at", range=3, value=2), element="air"),
        "overwatch": on("sighted", do("shoot_at"), optional=True),
        "ambush": on("approached", do("strike", who=FOE), element="fire", conditions=[do("from_reserve")]),
        "enemy-phase-end": on("enemy_phase_end", do("become", state="vigilant", who=who()),
                              conditions=[do("own", state="shaken"), do("holds", element="water", where="reserve")]),
        "parry": on("defense", do("cancel"), element="tori", once="game", conditions=[do("from_reserve")]),
        "cancel-skills": on(["shot_at", "defense"], do("cancel", what="skills"), element="water"),
        "silence": on("activation", do("silence", who=one("enemies", within=2), lasts="turn"), element="tori"),
        "hush": on("enemy_phase_start", do("silence", who=who("enemies", within=1), lasts="phase")),
        "destroy-equipment": on("won", do("disarm"), conditions=[do("by", least=2)]),
        "steal-equipment": on("activation", do("disarm", steal=True, who=who("enemies", controlled=True, equipped=True,
                                                                            choose=1)), **ACTION),
        "summon": on("activation", do("summon", card=CARD, within=2, most=2), element="tori", **ACTION),
        "summon-kami": on("activation", do("summon_kami"), element="tori", **ACTION),
        "dismiss": on("activation", do("dismiss", who=one("enemies", within=3, trait="kami")), element="tori"),
        "change-sides": on("activation", do("test", who=one("enemies", within=2, state="shaken"),
                                            failed=[do("defect", lasts="phase")]), element="tori", **ACTION),
        "traitor": on("won", do("defect"), once="game", element="tori"),
        "immune": on("always", do("immune", to=["shots", "penalties"])),
        "immune-to-tests": on("enemy_phase_start", do("immune", to=["tests", "dice", "equipment"], lasts="phase")),
        "immune-friends": on("always", do("immune", to=["kami", "summons", "skills"], who=who("friends", within=3))),
        "token": on("won", do("token", name="poison", who=FOE, turns=2)),
        "token-hurts": on("attack", plus("attack", 2), conditions=[do("there", of=who("opponent", token="poison"))]),
        "token-for-good": on("activation", do("token", name="oath"), once="game", optional=True),
        "token-off": on("activation", do("token", name="poison", remove=True, who=who("friends", token="poison")),
                        **ACTION),
        "on-four": on("won", do("roll", least=4, then=[do("become", state="shaken")]), conditions=[do("by", most=2)]),
        "on-six-or-else": on("losing", do("roll", least=6, then=[do("retreat", squares=0)],
                                          otherwise=[do("retreat", squares=2)]), optional=True),
        "on-one": on("activation", do("roll", least=1, most=1, then=[do("become", state="disabled", who=who())],
                                      otherwise=[do("become", state="vigilant", who=who("friends"))]), **ACTION),
        "on-two-to-four": on("approached", do("roll", least=2, most=4, then=[do("turn"), do("push")])),
        "on-low": on("phase_end", do("roll", most=2, then=[do("regain")])),
        "saved-on-five": on("lost", do("roll", least=5, otherwise=[do("token", name="poison", who=who())])),
        "shaken-or-pay": on("won", do("unless", then=[do("become", state="shaken")])),
        "pushed-or-fire": on("activation", do("unless", then=[do("push", who=ENEMIES_AROUND), do("turn")],
                                              element="fire"), **ACTION),
        "disarmed-or-shaken": on("won", do("unless", then=[do("disarm")], price="shaken"), element="tori"),
        "or-step-back": on("won", do("unless", then=[do("become", state="shaken")],
                                     instead=[do("lose", what="action", who=FOE), do("turn", who=FOE)])),
        "or-bleed": on("lost", do("unless", then=[do("become", state="shaken", who=who())], by="own",
                                  element="earth")),
        "or-the-purse": on("lost", do("unless", then=[do("disarm", who=who())], by="own", price="zeni")),
        "or-the-nerve": on("lost", do("unless", then=[do("disarm", who=who())], by="own", price="shaken")),
        "or-the-card": on("phase_end", do("unless", then=[do("become", state="shaken", who=who())], by="own",
                                          instead=[do("take_die", who=who(), where="any")])),
        "or-any-die": on("lost", do("unless", then=[do("disarm", who=who())], by="own")),
        "all-out": on("attack", do("pay", price=[do("become", state="shaken", who=who())]), plus("attack", 3),
                      optional=True),
        "blood-price": on("won", do("pay", price=[do("lose_zeni", zeni=2)]), do("become", state="disabled"),
                          optional=True),
        "bounty": on("friend_disabled", do("lose_zeni", whose="enemy")),
        "dig-in": on("activation", do("pay", price=[do("lose", what="movement")]),
                     plus("defense", 1, lasts="turn"), optional=True),
        "stunned": on("won", do("lose", what="activation", who=FOE), element="tori"),
        "ronins-debt": on("attack", do("take_die", who=who(), where="any"), once="game",
                          conditions=[do("opponent", state="shaken")]),
        "tithe": on("won", do("take_die", who=FOE, where="any", element="fire", owner_chooses=True)),
        "thief-of-breath": on("activation", do("take_die", who=ENEMIES_AROUND, keep=True, to="card"), **ACTION),
        "ransom": on("lost", do("unless", then=[do("strike")], price="zeni", zeni=2), once="turn", optional=True),
        "only-against-the-shaken": on("attack", plus("die"), do("if", conditions=[do("opponent", state="shaken")],
                                                               then=[plus("attack")])),
        "if-it-won-well": on("won", do("if", conditions=[do("by", least=3), do("role", part="attacker")],
                                       then=[do("follow")], otherwise=[do("turn")]), element="fire"),
        "fair-duel": on("attack", do("forbid", what=["attack"]), conditions=[do("behind")]),
        "not-from-afar": on("shot_at", do("forbid", what=["shot"], who=FOE),
                     conditions=[do("there", of=who("opponent", beyond=2))]),
        "held-fast": on("activation", do("forbid", what=["movement", "support", "test"], lasts="turn",
                                         who=one("enemies", controlled=True)), element="earth", **ACTION),
        "blood-drunk": on("always", do("oblige", what=["attack"])),
        "ordered-to-fight": on("activation", do("oblige", what=["attack", "shot"], lasts="turn",
                                               who=who("enemies", within=3)), element="tori"),
        "press-the-advantage": on("won", do("follow", must=True), conditions=[do("role", part="attacker")]),
        "whirlwind": on("activation", do("strike", who=who("enemies", within=1), turning=True, until="lost"),
                        dice=[["fire"], ["air"]], **ACTION),
        "flurry": on("activation", do("strike", until="not_won"), element="air", **ACTION),
        "heavy-tetsubo": on("always", plus("movement", -1, least=1)),
        "rusty-blade": on("always", plus("attack", -2, who=who("enemies", within=2), least=1)),
        "forced-march": on("activation", plus("movement", do("half", of=do("stat", stat="movement")),
                                              lasts="activation"), element="air"),
        "giant-killer": on("attack", plus("attack", do("half", up=True, of=do(
            "difference", of=do("stat", stat="attack", of=FOE), above=do("stat", stat="attack"))))),
        "envy": on("defense", do("set", to="defense", only="higher", amount=do(
            "difference", of=do("stat", stat="attack", of=FOE), above=do("stat", stat="willpower")))),
        "kin-in-the-fight": on("attack", plus("attack", do("count", of=who("friends", supporting=True,
                                                                          namesake=True)))),
        "alone-in-this": on("defense", plus("die"), conditions=[
            do("there", of=who("friends", supporting=True), least=0, most=0)]),
        "not-of-the-fight": on("won", do("turn", who=who("friends", within=3, supporting=False))),
        "voice-of-the-captain": on("always", plus("willpower", 1, who=FRIEND),
                                   conditions=[do("of_test", why="vigilant")]),
        "second-breath": on("tested", do("reroll"), element="water",
                            conditions=[do("of_test", stat="willpower", passed=False)]),
        "fearless-heart": on("willpower", plus("willpower", 3), conditions=[do("of_test", why="fear")]),
        "stubborn": on("test", plus("die"), conditions=[do("of_test", why="enemy", stat="movement")]),
        "steady-under-skills": on("tested", do("count_die", counts_as=2),
                                   conditions=[do("of_test", why="forced", passed=True)]),
        "afraid-of-fire": on("defense", plus("die", -1), conditions=[do("spent", element="fire")]),
        "has-spent-two": on("attack_rolled", do("reroll"), conditions=[do("spent", whose="own", least=2)]),
        "copper-nerves": on("shaken", do("prevent", what=["shaken"]), element="earth",
                            conditions=[do("because", of="retreat")]),
        "never-by-its-own-feet": on("shaken", do("prevent", what=["shaken"]),
                                    conditions=[do("because", of="leaving")]),
        "blood-of-martyrs": on("disabled", do("become", state="shaken", who=who("enemies", within=1)),
                               conditions=[do("because", of="result")]),
        "second-rank": on("always", plus("die", who=who("friends")), conditions=[
            do("role", part="defender", by="combat"), do("there", of=who(supporting=True))]),
        "steady-rank": on("always", do("set", to="support", amount=2)),
        "two-sided-banner": on("always", plus("die", who=who("friends", within=1)),
                               plus("die", -1, who=who("enemies", within=2)),
                               conditions=[do("not", condition=do("role", part="attacker", by="shot"))]),
        "shield-if-shot-at": on("always", do("if", conditions=[do("role", part="defender")],
                                             then=[plus("defense", who=who("friends", within=1))])),
        "shoulder-to-shoulder": on("always", plus("support"), conditions=[do("role", part="defender", by="combat")]),
        "drilled-band": on("always", do("set", to="support", amount=2, who=who("friends", within=2))),
        "arrow-catcher": on("always", plus("die", 1, who=who("friends", within=1)),
                            conditions=[do("role", part="defender", by="shot")]),
        "vengeful-spirit": on("disabled", do("test", who=FOE, failed=[do("become", state="shaken")]),
                              conditions=[do("role", by="combat")]),
        "burden": on("phase_end", do("roll", most=1, then=[do("become", state="shaken", who=who())]),
                     conditions=[do("there", of=who(did_not="attacked"))]),
        "encore": on("activation", do("ready", who=one("friends", did="shot")), optional=True, once="turn"),
        "weary": on("defense", plus("defense", -1), conditions=[do("there", of=who(did="been_attacked"))]),
        "unseen-so-far": on("shot_at", plus("defense"), conditions=[do("there", of=who(did_not="been_shot"))]),
        "unmoved": on("defense", plus("defense"), conditions=[do("there", of=who("opponent", did="moved"))]),
        "perfect-cut": on("attack", do("gain", when=["winning"], conditions=[do("by", least=3, most=3)],
                                       effects=[do("outcome", counts_as="disabled")]), element="fire"),
        "pinning-shot": on("shot", do("gain", when=["winning", "won"], effects=[
            do("retreat", squares=0), do("set", to="movement", amount=0, who=FOE, lasts="turn")]), element="air"),
        "last-words": on("disabled", do("gain", who=FRIEND, when=["attack"], effects=[plus("attack")], lasts="turn",
                                        optional=True, once="turn")),
        "either": on("activation", do("either", ways=[[plus("attack", 2, lasts="phase")],
                                                      [do("become", state="vigilant", who=who()), do("turn")]]),
                     element="tori"),
    }  # fmt: skip


def _conditions() -> dict[str, dict[str, Any]]:
    return {
        "alone": on("defense", plus("die"), conditions=[do("there", of=FRIEND, least=0, most=0)]),
        "pack": on("attack", plus("die"),
                   conditions=[do("there", of=who("friends", trait="beast", within=3), least=2)]),
        "outnumbered": on("defense", plus("die", 2), conditions=[do("there", of=ENEMIES_AROUND, least=2, most=4)]),
        "call-in-view": on("activation", do("test", who=who("friends", within=2, state="shaken", position=["front"]),
                                     passed=[do("become", state="vigilant")]), element="water", **ACTION),
        "any-way-round": on("activation", do("push", who=one("enemies", line=True, nearest=True)), element="air"),
        "thrust": on("attack", plus("die", 2), conditions=[do("there", of=who("opponent", position=["ahead"],
                                                                           straight=True, worth=3))]),
        "pincers": on("attack", plus("die"), conditions=[do("there", of=who("opponent", next_to="friends"))]),
        "wolf-pack": on("attack", plus("attack", do("count", of=who("friends", namesake=True, in_zone_of="opponent")))),
        "far-shot": on("shot", plus("shot", 2), conditions=[do("there", of=who("opponent", within=3, beyond=2))]),
        "by-the-water": on("defense", plus("die"), conditions=[do("there", of=who(near_ground=["aquatic"],
                                                                               in_zone_of="friends"))]),
        "back-to-the-wall": on("defense", do("ignore", what=["behind"]),
                               conditions=[do("there", of=who(walled=True))]),
        "in-the-open": on("attack", plus("die"), conditions=[do("there", of=who("opponent", walled=False))]),
        "flank": on("attack", plus("die"), conditions=[do("there", of=who("enemies", position=["beside", "behind"],
                                                                       straight=False))]),
        "unwatched": on("attack", plus("attack"), conditions=[do("there", of=who("enemies", line=False, looking=False,
                                                                              namesake=False))]),
        "not-the-nearest": on("movement", plus("movement"), conditions=[do("there", of=who(
            "enemies", nearest=False, next_to="enemies"))]),
        "beside-the-opponent": on("won", do("push", who=who("enemies", next_to="opponent", looking=True))),
        "one-enemy": on("defense", plus("die"), conditions=[do("there", of=ENEMIES_AROUND, least=1, most=1)]),
        "few-left": on("attack", plus("attack"), conditions=[do("there", of=who("enemies"), least=0, most=2)]),
        "in-the-bushes": on("shot_at", plus("defense"),
                            conditions=[do("there", of=who(ground=["hindering", "aquatic"]))]),
        "on-firm-ground": on("attack", plus("attack"), conditions=[do("there", of=who("opponent", ground=["clear"],
                                                                                    threatened=True))]),
        "far-target": on("shot", plus("shot"), conditions=[do("there", of=who("opponent", beyond=3))]),
        "near-the-opponent": on("attack", plus("die"), conditions=[do("there", of=who("friends", within=2,
                                                                                     centre="opponent"))]),
        "guarded": on("defense", plus("defense"),
                      conditions=[do("there", of=who("friends", controlling=True, moved=False))]),
        "no-equipment": on("attack", plus("attack"), conditions=[do("there", of=who("opponent", equipped=False,
                                                                                  reserve=False))]),
        "enemy-hunters": on("activation", plus("movement", 2, lasts="activation"),
                            conditions=[do("there", of=who("enemies", alignment="demon_hunter", within=6))]),
        "from-behind": on("attack", plus("die", 2), conditions=[do("behind")]),
        "not-from-behind": on("defense", plus("die"), conditions=[do("behind", holds=False)]),
        "targeted-by-shot": on("targeted", do("leap", squares=2), element="air", conditions=[do("role", by="shot")]),
        "rolled-six": on("attack_rolled", do("reroll", whose="enemy"), conditions=[do("rolled", least=6)]),
        "rolled-low": on("defense_rolled", do("reroll"), element="tori", conditions=[do("rolled", most=2)]),
        "rolled-middle": on("winning", do("shift", by=2), conditions=[do("rolled", whose="enemy", least=2, most=4)]),
        "rich": on("attack", plus("attack"), conditions=[do("holds", least=2)]),
        "keeps-fire": on("defense", plus("defense"), conditions=[do("holds", element="fire", where="reserve")]),
        "last-turns": on("attack", plus("attack"), conditions=[do("turns", least=4)]),
        "first-turns": on("movement", plus("movement"), conditions=[do("turns", most=2)]),
        "their-phase": on("friend_disabled", do("token", name="fury"), conditions=[do("phase", whose="enemy")]),
        "our-phase": on("always", plus("attack"), conditions=[do("phase")]),
        "not-shaken-foe": on("attack", plus("die"), conditions=[do("not", condition=do("opponent", state="shaken"))]),
        "any-of-two": on("attack", plus("die"), conditions=[do("any_of", conditions=[
            do("own", state="shaken"), do("opponent", trait="undead")])]),
        "attack-then-follow": on(["attack", "won"], plus("die"), do("follow")),
        "after-moving": on("attack", plus("attack"), element="air", conditions=[do("own", moved=True)]),
        "often": on("attack", plus("die"), element="fire", once="always"),
        "once-a-phase": on("lost", do("turn"), once="phase"),
    }  # fmt: skip


ITEMS: dict[str, str] = {
    **dict.fromkeys(_numbers(), "bonus or penalty"),
    **dict.fromkeys(_stats_and_dice(), "re-rolls, a friend's stat, margins"),
    **dict.fromkeys(_places(), "places, attacks, what is ignored"),
    **dict.fromkeys(_shots_and_inspiration(), "shots with riders, inspiration dice"),
    **dict.fromkeys(_tests_and_states(), "tests and states"),
    **dict.fromkeys(_others(), "auras, reactions, skills, equipment, figures, immunity, tokens"),
    **dict.fromkeys(_conditions(), "conditions and limits"),
}

_DATA = {**_numbers(), **_stats_and_dice(), **_places(), **_shots_and_inspiration(), **_tests_and_states(), **_others(),
         **_conditions()}  # fmt: skip

TREES: tuple[Tree, ...] = tuple(Tree(name, ITEMS[name], data) for name, data in _DATA.items())
"""Every tree; names are unique."""
