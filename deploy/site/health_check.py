"""`python -m deploy.site.health_check URL`: fails if the URL does not answer. For containers, whose image has no curl."""

import sys
import urllib.error
import urllib.request

PATIENCE = 3  # seconds

if __name__ == "__main__":
    try:
        urllib.request.urlopen(sys.argv[1], timeout=PATIENCE).close()  # noqa: S310  (the address is the caller's own)
    except (OSError, urllib.error.URLError) as error:
        raise SystemExit(f"{sys.argv[1]}: {error}") from None
