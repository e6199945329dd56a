"""wasm_module: a cc_library and all that it needs, as one WebAssembly module.

What is compiled are the sources of Bazel's own targets: no list of them is kept.
"""

load("//build_defs:flags.bzl", "EXACT_COPTS")
load("//build_defs:joined.bzl", "join")

_CLANG = "/usr/bin/clang++-19"

# Debian's packages for clang-19: tools/packages.txt.
_LIBCXX = "/usr/lib/llvm-19/include/wasm32-wasi/c++/v1"
_LIBC = "/usr/include/wasm32-wasi"

_FLAGS = [
    "--target=wasm32-wasi",
    "-Os",
    # The linker sees the module as a whole: what is used once, and what is not used.
    "-flto",
    "-DNDEBUG",
    # Of libsodium.
    "-DNATIVE_LITTLE_ENDIAN",
    "-ffunction-sections",
    "-fdata-sections",
    # `throw` calls __cxa_throw() in module.cc, which never returns, and what a
    # catch would do is left out.
    "-fexceptions",
    "-fignore-exceptions",
    # What platform.h would say is said by this file.
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
    # What is usual, 64 kB, is too little for what nests.
    "-Wl,-z,stack-size=4194304",
    "-Wl,--max-memory=4294967296",
    "-lwasi-emulated-getpid",
    "-lwasi-emulated-mman",
    "-lwasi-emulated-signal",
]

# What the linker makes leaves an eighth of the module to this. The features are
# those that clang takes for granted; the linked module no longer names them.
_SMALLER = [
    "-Oz",
    "--enable-bulk-memory",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
]

# Another instruction set's.
_KERNELS = ["_neon.cc", "_sse2.cc", "_fma.cc", "_avx2.cc", "_avx512.cc"]

_Sources = provider(
    doc = "The C++ files of a target and of what it depends on.",
    fields = ["sources", "headers"],
)

def _collect_impl(_target, ctx):
    files = []
    for name in ["srcs", "hdrs", "textual_hdrs"]:
        files += [
            file
            for file in getattr(ctx.rule.files, name, [])
            # What these join comes by itself: it can be left out.
            if file.is_source or "_joined_" not in file.basename
        ]
    below = [
        dep[_Sources]
        for dep in getattr(ctx.rule.attr, "deps", [])
        if _Sources in dep
    ]
    return [_Sources(
        sources = depset(
            [file for file in files if file.extension == "cc"],
            transitive = [each.sources for each in below],
        ),
        headers = depset(
            [file for file in files if file.extension != "cc"],
            transitive = [each.headers for each in below],
        ),
    )]

_collect = aspect(implementation = _collect_impl, attr_aspects = ["deps"])

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

# What many files include of other projects is read once: build_defs/pch.bzl says
# how, and why. clang writes down where it is: no sandbox, and not for other
# folders.
def _precompile(ctx, flags, headers):
    first = [f for f in ctx.files._pch if f.extension == "h"][0]
    names = [first.path, "wasm/include/absent.h"] + ctx.attr.precompiled
    names.append("build_defs/exact_math.h")
    header = ctx.actions.declare_file(ctx.label.name + "_pch.h")
    ctx.actions.write(
        header,
        "".join(['#include "%s"\n' % name for name in names]),
    )
    out = ctx.actions.declare_file(ctx.label.name + ".pch")
    ctx.actions.run(
        executable = _CLANG,
        arguments = flags + [
            "-fpch-instantiate-templates",
            "-Xclang",
            "-fno-pch-timestamp",
            "-xc++-header",
            header.path,
            "-o",
            out.path,
        ],
        execution_requirements = {
            "no-cache": "1",
            "no-sandbox": "1",
        },
        inputs = depset([first, header], transitive = [headers]),
        mnemonic = "WasmPrecompile",
        outputs = [out],
    )
    return [header, out]

