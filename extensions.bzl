"""clipguard_deps() of deps.bzl for MODULE.bazel."""

load("//third_party/system:repos.bzl", "system_repos")

def _impl(_module_ctx):
    system_repos(is_module = True)

system_libraries = module_extension(
    doc = "Repositories of libraries that the distribution installs.",
    implementation = _impl,
)
