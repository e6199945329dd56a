"""Dependencies of a workspace that uses clipguard: clipguard_deps().

docs/library.md has the rest of the set-up, which is to name the repository.
"""

load("//third_party/stand_ins:stand_ins.bzl", "stand_ins")
load("//third_party/system:repos.bzl", "system_repos")

def clipguard_deps(with_stand_ins = None):
    """Declares the repositories that clipguard is built from.

    A repository that the workspace has declared before is taken as it is; so
    call this last if you have an absl of your own.

    Args:
      with_stand_ins: whether to replace @rules_cc and others, which Bazel's
        releases download, by stand-ins of a few lines. Unless it is said: only
        for Debian's Bazel, which has no version number.
    """
    if with_stand_ins == None:
        with_stand_ins = not native.bazel_version
    if with_stand_ins:
        stand_ins()
    system_repos()
