/* Copyright 2026 The clipguard authors
 * SPDX-License-Identifier: Apache-2.0 */

/* A C API for playback: open a recording, a character or a state machine from
 * bytes, list its names, and sample a pose at a time into your own memory. Part
 * of libclipguard.a; C99 or later, and C++.
 *
 *   clipguard_recording* recording;
 *   clipguard_recording_open(bytes, size, &recording, NULL);
 *   clipguard_sampler* sampler;
 *   clipguard_sampler_of_recording(recording, &sampler);
 *   clipguard_sampler_sample(sampler, 0.5f, values, 395);
 *   clipguard_sampler_free(sampler);
 *   clipguard_recording_free(recording);
 *
 * docs/library.md has a program to copy. Values have the same bits as those of
 * the C++ library, whatever the thread's floating-point environment is.
 *
 * Errors: functions that can fail return a clipguard_status. An open function
 * that fails sets the handle to null; any other function that fails writes
 * nothing.
 *
 * Pointers: every pointer may be null. A null handle counts as empty, and
 * freeing it does nothing. Free each other handle once.
 *
 * Strings: they end in a null byte, belong to their handle, and are UTF-8 if
 * the file's are.
 *
 * Threads: any number of threads may use one recording, one character or one
 * list of findings at once. A sampler or a machine is for one thread at a time.
 *
 * Memory: sampling a recording or a character allocates nothing. Stepping and
 * sampling a machine does.
 *
 * Versions: structures begin with their size, which the caller sets. The
 * library writes no more than that, and sets it to the number of bytes that it
 * has written. */

#ifndef CLIPGUARD_SAMPLING_H_
#define CLIPGUARD_SAMPLING_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum clipguard_status {
  CLIPGUARD_OK = 0,
  /* A null pointer, a time that is not finite, an index out of range, or a
   * structure that is too small. */
  CLIPGUARD_BAD_ARGUMENT = 1,
  CLIPGUARD_TOO_SMALL = 2, /* `room` is too small for a pose */
  CLIPGUARD_NO_MEMORY = 3,
  CLIPGUARD_UNSOUND = 4,    /* the file has errors; see its findings */
  CLIPGUARD_NOT_FOUND = 5,  /* no state or input has that name */
  CLIPGUARD_NOT_LISTED = 6, /* no such transition is listed */
  CLIPGUARD_STEP_FAILED = 7 /* clipguard_machine_message() says why */
} clipguard_status;

/* The library's CLIPGUARD_VERSION (clipguard/version.h): 100 is 0.1.0. */
int32_t clipguard_sampling_version(void);

/* ---- Findings: a file's errors and warnings. */

typedef struct clipguard_findings clipguard_findings;

typedef struct clipguard_finding {
  size_t struct_size;
  int32_t is_error;    /* 0: a warning */
  uint32_t line;       /* from 1; 0 in binary formats */
  uint32_t column;     /* likewise */
  uint64_t offset;     /* first byte */
  uint64_t length;     /* in bytes */
  uint64_t count;      /* occurrences */
  const char* code;    /* stable: "KEY_TIME_NOT_FINITE" */
  const char* path;    /* "camera.position.x.keys[3].time" */
  const char* message; /* for people */
  const char* advice;  /* how to fix it */
  const char* model;   /* the model whose armature it is in, or "" */
} clipguard_finding;

size_t clipguard_findings_count(const clipguard_findings* findings);
clipguard_status clipguard_findings_get(const clipguard_findings* findings,
                                        size_t index,
                                        clipguard_finding* finding);
void clipguard_findings_free(clipguard_findings* findings);

/* ---- Recordings of MRTK, and captures of Unity's XR Hands. */

typedef struct clipguard_recording clipguard_recording;

typedef struct clipguard_recording_info {
  size_t struct_size;
  size_t curves;  /* at most 395 */
  float duration; /* seconds */
  int32_t has_camera;
  int32_t has_hands;
  int32_t has_gaze;
} clipguard_recording_info;

/* `bytes` are not copied: they must stay unchanged until the recording is
 * freed. `findings` may be null. Otherwise it is set to a list, even for a
 * sound file, or to null if there are no findings. */
clipguard_status clipguard_recording_open(const uint8_t* bytes, size_t size,
                                          clipguard_recording** recording,
                                          clipguard_findings** findings);
clipguard_status clipguard_recording_get_info(
    const clipguard_recording* recording, clipguard_recording_info* info);

/* "camera.position.x", "hands.left.IndexTip.rotation.w". */
const char* clipguard_recording_curve_name(const clipguard_recording* recording,
                                           size_t curve);

void clipguard_recording_free(clipguard_recording* recording);

/* ---- Characters: .m3d. */

typedef struct clipguard_character clipguard_character;

typedef struct clipguard_clip_info {
  size_t struct_size;
  const char* name;
  float start; /* seconds: the first key, */
  float end;   /* and the last; outside nothing moves */
} clipguard_clip_info;

/* `bytes` may be freed after the call. `findings`: see
 * clipguard_recording_open(). */
