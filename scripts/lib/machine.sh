# What a script needs of the machine it runs on. Sourced, from the project's root.
# Each need_… installs what is missing where it can (root on Debian), else says in one line what
# is missing and which command brings it.

say() { printf '%s\n' "$*" >&2; }

stop() {
  say "$(basename "$0"): $*"
  exit 1
}

# install_or_say WHAT PACKAGE: brings a Debian package, or says how.
install_or_say() {
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "installing $2 ($1 is missing)"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$2"; } \
      >/dev/null 2>&1 || stop "$1 is missing and 'apt-get install -y $2' failed"
  else
    stop "$1 is missing: apt-get install -y $2"
  fi
}

need_swift() {
  command -v swift >/dev/null 2>&1 ||
    stop "no Swift toolchain on PATH: install Swift 6.2 or newer from swift.org, then run this again"
}

need_libcurl() {
  case "$(uname -s)" in Darwin) return ;; esac
  if ! { ldconfig -p 2>/dev/null || /sbin/ldconfig -p; } 2>/dev/null |
    grep -qE 'libcurl(-gnutls)?\.so\.4'; then
    install_or_say libcurl libcurl4
  fi
}

# The headers, for building; what is built needs the library alone.
need_sqlite() {
  case "$(uname -s)" in Darwin) return ;; esac
  for folder in /usr/include /usr/local/include; do
    [ -e "$folder/sqlite3.h" ] && return
  done
  install_or_say "sqlite3.h" libsqlite3-dev
}

need_python() {
  command -v python3 >/dev/null 2>&1 || install_or_say python3 python3-minimal
}

# The README's recipes use it.
need_jq() {
  command -v jq >/dev/null 2>&1 || install_or_say jq jq
}

# want_program COMMAND PACKAGE: brings what some tests want and are left out without; says so where
# it cannot.
want_program() {
  command -v "$1" >/dev/null 2>&1 && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "installing $2 ($1 is missing)"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
      --no-install-recommends "$2"; } >/dev/null 2>&1 || say "'apt-get install -y $2' failed"
  fi
}

# The shells that completions are tried in, and what reads the manual.
want_shells_and_readers() {
  local pair
  for pair in zsh:zsh fish:fish mandoc:mandoc groff:groff-base; do
    want_program "${pair%:*}" "${pair#*:}"
  done
}

# Whether there is a browser for the page's tests. Never needed: without one they are left out.
has_browser() {
  python3 -B scripts/lib/browser.py --find >/dev/null 2>&1
}

# Brings one where that can be done, with a font to draw with; says so where it cannot.
want_browser() {
  has_browser && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "installing chromium (there is no browser)"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
      --no-install-recommends chromium fonts-dejavu-core; } >/dev/null 2>&1 ||
      say "'apt-get install -y chromium' failed"
  fi
}

# Brings Go and its reader of MaxMind databases, to measure beside; says so where it cannot.
want_go_reader() {
  command -v go >/dev/null 2>&1 &&
    [ -d /usr/share/gocode/src/github.com/oschwald/maxminddb-golang ] && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "installing golang-go and golang-github-oschwald-maxminddb-golang-dev, to measure beside"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
      --no-install-recommends golang-go golang-github-oschwald-maxminddb-golang-dev; } \
      >/dev/null 2>&1 || say "'apt-get install -y golang-github-oschwald-maxminddb-golang-dev' failed"
  fi
}

# Loopback must not go through a proxy that the machine has for other things.
without_proxies() {
  unset http_proxy https_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY
}
