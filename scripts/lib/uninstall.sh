#!/bin/sh
# Removes what install has put below a prefix, and nothing else. Stands there as
# share/ipgeo/uninstall, and in the tarball.
set -eu

say() { printf '%s\n' "$*"; }
stop() {
  printf 'uninstall: %s\n' "$*" >&2
  exit 1
}

# good_list FILE: whether install may have written it. One that somebody has changed removes nothing
# outside the prefix.
good_list() {
  [ -f "$1" ] && [ -r "$1" ] && ! grep -qvE '^(f (bin|share)/.+|d ((bin|share)(/.+)?|\.))$' "$1" &&
    ! grep -qE '(^|[ /])\.\.(/|$)' "$1"
}

prefix=''
while [ $# -gt 0 ]; do
  case $1 in
    --prefix)
      [ $# -gt 1 ] && [ -n "$2" ] || stop "--prefix needs a folder"
      prefix=$2 && shift
      ;;
    --prefix=*)
      prefix=${1#*=}
      [ -n "$prefix" ] || stop "--prefix needs a folder"
      ;;
    --check-list) # for install
      good_list "${2:-}"
      exit
      ;;
    -h | --help)
      say "usage: uninstall [--prefix FOLDER]"
      say "  --prefix FOLDER  where install has put it (default: where this script was installed,"
      say "                   else /usr/local)"
      exit
      ;;
    *) stop "unknown argument '$1': only --prefix FOLDER is known" ;;
  esac
  shift
done
if [ -z "$prefix" ]; then
  here=$(cd "$(dirname "$0")" && pwd)
  case $here in
    /share/ipgeo) prefix=/ ;;
    */share/ipgeo) prefix=${here%/share/ipgeo} ;;
    *) prefix=/usr/local ;;
  esac
fi
case $prefix in
  '~'*) stop "the shell has left the ~ of $prefix as it is: write it after a space, unquoted" ;;
  /*) ;;
  *) prefix=$PWD/$prefix ;;
esac
while [ "${prefix%/}" != "$prefix" ]; do prefix=${prefix%/}; done
list=$prefix/share/ipgeo/installed
[ -e "$list" ] ||
  stop "nothing to remove: there is no $list, so ipgeo was not installed to ${prefix:-/} by install"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$list" "$work/list"

good_list "$work/list" || stop "$list is not as install has written it: remove the files by hand"
sed -n 's/^f //p' "$work/list" >"$work/files"
# First whether all can be removed, then all of it.
while IFS= read -r file; do
  folder=$(dirname "$prefix/$file")
  [ ! -e "$prefix/$file" ] || [ -w "$folder" ] || stop "$folder cannot be written to: use sudo"
done <"$work/files"
count=0
while IFS= read -r file; do
  [ "$file" != share/ipgeo/installed ] || continue
  [ ! -e "$prefix/$file" ] || count=$((count + 1))
  rm -f "$prefix/$file"
done <"$work/files"
rm -f "$list"
# The inner folders first; one in which something else stands is left.
sed -n 's/^d //p' "$work/list" | LC_ALL=C sort -r | while IFS= read -r folder; do
  case $folder in .) folder=$prefix ;; *) folder=$prefix/$folder ;; esac
  rmdir "$folder" 2>/dev/null || true
done

say "removed ipgeo from ${prefix:-/} ($count files)"
for folder in "${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/ipgeo" \
  "${XDG_STATE_HOME:-${HOME:-/nonexistent}/.local/state}/ipgeo" /var/lib/ipgeo; do
  [ ! -d "$folder" ] || say "left, for it is data: $folder"
done