clipguard_status clipguard_character_open(const uint8_t* bytes, size_t size,
                                          clipguard_character** character,
                                          clipguard_findings** findings);
size_t clipguard_character_bones(const clipguard_character* character);
size_t clipguard_character_clips(const clipguard_character* character);
clipguard_status clipguard_character_get_clip(
    const clipguard_character* character, size_t clip,
    clipguard_clip_info* info);

/* The parent bone, which has a lower index; -1 for a root. */
int32_t clipguard_character_parent(const clipguard_character* character,
                                   size_t bone);
void clipguard_character_free(clipguard_character* character);

/* ---- Samplers: poses of a recording or of a character's clip. The recording
 * or character must outlive its samplers. Sampling in order of time is
 * fastest. */

typedef struct clipguard_sampler clipguard_sampler;

clipguard_status clipguard_sampler_of_recording(
    const clipguard_recording* recording, clipguard_sampler** sampler);
clipguard_status clipguard_sampler_of_character(
    const clipguard_character* character, size_t clip,
    clipguard_sampler** sampler);

/* Writes a pose to `values`, which has room for `room` floats.
 *
 * Recordings: values[i] is the value of curve i, in this order:
 *   camera     7 floats: position x y z in metres, in Unity's left-handed
 *              space with y up; rotation x y z w, of unit length
 *   hands      left tracked, right tracked, left pinch, right pinch: 0 or 1;
 *              then 27 joints of the left hand and 27 of the right hand, with
 *              7 floats each, as for the camera
 *   gaze       6 floats: origin x y z in metres; direction x y z, of unit
 *              length
 * Parts that the recording lacks are left out. Before a curve's first key and
 * after its last one, its wrap modes apply.
 *
 * Characters: 16 floats for each bone, a matrix that takes a vertex from the
 * bind pose to the clip's pose. It is row-major and for row vectors: elements
 * 12 to 14 are the translation. */
clipguard_status clipguard_sampler_sample(clipguard_sampler* sampler,
                                          float time, float* values,
                                          size_t room);
void clipguard_sampler_free(clipguard_sampler* sampler);

/* ---- State machines of Forge. */

typedef struct clipguard_machine clipguard_machine;

typedef enum clipguard_part {
  CLIPGUARD_STATES = 0,
  CLIPGUARD_INPUTS = 1, /* values that the game's code supplies */
  CLIPGUARD_JOINTS = 2  /* the joints of all armatures */
} clipguard_part;

typedef struct clipguard_event {
  size_t struct_size;
  const char* name; /* valid until the next step */
  float offset;     /* how long ago, in clip time */
} clipguard_event;

/* Returns the JSON text of a model's armature and sets its size, or returns
 * null if the model has none and does not move. `model` is "domain:path".
 * Called once for each model, during clipguard_machine_open(); the text must
 * stay until that returns. The callback must not throw. */
typedef const uint8_t* (*clipguard_find_armature)(void* context,
                                                  const char* model,
                                                  size_t* size);

/* `find` may be null; then nothing moves. An armature with errors makes the
 * machine unsound. `bytes` may be freed after the call. `findings`: see
 * clipguard_recording_open(). */
clipguard_status clipguard_machine_open(const uint8_t* bytes, size_t size,
                                        clipguard_find_armature find,
                                        void* context,
                                        clipguard_machine** machine,
                                        clipguard_findings** findings);
size_t clipguard_machine_count(const clipguard_machine* machine,
                               clipguard_part part);
const char* clipguard_machine_name(const clipguard_machine* machine,
                                   clipguard_part part, size_t index);

/* The current state's name. */
const char* clipguard_machine_state(const clipguard_machine* machine);

clipguard_status clipguard_machine_set_input(clipguard_machine* machine,
                                             const char* name, float value);

/* Transitions to a state. */
clipguard_status clipguard_machine_go(clipguard_machine* machine,
                                      const char* state);

/* Applies the current state at a time, in seconds, and handles the events since
 * the last step, which may change the state. After a failed step the machine
 * can go on. */
clipguard_status clipguard_machine_step(clipguard_machine* machine, float time);

/* The events of the last step, the latest first. */
size_t clipguard_machine_event_count(const clipguard_machine* machine);
clipguard_status clipguard_machine_get_event(const clipguard_machine* machine,
                                             size_t index,
                                             clipguard_event* event);

/* Writes the joints' matrices at the last step to `matrices`, which has room
 * for `room` floats: 16 for each joint, in blocks (1 is the edge of a block). A
 * matrix is row-major and for column vectors: elements 3, 7 and 11 are the
 * translation. */
clipguard_status clipguard_machine_sample(clipguard_machine* machine,
                                          float* matrices, size_t room);

/* Explains the last error of this machine; empty after a success. The text
 * lasts until the next call on this machine. */
const char* clipguard_machine_message(const clipguard_machine* machine);
void clipguard_machine_free(clipguard_machine* machine);

#ifdef __cplusplus
}
#endif

#endif /* CLIPGUARD_SAMPLING_H_ */