# As the targets have them joined, but without what is left out.
def _join(ctx, sources):
    folders = {}
    for source in sources:
        folders.setdefault(source.dirname, []).append(source)
    joined = []
    for folder, some in folders.items():
        name = "%s/%s/joined" % (ctx.label.name, folder)
        joined += join(ctx, name, some)
    return joined

def _impl(ctx):
    own = ctx.attr.library[_Sources]
    shims = ctx.files.shims
    outside = ctx.files.headers
    folders = [
        [f.path for f in outside if f.path.endswith(end)][0][:-len(end)]
        for end in ["/absl/base/config.h", "/fast_float/fast_float.h", "/zlib.h"]
    ]
    context = ctx.attr.library[CcInfo].compilation_context
    flags = []
    for folder in ([ctx.file.shim.dirname, _LIBCXX, _LIBC] +
                   context.system_includes.to_list() +
                   context.includes.to_list() + folders):
        flags.append("-isystem" + folder)
    headers = depset(shims + outside, transitive = [own.headers, own.sources])

    kept = [
        file
        for file in own.sources.to_list()
        if not _is_left_out(ctx, file)
    ]
    sources = _join(ctx, kept) + ctx.files.srcs + ctx.files.outside
    includes = flags
    flags = _FLAGS + EXACT_COPTS + ["-iquote."] + includes
    precompiled = _precompile(ctx, flags, headers)
    private = [f for f in outside if f.path.endswith("/private/common.h")][0]
    private = private.dirname[:-len("/private")]
    as_c = _FLAGS + includes + ["-xc", "-iquote" + private]
    as_cxx = flags + ["-include-pch", precompiled[1].path]
    objects = []
    for source in sources:
        object = ctx.actions.declare_file(
            "_objs/%s/%s.o" % (ctx.label.name, source.path.replace("/", "_")),
        )
        ctx.actions.run(
            executable = _CLANG,
            arguments = (as_cxx if source.extension == "cc" else as_c) + [
                "-Oz" if _is_small(ctx, source) else "-Os",
                "-c",
                source.path,
                "-o",
                object.path,
            ],
            # Two thousand headers: to lay them out takes as long as to compile.
            execution_requirements = {"no-sandbox": "1"},
            inputs = depset([source] + precompiled, transitive = [headers]),
            mnemonic = "WasmCompile",
            outputs = [object],
            progress_message = "Compiling %s for WebAssembly" % source.short_path,
        )
        objects.append(object)

    args = ctx.actions.args()
    args.add_all(_LINK_FLAGS)
    args.add_all(ctx.attr.exports, format_each = "-Wl,--export=%s")
    args.add_all(objects)
    linked = ctx.actions.declare_file(ctx.label.name + "_linked.wasm")
    args.add("-o", linked)
    ctx.actions.run(
        executable = _CLANG,
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
    attrs = {
        "exports": attr.string_list(doc = "The functions of C that a host calls."),
        "headers": attr.label_list(doc = "Of other projects."),
        "library": attr.label(aspects = [_collect], mandatory = True),
        "out": attr.output(mandatory = True),
        "outside": attr.label_list(
            allow_files = [".c", ".cc"],
            doc = "Sources of other projects; what is not used is left out.",
        ),
        "precompiled": attr.string_list(
            doc = "Headers that are read once, besides //build_defs:std_pch.",
        ),
        "shim": attr.label(
            allow_single_file = True,
            doc = "One of the shims, beside which the others are.",
        ),
        "shims": attr.label_list(
            allow_files = True,
            doc = "Headers for what WASI's library lacks or has too large, " +
                  "found before its own.",
        ),
        "small": attr.string_list(
            doc = "Folders whose code should rather be small than fast.",
        ),
        "srcs": attr.label_list(allow_files = [".cc"]),
        "_pch": attr.label(default = "//build_defs:std_pch"),
        "without": attr.string_list(
            doc = "Sources of ours that are left out, by how their paths begin.",
        ),
    },
)
