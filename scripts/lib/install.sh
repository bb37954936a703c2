#!/bin/sh
# Installs the ipgeo that stands beside this script. Stands in the tarball as `install`.
set -eu

say() { printf '%s\n' "$*"; }
stop() {
  printf 'install: %s\n' "$*" >&2
  exit 1
}
usage() {
  say "usage: install [--prefix FOLDER] [--destdir FOLDER]"
  say "  --prefix FOLDER   where to: bin and share in it (default /usr/local; ~/.local for yourself)"
  say "  --destdir FOLDER  put it below this folder, as for a package of what is at the prefix"
  say "uninstall removes it again."
}

prefix=/usr/local destdir='' check=no
while [ $# -gt 0 ]; do
  case $1 in
    --prefix | --destdir) [ $# -gt 1 ] || stop "$1 needs a folder" ;;
  esac
  case $1 in
    --prefix) prefix=$2 && shift ;;
    --prefix=*) prefix=${1#*=} ;;
    --destdir) destdir=$2 && shift ;;
    --destdir=*) destdir=${1#*=} ;;
    --check) check=yes ;;
    -h | --help) usage && exit ;;
    *) stop "unknown argument '$1': --prefix FOLDER and --destdir FOLDER are known" ;;
  esac
  shift
done
# In --prefix=~/.local most shells leave the ~ as it is, and under sudo it is no longer the caller's.
for folder in "$prefix" "$destdir"; do
  case $folder in
    '~'*) stop "the shell has left the ~ of $folder as it is: write it after a space, unquoted" ;;
  esac
done
case $prefix in '') stop "--prefix needs a folder" ;; /*) ;; *) prefix=$PWD/$prefix ;; esac
case $destdir in '' | /*) ;; *) destdir=$PWD/$destdir ;; esac
while [ "${prefix%/}" != "$prefix" ]; do prefix=${prefix%/}; done
root=$destdir$prefix

# The nearest folder that is there already has to take new ones.
check_writable() {
  place=$1
  while [ ! -e "$place" ] && [ "$place" != / ]; do
    [ ! -L "$place" ] || stop "$place is a link that leads nowhere: move it away"
    place=$(dirname "$place")
  done
  [ -d "$place" ] || stop "$place is no folder: choose another with --prefix"
  if [ ! -w "$place" ] || [ ! -x "$place" ]; then
    stop "$place cannot be written to: use sudo, or --prefix ~/.local"
  fi
}
for folder in bin share/ipgeo share/man/man1 share/doc share/bash-completion/completions \
  share/zsh/site-functions share/fish/vendor_completions.d; do
  check_writable "$root/$folder"
done

umask 022
from=$(cd "$(dirname "$0")" && pwd)
notes=share/ipgeo
known=$root/$notes/installed
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# What an earlier installation has made is this one's to replace and to remove.
: >"$work/before"
if [ -e "$known" ] || [ -L "$known" ]; then
  remover=$from/uninstall
  [ -e "$remover" ] || remover=$from/uninstall.sh
  sh "$remover" --check-list "$known" ||
    stop "$known is not as install has written it: remove by hand what it names, and it"
  cp "$known" "$work/before"
fi

# What is there and not of an earlier installation is somebody else's, and uninstall would take it.
check_ours() {
  target=$root/$1
  if [ -e "$target" ] || [ -L "$target" ]; then
    [ ! -d "$target" ] || stop "$target is a folder: move it away"
    grep -qxF "f $1" "$work/before" ||
      stop "$target is there, and not from an installation of before: move it away"
  fi
}
check_ours bin/ipgeo
[ $check = no ] || exit 0

[ -x "$from/bin/ipgeo" ] || stop "bin/ipgeo is not beside this script: unpack the whole archive"
(cd "$from" && find bin share -type f) | LC_ALL=C sort >"$work/files"
printf '%s\n' "$notes/uninstall" "$notes/installed" >>"$work/files"
while IFS= read -r file; do check_ours "$file"; done <"$work/files"

# The folders that are not there yet, the outer ones first; "." is the prefix itself.
while IFS= read -r file; do
  folder=$file
  while [ "$folder" != . ]; do
    folder=$(dirname "$folder")
    if [ ! -d "$root/$folder" ] || grep -qxF "d $folder" "$work/before"; then
      printf '%s\n' "$folder"
    fi
  done
done <"$work/files" | LC_ALL=C sort -u >"$work/folders"
mkdir -p "$root/$notes"
# It comes first: after a failure uninstall still finds all there is.
{
  sed 's/^/d /' "$work/folders"
  sed 's/^/f /' "$work/files"
} >"$work/installed"
{
  cat "$work/installed"
  grep -vxFf "$work/installed" "$work/before" || true
} >"$work/both"

# put FILE TARGET MODE: as a whole or not at all, also while the program runs.
put() {
  target=$root/$2
  mkdir -p "$(dirname "$target")"
  cp "$1" "$target.new$$"
  chmod "$3" "$target.new$$"
  mv -f "$target.new$$" "$target"
}

# adapt FILE: an example that names the program where it is now.
adapt() {
  PLACE=$prefix/bin/ipgeo awk '
    BEGIN { old = "/usr/local/bin/ipgeo"; new = ENVIRON["PLACE"] }
    {
      line = ""
      while ((place = index($0, old)) > 0) {
        line = line substr($0, 1, place - 1) new
        $0 = substr($0, place + length(old))
      }
      print line $0
    }' "$1"
}

put "$work/both" "$notes/installed" 644
(cd "$from" && find bin share -type f) | LC_ALL=C sort >"$work/ours"
while IFS= read -r file; do
  case $file in
    bin/*) put "$from/$file" "$file" 755 ;;
    share/doc/ipgeo/nightly/*)
      adapt "$from/$file" >"$work/example"
      put "$work/example" "$file" 644
      ;;
    *) put "$from/$file" "$file" 644 ;;
  esac
done <"$work/ours"
put "$from/uninstall" "$notes/uninstall" 755
# What the one before had and this one has not.
sed -n 's/^f //p' "$work/before" | while IFS= read -r file; do
  grep -qxF "$file" "$work/files" || rm -f "$root/$file"
done
put "$work/installed" "$notes/installed" 644

say "installed $("$root/bin/ipgeo" --version) as $root/bin/ipgeo"
say "  manual pages in $root/share/man, completions for bash, zsh and fish, examples for every"
say "  night in $root/share/doc/ipgeo/nightly"
[ -z "$destdir" ] || exit 0
case :$PATH: in
  *":$prefix/bin:"*) ;;
  *) say "add it to your PATH:  export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
case $prefix in
  /usr | /usr/local) ;;
  *) say "for zsh, before compinit:  fpath=(\"$prefix/share/zsh/site-functions\" \$fpath)" ;;
esac
say "to remove it:  \"$root/$notes/uninstall\""
