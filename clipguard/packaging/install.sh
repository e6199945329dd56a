#!/bin/bash
# Installs clipguard below a folder, from a checkout:
#
#   ./bazelw run //:install -- --prefix=DIR
#
# --prefix=DIR    the folder; made if it is not there
# --program-only  the program, its page and its completions, no library
#
# For packagers: DESTDIR, if it is set, goes before the folder.
set -euo pipefail

say() { echo "install: $*" >&2; }

# Where Bazel left what is installed; release.sh says it of what it packs.
parts=${CLIPGUARD_PARTS:-$PWD}
here=$parts/clipguard/packaging

prefix='' library=yes
for argument; do
  case $argument in
    --prefix=?*) prefix=${argument#*=} ;;
    --program-only) library= ;;
    --help)
      sed -n '2,9s/^# \?//p' "$0"
      exit 0
      ;;
    *)
      say "unknown argument '$argument'; there are --prefix=DIR and --program-only"
      exit 2
      ;;
  esac
done
if [ -z "$prefix" ]; then
  say "where to? --prefix=DIR, for example --prefix=/usr/local"
  exit 2
fi
case $prefix in
  /*) ;;
  *) prefix=${BUILD_WORKING_DIRECTORY:-$PWD}/$prefix ;;
esac
root=${DESTDIR:-}$prefix

program=${CLIPGUARD_PROGRAM:-$parts/cli/clipguard}
install -D -m 755 "$program" "$root/bin/clipguard"
program=$root/bin/clipguard
version=$("$program" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+')

mkdir -p "$root/share/man/man1"
bash "$here/man_page.sh" "$program" >"$root/share/man/man1/clipguard.1"
for shell in bash fish zsh; do
  case $shell in
    bash) file=share/bash-completion/completions/clipguard ;;
    fish) file=share/fish/vendor_completions.d/clipguard.fish ;;
    zsh) file=share/zsh/site-functions/_clipguard ;;
  esac
  mkdir -p "$root/${file%/*}"
  "$program" help "$shell" >"$root/$file"
done
install -D -m 644 "$parts/LICENSE" "$root/share/doc/clipguard/copyright"

if [ -n "$library" ]; then
  install -D -m 644 "$parts/clipguard/libclipguard.a" "$root/lib/libclipguard.a"
  # Headers of a version before would stay otherwise.
  rm -rf "$root/include/clipguard"
  mkdir -p "$root/include"
  cp -rL "$parts/clipguard/clipguard_include/clipguard" "$root/include/"
  chmod -R u=rwX,go=rX "$root/include/clipguard"
  for file in clipguard.pc clipguardConfig.cmake clipguardConfigVersion.cmake; do
    case $file in
      *.pc) folder=$root/lib/pkgconfig ;;
      *) folder=$root/lib/cmake/clipguard ;;
    esac
    mkdir -p "$folder"
    sed "s/@VERSION@/$version/g" "$here/$file.in" >"$folder/$file"
  done
fi
say "clipguard $version is in $root"
