"""wasm_module: a cc_library and all that it needs, as one WebAssembly module."""

load("//build_defs:cross.bzl", "CLANG", "CROSS_ATTRS", "cross_objects")

# Debian's packages for clang-19: tools/packages.txt.
_LIBCXX = "/usr/lib/llvm-19/include/wasm32-wasi/c++/v1"
_LIBC = "/usr/include/wasm32-wasi"

_FLAGS = [
    "--target=wasm32-wasi",
    "-Os",
    # The linker sees the module as a whole: what is used once, and what is not used.
    "-flto",
    "-DNDEBUG",
    # For libsodium.
    "-DNATIVE_LITTLE_ENDIAN",
    "-ffunction-sections",
    "-fdata-sections",
    # `throw` calls __cxa_throw() in module.cc, which never returns, and what a
    # catch would do is left out.
    "-fexceptions",
    "-fignore-exceptions",
    # Replaces the contents of platform.h.
    "-DCLIPGUARD_PLATFORM_H_",
    "-D_WASI_EMULATED_GETPID",
    "-D_WASI_EMULATED_MMAN",
    "-D_WASI_EMULATED_SIGNAL",
    # As in any other build of ours, which shows the warnings.
    "-w",
    # Without it, glibc's headers would be found.
    "-nostdlibinc",
]

_LINK_FLAGS = [
    "--target=wasm32-wasi",
    "-mexec-model=reactor",
    "-Wl,--gc-sections",
    "-Wl,--lto-O2",
    # Inlines nothing that makes the module larger.
    "-Wl,-mllvm,-inline-threshold=0",
    "-Wl,--strip-all",
    # The default stack, 64 kB, is too small for nested files.
    "-Wl,-z,stack-size=4194304",
    "-Wl,--max-memory=4294967296",
    "-lwasi-emulated-getpid",
    "-lwasi-emulated-mman",
    "-lwasi-emulated-signal",
]

# The linker's output shrinks by an eighth with these. The features are those
# that clang takes for granted; the linked module no longer names them.
_SMALLER = [
    "-Oz",
    "--enable-bulk-memory",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
]

# Another instruction set's.
_KERNELS = ["_neon.cc", "_sse2.cc", "_fma.cc", "_avx2.cc", "_avx512.cc"]

def _is_small(ctx, source):
    path = source.short_path
    joined = "wasm/%s/" % ctx.label.name
    if path.startswith(joined):
        path = path[len(joined):]
    return any([path.startswith(folder + "/") for folder in ctx.attr.small])

def _is_left_out(ctx, source):
    if any([source.path.endswith(end) for end in _KERNELS]):
        return True
    return any([source.short_path.startswith(start) for start in ctx.attr.without])

def _never_alone(_source):
    return False

def _copts(ctx, source):
    return ["-Oz" if _is_small(ctx, source) else "-Os"]

def _impl(ctx):
    objects = cross_objects(
        ctx,
        _FLAGS,
        [ctx.file.shim.dirname, _LIBCXX, _LIBC],
        "wasm/include/absent.h",
        _is_left_out,
        _never_alone,
        _copts,
    )
    args = ctx.actions.args()
    args.add_all(_LINK_FLAGS)
    args.add_all(ctx.attr.exports, format_each = "-Wl,--export=%s")
    args.add_all(objects)
    linked = ctx.actions.declare_file(ctx.label.name + "_linked.wasm")
    args.add("-o", linked)
    ctx.actions.run(
        executable = CLANG,
        arguments = [args],
        env = {"PATH": "/usr/bin"},  # clang looks for the linker there
        inputs = objects,
        mnemonic = "WasmLink",
        outputs = [linked],
    )
    ctx.actions.run(
        executable = "/usr/bin/wasm-opt",
        arguments = _SMALLER + [linked.path, "-o", ctx.outputs.out.path],
        inputs = [linked],
        mnemonic = "WasmOptimize",
        outputs = [ctx.outputs.out],
    )
    return [DefaultInfo(files = depset([ctx.outputs.out]))]

wasm_module = rule(
    implementation = _impl,
    attrs = dict(CROSS_ATTRS, **{
        "exports": attr.string_list(doc = "The functions of C that a host calls."),
        "shim": attr.label(
            allow_single_file = True,
            doc = "One of the shims, beside which the others are.",
        ),
        "small": attr.string_list(
            doc = "Folders whose code should rather be small than fast.",
        ),
    }),
)
