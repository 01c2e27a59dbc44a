"""The house as data: which rooms each app has, in which order, and which code is PURE. Read by the checks and by the map.

A room is a folder of one topic. Its inner files (actions, queries, forms, PURE parts) import only rooms that stand before it;
its faces (pages, API, URLs) may import the inner files of any room, but no other room's faces. What a later room adds to an
earlier one is registered at startup: `tournament.plugins`, and `ready` of the apps `games` and `referee`, whose room `plugins`
holds what they plug in.
"""

APPS = {  # imports of models run backwards along this line, never onwards
    "tournament": "who plays, who sits where, who stands where",
    "games": "what happens at one table",
    "referee": "what a referee says about it",
}

ROOMS = {
    "tournament": {
        "models": "the tables of the database: people, events, stages, results, log, jobs",
        "policy": "for every column of every model: who may see it, export, erasing, how long it is kept",
        "core": "every write (action.py), rights (access.py), log, chain, clock, jobs, live; api_common/, pages/: what all share",
        "people": "accounts and sessions, roles, clubs, names as they may be shown, who is the same person",
        "stages": "what is played and how it counts: the plan, presets, own_kinds/ of a club, points, own_boards/",
        "entries": "imports/, signup/, grid/, waiting_list/, checkin/, payments/, start_numbers/, wishes/, groups/, "
        "substitutes/, withdrawals/, removal/",
        "standings": "points, penalties/, ties; ranking/ PURE: tie-breaks, reasons; need/: to go on; groups/: teams, categories",
        "draw": "who sits where: from the database to the draw and back, report, proof, by_hand/; seating/ PURE: the draw itself",
        "rounds": "published, timed (clocks/), closed; seats/: who sits at a table, changed by hand",
        "results": "reported, confirmed; typed/ lines, imports/ of lists, desk/, board_count/, slip/ of a table, corrections/",
        "finals": "who goes on into a final, throw-offs, end result, bracket; bracket/ PURE: who meets whom, where each box lies",
        "hall": "what everybody sees: public/ pages, players/, me/ (a player's own page), screen/, director/",
        "paper": "what is printed: a paper a function, the press",
        "club": "a club over the years: records, seasons/, its letterhead/; same_person/: listed twice",
        "out": "what goes out and comes in: tournament_file/, backup/, tokens/, webhooks/, sharing/, verify",
        "erasing": "somebody is forgotten; what is kept for a while only",
        "setup": "the wizard, settings, planning of the day; practice/: the sample, a rehearsal",
        "desk": "the organiser's home: what is next, alarms, the side bar (side/), find/, the log/, undo/",
        "handbook": "how an evening is held, for whoever never did: chapters/, and where the `?` of each page leads",
    },
    "games": {
        "engine": "PURE, a library of its own: rules/, drawing/, records/, playout/, text protocol",
        "models": "a recorded game",
        "free": "games outside every tournament: who plays, begun, ended, shown, remembered",
        "recording": "the recorder: lines in, position out",
        "live": "games watched: board, chances",
        "learning": "what may I do here, trainer, the engine over the API",
        "plugins": "what is added to tournament: papers, log, file, hall screen, verify",
    },
    "referee": {
        "judging": "PURE: verdict, broken rules, what goes back, the position that stands",
        "commentary": "PURE: what each rule of the five books says, the cases that can be cited, found by words and by likeness",
        "models": "calls, claims, rulings, appeals",
        "offences": "the catalogue of offences",
        "rule_book": "the rules in our words, as a page",
        "book": "the commentary as pages: rules, cases, search",
        "house_rules": "how a tournament is played, in plain words: page, paper, sign",
        "calls": "tables that want a referee, what a referee has in hand",
        "rulings": "listed, shown, replaced, revoked; what they do to the record",
        "appeals": "a player does not accept a ruling: until when, who decides",
        "claims": "standing at the table: what happened, judged, signed",
        "free": "rulings about the throws of games outside every tournament",
        "phone": "what a phone needs to judge without network",
        "plugins": "what is added to tournament and games: papers, log, file, the recorder's hints",
    },
}
FACES = ("views", "api", "urls")

# These import only the standard library and each other; any room may import them.
PURE = (
    "games/__main__.py",
    "games/engine",
    "referee/__main__.py",
    "referee/commentary",
    "referee/judging",
    "tournament/core/bucket.py",
    "tournament/core/clock.py",
    "tournament/core/lan.py",
    "tournament/core/person_names.py",
    "tournament/core/system",
    "tournament/core/whole_numbers.py",
    "tournament/draw/__main__.py",
    "tournament/draw/seating",
    "tournament/entries/fields.py",
    "tournament/entries/imports/given_names.py",
    "tournament/entries/imports/lines.py",
    "tournament/entries/imports/not_names.py",
    "tournament/entries/imports/parts.py",
    "tournament/entries/imports/text.py",
    "tournament/finals/bracket",
    "tournament/paper/filling.py",
    "tournament/people/duplicates.py",
    "tournament/seating.py",
    "tournament/setup/planning.py",
    "tournament/standings/need/last_round.py",
    "tournament/standings/need/outcomes.py",
    "tournament/standings/need/playing_out.py",
    "tournament/standings/need/rounds_ahead.py",
    "tournament/standings/ranking",
)
# Shipped together as a wheel of their own (`deploy.workshop.wheels`), so imports within them are relative.
LIBRARIES = ("games/engine", "referee/judging")

AROUND = {
    "deploy": {
        "run test": "the two commands; lock, messages, samples, release for whoever works on it",
        "command": "augengenau: backup, restore, verify, password … from a terminal",
        "site": "settings, addresses, middleware, ASGI and WSGI, Celery app, figures and logs",
        "laptop": "the launcher: data folder, processes, network",
        "server": "proxies, containers, systemd units, backups",
        "workshop": "the checks; house.py: this map and the order of rooms; wheels.py: what deploy/release builds",
    },
    "templates": {"": "the same rooms; parts/, icons/, mail/, print/ (papers)"},
    "tests": {"": "the same rooms; architecture/, browser/, promises/, rig/ (several hosts), bench/"},
    "docs": {"": "formats, words, decisions"},
}
COMMANDS = {"tournament": "python -m tournament.draw", "games": "python -m games", "referee": "python -m referee"}


def is_pure(file: str) -> bool:
    """A path from the project's root."""
    return any(file == pure or file.startswith(f"{pure}/") for pure in PURE)


def lines() -> list[str]:
    """The map as the README shows it. `python -m deploy.workshop.house` prints it."""
    rows = ["deploy/        how it runs"]
    rows += [f"  {name + ('' if ' ' in name else '/'):<12} {words}" for name, words in AROUND["deploy"].items()]
    for app, words in APPS.items():
        rows.append(f"{app + '/':<14} {words:<45} {COMMANDS[app]}")
        rows += [
            f"  {room + '/':<12} {about}"
            for room, about in ROOMS[app].items()
            if room != "models" or app == "tournament"
        ]
    rows += [f"{top + '/':<14} {AROUND[top]['']}" for top in ("templates", "tests", "docs")]
    return rows


if __name__ == "__main__":
    print("\n".join(lines()))
