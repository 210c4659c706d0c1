#!/usr/bin/env bash
# Debian packages that Qt needs and pip cannot bring. Root: installs what is missing. Else: says the one line to run.
set -eu
tests="libgl1 libegl1 libdbus-1-3 libfontconfig1 libglib2.0-0 libxkbcommon0"
browser="chromium" # a real phone's browser, for tests/phones
window="libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0"
bus="xvfb xdotool at-spi2-core dbus-daemon" # a real screen, keyboard and accessibility bus, for tests/bus
case "${1:-tests}" in
    tests) wanted="python3-venv $tests $browser $window $bus" ;;
    window) wanted="python3-venv $tests $window" ;;
    # what only some tests need, and skip without: games kept on a server, recipes of packages
    server) wanted="postgresql desktop-file-utils shared-mime-info appstream nsis" ;;
    *) echo "usage: $0 tests|window|server" >&2; exit 2 ;;
esac
python="${PYTHON:-python3}"
if command -v "$python" >/dev/null 2>&1 && ! "$python" -c "import sys; sys.exit(sys.version_info < (3, 11))"; then
    echo "$python is older than Python 3.11. Name a newer one: make PYTHON=python3.12 …" >&2
    exit 1
fi
command -v dpkg-query >/dev/null 2>&1 || exit 0 # not Debian: its own packages bring these libraries
missing=""
for package in $wanted; do
    if [ "$package" = python3-venv ] && "$python" -c "import ensurepip, venv" 2>/dev/null; then continue; fi
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "ok installed" && continue
    # later Debian releases renamed some of them (libglib2.0-0t64)
    dpkg-query -W -f '${Status}' "${package}t64" 2>/dev/null | grep -q "ok installed" && continue
    missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" -ne 0 ]; then
    printf 'Some Debian packages are missing. Run this once, then try again:\n\n    sudo apt-get install%s\n\n' "$missing" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
install() {
    # shellcheck disable=SC2086
    apt-get install -y -q --no-install-recommends $missing
}
install || { apt-get update -q && install; } # the lists of a new machine may be empty or old
