# Read by deploy/run and deploy/test: finds a Python, makes .venv, installs a lock into it. POSIX sh, nothing else needed.
# The caller has set `root` to the project's folder.

venv=$root/.venv

stop() {
    echo "$*" >&2
    exit 1
}

has_python() {
    for python in python3 python3.14 python3.13 python3.12 python3.11; do
        "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && return
    done
    return 1
}

# Sets `python` to one that is new enough; the name python3 is tried first.
find_python() {
    has_python && return
    if may_use_apt && ! command -v python3 >/dev/null; then
        echo "Installing python3 and python3-venv ..." >&2
        apt_install python3 python3-venv && has_python && return
    fi
    found=$(python3 -c 'import sys; print("this machine has %d.%d" % sys.version_info[:2])' 2>/dev/null) ||
        found="none was found here"
    stop "Python 3.11 or newer is needed ($found): install it, on Debian or Ubuntu with: $(as_root)apt install python3 python3-venv"
}

as_root() {
    [ "$(id -u)" = 0 ] || printf 'sudo '
}

venv_package() {
    "$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'
}

can_make_venv() {
    "$python" -c 'import ensurepip, venv' 2>/dev/null
}

# Can packages of the system be installed without asking anybody? (The caller has allowed it: it sets `use_apt`.)
may_use_apt() {
    [ "${use_apt:-}" ] && command -v apt-get >/dev/null || return
    [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null
}

apt_install() {
    { $(as_root)apt-get update && DEBIAN_FRONTEND=noninteractive $(as_root)apt-get install -y --no-install-recommends "$@"; } >/dev/null 2>&1
}

# Papers need libraries of the system. Without them everything else works, and the start says what to install.
provide_papers() {
    packages=$("$python" -P -m deploy.laptop.launch --lacks)
    if [ "$packages" ] && may_use_apt; then
        echo "Installing what papers need ($packages); --no-system leaves it ..." >&2
        # shellcheck disable=SC2086  # one word for each package
        apt_install $packages || echo "That did not work; papers are printed by the browser." >&2
    fi
}

need_venv() {
    can_make_venv && return
    if may_use_apt; then
        echo "Installing $(venv_package) ..." >&2
        apt_install "$(venv_package)" || :
    fi
    can_make_venv ||
        stop "This Python cannot make virtual environments; install that part with: $(as_root)apt install $(venv_package)"
}

# installed <name>: are the packages of deploy/<name>.lock in .venv, and does .venv still work?
# The stamp is a copy of the lock, so that no hashing tool is needed.
installed() {
    cmp -s "$root/deploy/$1.lock" "$venv/$1.stamp" && "$venv/bin/python" -c '' 2>/dev/null
}

# install <name>: installs the packages of deploy/<name>.lock into .venv. A second call finishes an interrupted first one.
install() {
    installed "$1" && return
    need_venv
    echo "Setting up what Augengenau needs (once, about a minute) ..." >&2
    if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
        "$python" -m venv --clear "$venv" >/dev/null 2>&1 || stop "$venv cannot be made: is this folder writable, and is there space?"
    fi
    log=$venv/install.log
    { fetch_uv && fetch_packages "$1"; } >"$log" 2>&1 ||
        stop "The Python packages could not be installed, perhaps for want of an internet connection; what was tried is in $log"
    cp "$root/deploy/$1.lock" "$venv/$1.stamp"
}

fetch_uv() {
    cmp -s "$root/deploy/requirements-uv.lock" "$venv/requirements-uv.stamp" && return
    "$venv/bin/python" -m pip install --require-hashes -r "$root/deploy/requirements-uv.lock" &&
        cp "$root/deploy/requirements-uv.lock" "$venv/requirements-uv.stamp"
}

# The fallback pip is slower, but uses mirrors and certificates that are configured for it only.
fetch_packages() {
    "$venv/bin/uv" pip install --python "$venv/bin/python" --require-hashes --compile-bytecode -r "$root/deploy/$1.lock" ||
        "$venv/bin/python" -m pip install --require-hashes -r "$root/deploy/$1.lock"
}
