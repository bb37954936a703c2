# What scripts/install and scripts/package share: the release binary, and the tree of files around
# it. Sourced after machine.sh, from the project's root.

# What a checkout is called: by the highest tag of its commit, as v1.2.3, else as Package.swift has
# it. Nothing in an archive without .git, of which Package.swift knows.
#
# SwiftPM keeps what it once read in a manifest and does not notice a new tag; a variable it does.
version_of_checkout() {
  [ -e .git ] || return 0
  local tag
  tag=$(git tag --points-at HEAD --list 'v[0-9]*' |
    grep -E '^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$' |
    sed 's/-/~/' | sort -V | tail -n 1 | sed 's/~/-/' || true)
  if [ -n "$tag" ]; then
    printf '%s\n' "${tag#v}"
  else
    sed -n 's/^let untagged = "\(.*\)"$/\1/p' Package.swift
  fi
}

# The time of the commit that is packed: all times in the packages are it.
time_of_commit() {
  if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then
    printf '%s\n' "$SOURCE_DATE_EPOCH"
  else
    git log -1 --format=%ct 2>/dev/null ||
      stop "this is no checkout, so the time of its commit is not known: set SOURCE_DATE_EPOCH"
  fi
}

# Under sudo whatever is built stays the caller's, and git trusts the folder.
as_caller() {
  if [ "$(id -u)" = 0 ] && [ -n "${SUDO_USER:-}" ] && [ "$SUDO_USER" != root ]; then
    sudo -u "$SUDO_USER" -- env "PATH=$PATH" "$@"
  else
    "$@"
  fi
}

# Swift, also where root's PATH is another than the caller's.
need_swift_of_caller() {
  command -v swift >/dev/null 2>&1 || [ -z "${SUDO_USER:-}" ] ||
    stop "sudo has taken Swift off PATH: sudo env \"PATH=\$PATH\" scripts/$(basename "$0")"
  need_swift
}

