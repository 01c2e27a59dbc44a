"""Notes the numbers of new cases, and by what all are compared: `python -m tests.referee.commentary.publish`. A number that was
noted once is never rewritten."""

import json

from referee.commentary.finding import SIGNS, worked_out
from tests.referee.commentary.test_commentary import EVERY, PUBLISHED, fingerprint


def publish() -> None:
    lines = PUBLISHED.read_text(encoding="utf-8").splitlines() if PUBLISHED.exists() else []
    known = {line.rsplit(" ", 1)[0] for line in lines}
    lines += [f"{case.number} {fingerprint(case)}" for case in EVERY if case.number not in known]
    PUBLISHED.write_text("\n".join(lines) + "\n", encoding="utf-8")
    SIGNS.write_text(json.dumps(worked_out(), indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    publish()
