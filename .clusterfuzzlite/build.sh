#!/bin/bash -eu
# The build of OSS-Fuzz and ClusterFuzzLite: a program for every fuzz property
# into $OUT, with its seeds, dictionary and options, and with the compiler, the
# flags and the engine of the environment. tools/oss_fuzz_check.sh runs it on any
# machine.
cd "$(dirname "$0")/.." 2>/dev/null || true
[ -f WORKSPACE ] || cd "$SRC/clipguard"

config=$WORK/env.bazelrc
{
  # Another configuration, another output folder.
  echo "build:env --platform_suffix=-$SANITIZER-$FUZZING_ENGINE"
  echo "build:env --compilation_mode=fastbuild --strip=never"
  echo "build:env --copt=-U_FORTIFY_SOURCE"
  echo "build:env --repo_env=CC=$CC"
  # Debian's absl belongs to libstdc++; the engine brings a libc++ of its own,
  # in a namespace of its own.
  for flag in $CXXFLAGS; do
    case $flag in
      -stdlib=*) ;;
      *) echo "build:env --copt=$flag --linkopt=$flag" ;;
    esac
  done
  # Bazel links with $CC: the C++ half of UBSan's runtime needs asking for.
  if [ "$SANITIZER" = undefined ]; then
    echo "build:env --linkopt=-fsanitize-link-c++-runtime"
  fi
  echo "build:env --define=fuzzing=1"
  echo "build:env --define=LIB_FUZZING_ENGINE=$LIB_FUZZING_ENGINE"
} >"$config"

query='attr(tags, "\bfuzz\b", kind(cc_binary, //...))'
mapfile -t families < <(./bazelw query --noshow_progress "$query")
./bazelw --bazelrc="$config" build --config=env "${families[@]}"
folder=$(./bazelw --bazelrc="$config" info --config=env bazel-bin)
for family in "${families[@]}"; do
  path=${family#//} first=
  # A program checks the property that its file is named after. Its table:
  # "NAME -dict=fuzz/x.dict fuzz/corpus/x corpus/x".
  while read -r name words; do
    if [ -z "$first" ]; then
      install -m 755 "$folder/${path/:/\/}" "$OUT/$name"
    else
      ln -f "$OUT/$first" "$OUT/$name"
    fi
    first=$name
    cp fuzz/libfuzzer.options "$OUT/$name.options"
    for word in $words; do
      case $word in
        -dict=*) cp "${word#-dict=}" "$OUT/$name.dict" ;;
        *) find "$word" -type f ! -name '*.md' ! -name manifest.json ;;
      esac
    done | zip -q -X "$OUT/${name}_seed_corpus.zip" -@
  done < <(LLVM_PROFILE_FILE=/dev/null "$folder/${path/:/\/}" --list-properties)
done
