"""windows_program: a cc_library and all that it needs, as a program for Windows.

For x86-64. The headers and libraries are those of Debian's g++ for it (mingw-w64);
the compiler is the one that makes the program for Linux, whose vectors stay aligned
on this system's stacks (g++'s bug 54412).
"""

load("//build_defs:cross.bzl", "CLANG", "CROSS_ATTRS", "cross_objects")
load("//build_defs:kernels.bzl", "KERNELS", "VECTOR_COPTS")

_FLAGS = [
    "--target=x86_64-w64-mingw32",
    "-O2",
    "-DNDEBUG",
    # As g++'s library has what a thread owns.
    "-femulated-tls",
    # Windows 10.
    "-D_WIN32_WINNT=0x0A00",
    "-DNOMINMAX",
    "-DWIN32_LEAN_AND_MEAN",
    # For libsodium and libpng.
    "-DNATIVE_LITTLE_ENDIAN",
    "-DPNG_INTEL_SSE_OPT=0",
    # As on Linux: neighbours share a unit whatever their types are.
    "-mno-ms-bitfields",
    "-D_CRT_RAND_S",
    # Its header of intrinsics is at odds with that of mingw-w64.
    "-DABSL_USE_UNSCALED_CYCLECLOCK=0",
    "-ffunction-sections",
    "-fdata-sections",
    # Replaces the contents of platform.h.
    "-DCLIPGUARD_PLATFORM_H_",
    "-Dmain=ClipguardMain",
    # As in any other build of ours, which shows the warnings.
    "-w",
]

_LINK_FLAGS = [
    "--target=x86_64-w64-mingw32",
    "-fuse-ld=lld",
    "-static",
    "-municode",
    "-Wl,--gc-sections",
    "-Wl,--strip-all",
    # The same program from the same sources.
    "-Wl,--no-insert-timestamp",
    # As on Linux: what is usual, 2 MB, is too little for what nests.
    "-Wl,--stack,8388608",
]

_LIBRARIES = [
    "-lpthread",
    "-lshell32",
]

# That of a source's name, which ends in "_KERNEL.cc".
def _kernel_of(source):
    return source.basename[:-len(".cc")].rpartition("_")[2]

def _is_kernel(source):
    kernel = _kernel_of(source)
    return kernel == "scalar" or kernel in KERNELS

def _is_left_out(ctx, source):
    if _kernel_of(source) == "neon":
        return True
    return any([source.short_path.startswith(start) for start in ctx.attr.without])

def _copts(_ctx, source):
    if not _is_kernel(source):
        return []
    kernel = _kernel_of(source)
    return VECTOR_COPTS + (KERNELS[kernel].copts if kernel in KERNELS else [])

def _impl(ctx):
    shims = [f for f in ctx.files.shims if f.basename == "poll.h"][0].dirname
    objects = cross_objects(
        ctx,
        _FLAGS,
        [shims],
        "windows/posix.h",
        _is_left_out,
        _is_kernel,
        _copts,
    )
    resource = ctx.actions.declare_file(ctx.label.name + "_resource.o")
    ctx.actions.run(
        executable = "/usr/bin/x86_64-w64-mingw32-windres",
        arguments = [ctx.file.resource.path, resource.path],
        env = {"PATH": "/usr/bin"},  # windres looks for the preprocessor there
        inputs = [ctx.file.resource] + ctx.files.resource_files,
        mnemonic = "Windres",
        outputs = [resource],
    )
    args = ctx.actions.args()
    args.add_all(_LINK_FLAGS)
    args.add_all(objects + [resource])
    args.add_all(_LIBRARIES)
    args.add("-o", ctx.outputs.out)
    ctx.actions.run(
        executable = CLANG,
        arguments = [args],
        env = {"PATH": "/usr/bin:/usr/lib/llvm-19/bin"},  # for the linker
        inputs = objects + [resource],
        mnemonic = "WindowsLink",
        outputs = [ctx.outputs.out],
    )
    return [DefaultInfo(files = depset([ctx.outputs.out]))]

windows_program = rule(
    implementation = _impl,
    attrs = dict(CROSS_ATTRS, **{
        "resource": attr.label(
            allow_single_file = [".rc"],
            doc = "What the system reads of the program.",
            mandatory = True,
        ),
        "resource_files": attr.label_list(
            allow_files = True,
            doc = "What that includes.",
        ),
    }),
)
