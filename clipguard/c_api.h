/* Copyright 2026 The clipguard authors
 * SPDX-License-Identifier: Apache-2.0 */

/* clipguard for every language: bytes in, bytes out. No file is opened, no
 * thread started, no exception leaves it.
 *
 *   clipguard_file file = {"a.bin", CLIPGUARD_FILE, bytes, size};
 *   const char* args[] = {"validate", "--format=json", "a.bin"};
 *   clipguard_input input = {args, 3, &file, 1};
 *   clipguard_result* result = clipguard_run(&input);
 *   puts(clipguard_output(result, NULL));   // what the program would print
 *   clipguard_free(result);
 *
 * Arguments are those of the command line, and the results are byte for byte
 * the program's output and files: docs/cli.md is the contract of both. Files
 * are found under the paths that they are given with. The commands are
 * validate, info, sample, convert, repair, optimize, diff, report, explain and
 * help.
 *
 *   sample --format=npz -o out.npz a.bin   columns of float32, with names
 *   convert --to=glb -o out.glb a.bin      out.glb is in clipguard_written()
 *   repair -o out.bin --format=json a.bin  what was changed is the output
 *
 * Flags that need a system are refused: --resources, --shard,
 * --write-baseline and --jobs, as is the report "shard". No configuration is
 * searched for; --config names one of the files given.
 *
 * Thread-compatible: threads may call at a time, each with its own result.
 *
 * Structures stay as they are, in size and order, as long as the major version
 * does: what is ever added comes as a structure and a function of other names.
 * Fields that are not set have to be zero, as {args, 3, &file, 1} makes them.
 */

#ifndef CLIPGUARD_C_API_H_
#define CLIPGUARD_C_API_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kind of a path. */
enum clipguard_kind {
  CLIPGUARD_FILE = 0,
  CLIPGUARD_FOLDER = 1,      /* an empty one, or one not to be looked into */
  CLIPGUARD_FOLDER_LINK = 2, /* a link to a folder */
  CLIPGUARD_LINK_OUT = 3,    /* a link to a file out of the folder searched */
  CLIPGUARD_OTHER = 4        /* neither a file nor a folder */
};

/* A folder needs no entry if a file in it has one. "-" is standard input. */
typedef struct clipguard_file {
  const char* path;     /* UTF-8, with slashes */
  int32_t kind;         /* one of clipguard_kind */
  const uint8_t* bytes; /* null: clipguard_input.load gives them */
  /* Size of `bytes`. If they are to be loaded: the expected size, so that a
   * file above a limit is not loaded. The size that `load` gives may differ,
   * and counts. */
  uint64_t size;
  const char* problem; /* why it cannot be read, or null */
} clipguard_file;

typedef struct clipguard_input {
  const char* const* args; /* the command and what follows it */
  size_t arg_count;
  const clipguard_file* files;
  size_t file_count;
  /* The working directory; null: "/". */
  const char* folder;
  /* Gives the bytes of files[index], in memory of clipguard_allocate(), which
   * it hands over, and their number in `size`, which is 0 before; null if they
   * cannot be read. May be null if all have bytes. Called each time the file is
   * read. */
  uint8_t* (*load)(void* context, size_t index, size_t* size);
  void* context;
} clipguard_input;

typedef struct clipguard_result clipguard_result;

/* Never null, unless not even a result has room in memory; the functions below
 * take null, too. All that `input` points to may go afterwards. REQUIRES:
 * `input` and what it points to are there. */
clipguard_result* clipguard_run(const clipguard_input* input);

/* As the program's: 0, all is well; 1, a file has errors; 2, wrong usage; 3,
 * something could not be done, or memory ran out. For null: 3. If one of `args`
 * is null: 2; if a file's path is null: 3. */
int clipguard_exit_code(const clipguard_result* result);

/* The program's standard output, and its standard error. Ends in a null byte
 * that `size`, which may be null, does not count. For null: empty. It belongs
 * to the result, until clipguard_free(). */
const char* clipguard_output(const clipguard_result* result, size_t* size);
const char* clipguard_messages(const clipguard_result* result, size_t* size);

/* The files that were written, in the order in which they were completed, by
 * their index from 0. For an index out of range: null, and size 0. They belong
 * to the result, too. */
size_t clipguard_written_count(const clipguard_result* result);
const char* clipguard_written_path(const clipguard_result* result,
                                   size_t index);
const uint8_t* clipguard_written(const clipguard_result* result, size_t index,
                                 size_t* size);

/* Null is nothing to free. Each result is to be freed once. */
void clipguard_free(clipguard_result* result);

/* Memory for `load`, to be handed over or released; null if there is none, and
 * null is nothing to release. */
uint8_t* clipguard_allocate(size_t size);
void clipguard_release(uint8_t* bytes);

/* "0.1.0" */
const char* clipguard_version(void);

#ifdef __cplusplus
}
#endif

#endif /* CLIPGUARD_C_API_H_ */