# named_binary FOLDER: the program that IPGEO_BINARY names; a name without a slash before it counts
# from that folder.
named_binary() {
  local path=$IPGEO_BINARY
  case $path in /*) ;; *) path=$1/$path ;; esac
  [ -f "$path" ] && [ -x "$path" ] ||
    stop "IPGEO_BINARY names $path, which is no program: name one, or unset it to build one"
  printf '%s\n' "$path"
}

# archives FOLDER: links to the archives that the binary takes in. A linker that looks into a folder
# without a shared library of the name takes the archive.
archives() {
  local path
  rm -rf "$1"
  mkdir -p "$1"
  for name in libsqlite3.a libstdc++.a; do
    path=$(cc -print-file-name="$name" 2>/dev/null || clang -print-file-name="$name")
    [ -e "$path" ] || return 1
    ln -s "$(readlink -f "$path")" "$1/$name"
  done
}

# build_release OUT [--whole]: builds ipgeo and puts it there, without names of its inner parts.
#
# On Linux it takes in Swift's runtime, SQLite and libstdc++, so that it needs libc alone. Where the
# archives are missing (Debian's libsqlite3-dev and libstdc++-12-dev have them) it needs SQLite's and
# libstdc++'s libraries, or with --whole cannot be made. No path of this machine gets into it, and
# it is built as if the project were in /mnt: two folders give the same bytes.
build_release() {
  local out=$1 root flags=() place=.build/package-build steady=() there=()
  root=$(pwd -P)
  mkdir -p .build
  if [ "$(uname -s)" = Linux ]; then
    if can_stand_in_mnt "$root"; then
      there=(standing_in_mnt)
      root=/mnt
      # What is known of another folder is of no use.
      place=.build/package-build-mnt
    else
      say "no folder can be mounted here, so another folder may give a program of a few other bytes"
    fi
    flags=(
      --static-swift-stdlib --disable-local-rpath -Xlinker --build-id=none -Xswiftc -gnone
      -Xswiftc -file-prefix-map -Xswiftc "$root=." -Xcc "-ffile-prefix-map=$root=."
    )
    # The compiler orders some things by where they lie in memory, so that has to be the same, too.
    ! setarch --addr-no-randomize true 2>/dev/null || steady=(setarch --addr-no-randomize)
    if archives .build/package-archives; then
      flags+=(
        -Xswiftc "-L$root/.build/package-archives" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
      )
    elif [ "${2:-}" = --whole ]; then
      stop "libsqlite3.a or libstdc++.a is missing: apt-get install -y libsqlite3-dev g++"
    else
      say "libsqlite3.a or libstdc++.a is missing, so the program will need the system's libraries"
    fi
  fi
  say "building for release (the first time takes some minutes; .build/package-build.log)"
  "${there[@]}" "${steady[@]}" swift build -c release --product ipgeo --scratch-path "$place" \
    "${flags[@]}" >.build/package-build.log 2>&1 </dev/null || {
    tail -n 40 .build/package-build.log >&2
    stop "ipgeo could not be built; all of it stands in .build/package-build.log"
  }
  rm -f "$out"
  cp "$place/release/ipgeo" "$out"
  [ "$(uname -s)" != Linux ] || without_marks "$out"
}

# The compiler orders some instructions by where its own tables lie in memory, and the lengths of
# the paths it is given move these. So every build is given the same: the project's folder is mounted
# as /mnt, for the build alone (a mount namespace, which takes root or user namespaces).
#
# SwiftPM's locks are in TMPDIR, called by the path: in a common one they would be another project's,
# or another user's.
standing_in_mnt() {
  local apart=(unshare --mount --propagation private)
  [ "$(id -u)" = 0 ] || apart+=(--map-root-user)
  # shellcheck disable=SC2016
  "${apart[@]}" sh -ec '
    mount --rbind . /mnt
    cd /mnt
    mkdir -p .build/tmp
    export TMPDIR=/mnt/.build/tmp
    exec "$@"' sh "$@"
}

# can_stand_in_mnt FOLDER: not where the folder or Swift is in /mnt already, which would be hidden.
can_stand_in_mnt() {
  case "$1/ $(readlink -f "$(command -v swift)") ${HOME:-}/" in
    /mnt/* | *' /mnt/'*) return 1 ;;
  esac
  standing_in_mnt true 2>/dev/null
}

# without_marks PROGRAM: names go, and what the compiler notes to know its own object files again: it
# counts their paths in, and no program reads it.
without_marks() {
  local size zeros
  strip --strip-all --remove-section=.comment --remove-section=.note "$1"
  size=$(objdump --section-headers "$1" | awk '$2 == ".swift_modhash" { print $3 }')
  [ -n "$size" ] || return 0
  zeros=$(mktemp)
  head -c $((16#$size)) /dev/zero >"$zeros"
  objcopy --update-section .swift_modhash="$zeros" "$1"
  rm -f "$zeros"
}

# stage BINARY FOLDER: the tree that is installed below a prefix. Pages and completions come from the
# binary itself.
stage() {
  local binary=$1 folder=$2 pages page
  rm -rf "$folder"
  mkdir -p "$folder"/bin "$folder"/share/{man/man1,doc/ipgeo/nightly,zsh/site-functions} \
    "$folder"/share/{bash-completion/completions,fish/vendor_completions.d}
  install -m 755 "$binary" "$folder/bin/ipgeo"
  pages=$("$binary" manual --list) || stop "'$binary manual --list' failed"
  [ -n "$pages" ] || stop "'$binary manual --list' names no page"
  for page in $pages; do
    written "$folder/share/man/man1/$page.1" "$binary" manual "$page"
  done
  written "$folder/share/bash-completion/completions/ipgeo" "$binary" completion bash
  written "$folder/share/zsh/site-functions/_ipgeo" "$binary" completion zsh
  written "$folder/share/fish/vendor_completions.d/ipgeo.fish" "$binary" completion fish
  install -m 644 README.md CHANGELOG.md LICENSE "$folder/share/doc/ipgeo/"
  install -m 644 scripts/nightly/* "$folder/share/doc/ipgeo/nightly/"
  install -m 644 scripts/lib/deb/copyright "$folder/share/doc/ipgeo/"
}

# written FILE COMMAND...: what the command prints; nothing is a mistake.
written() {
  local file=$1
  shift
  "$@" >"$file" || stop "'$*' failed"
  [ -s "$file" ] || stop "'$*' printed nothing"
  chmod 644 "$file"
}
