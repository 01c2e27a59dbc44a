"""The best of several draws, where the first is not as good as a draw could be and there is time to look on.

Each attempt has a seed of its own that follows from the request's, so that the best of so many is the same again for
whoever draws again. Left out: how one of them is drawn.
"""

from collections.abc import Callable
from dataclasses import replace

from tournament.seating.model import Draw, Report, Request, Watch

Worth = tuple[float, ...]
Drawer = Callable[[Request, Watch], Draw]


def best_of(request: Request, watch: Watch, once: Drawer) -> Draw:
    """Of as many as the time is enough for; the draw's request says how many these were."""
    best = _attempt(request, 1, watch, once)
    tried, is_cut_short = 1, best.is_cut_short
    while tried < request.attempts and could_be_better(best.report) and not watch.is_over():
        again = _attempt(request, tried + 1, watch, once)
        if watch.is_over():
            break
        tried, is_cut_short = tried + 1, is_cut_short or again.is_cut_short
        watch.progress(tried / request.attempts, "attempts")
        best = min(best, again, key=lambda draw: worth(draw.report))
    report = best.report | {"seed": request.seed, "cut_short": is_cut_short, "seconds": round(watch.elapsed(), 3)}
    asked = replace(request, attempts=tried)
    return replace(best, request=asked, report=report, seconds=watch.elapsed(), is_cut_short=is_cut_short)


def _attempt(request: Request, number: int, watch: Watch, once: Drawer) -> Draw:
    """The first is the draw as it is made without any others."""
    seed = request.seed if number == 1 else f"{request.seed}/{number}"
    own = Watch(watch.left(), cancelled=watch.is_over)
    return once(replace(request, seed=seed, attempts=1), own)


def could_be_better(report: Report) -> bool:
    """Whether something stays behind what can be proven to be the least, and is not known beforehand.

    The opponents of a whole event come from the catalogue or from algebra: only who is who is searched.
    """
    if not report:
        return False
    repeats, threes, wishes = (report[part] for part in ("repeats", "threes", "wishes"))
    is_known = report["mode"] == "all" and not report["rounds_before"]
    is_met_again = repeats["count"] > repeats["least"] or threes["spread"] > max(1, threes["least"])
    is_broken = wishes["cost"] > wishes["least_cost"] or bool(report["boards"]["not_at_own"])
    return is_broken or (is_met_again and not is_known)


def worth(report: Report) -> Worth:
    """The smaller the better, in the order of goals."""
    threes, repeats = report["threes"], report["repeats"]["count"]
    spread = max(1, threes["spread"])
    first = (spread, repeats) if report["first"] == "threes" else (repeats, spread)
    return (
        *first,
        threes["worst_after_any_round"],
        len(report["boards"]["not_at_own"]),
        report["wishes"]["cost"],
        report["scores"]["mean"] if "scores" in report else 0,
        *(report["colours"][size]["worst_after_any_round"] for size in ("four", "three")),
        report["boards"]["again"],
    )
