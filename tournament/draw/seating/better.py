"""The best of several draws, where the first is not as good as a draw could be and there is time left.

Each attempt has a seed of its own, derived from the request's, so that drawing again with as many attempts gives the same
best. Left out: how one of them is drawn.
"""

from collections.abc import Callable
from dataclasses import replace

from tournament.draw.seating.model import Draw, Report, Request, Watch

Worth = tuple[float, ...]
Drawer = Callable[[Request, Watch], Draw]


def best_of(request: Request, watch: Watch, once: Drawer) -> Draw:
    """The best of as many draws as there is time for; its request says how many these were."""
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
    request_made = replace(request, attempts=tried)
    return replace(best, request=request_made, report=report, seconds=watch.elapsed(), is_cut_short=is_cut_short)


def _attempt(request: Request, number: int, watch: Watch, once: Drawer) -> Draw:
    """The first attempt is the draw that is made without any others."""
    seed = request.seed if number == 1 else f"{request.seed}/{number}"
    own = Watch(watch.left(), cancelled=watch.is_over)
    return once(replace(request, seed=seed, attempts=1), own)


def could_be_better(report: Report) -> bool:
    """Whether some figure misses its proven bound and more searching may help.

    The opponents of a whole event come from the catalogue or from algebra: only the labels are searched.
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
