/* Copyright 2026 The clipguard authors
 * SPDX-License-Identifier: Apache-2.0 */

/* Uses the C API from C, with bad arguments as well. Arguments: a recording, a
 * character, a state machine. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clipguard/sampling.h"
#include "clipguard/version.h"

static int failures = 0;

#define EXPECT(condition)                                             \
  do {                                                                \
    if (!(condition)) {                                               \
      ++failures;                                                     \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                 \
  } while (0)

typedef struct Bytes {
  uint8_t* data;
  size_t size;
} Bytes;

static Bytes Read(const char* path) {
  Bytes bytes = {NULL, 0};
  FILE* file = fopen(path, "rb");
  if (file == NULL) exit(2);
  fseek(file, 0, SEEK_END);
  bytes.size = (size_t)ftell(file);
  rewind(file);
  bytes.data = malloc(bytes.size);
  if (fread(bytes.data, 1, bytes.size, file) != bytes.size) exit(2);
  fclose(file);
  return bytes;
}

/* True if the values are still as Fill() set them. */
static int Untouched(const float* values, size_t count) {
  size_t i;
  for (i = 0; i < count; ++i) {
    if (values[i] != 7) return 0;
  }
  return 1;
}

static void Fill(float* values, size_t count) {
  size_t i;
  for (i = 0; i < count; ++i) values[i] = 7;
}

static void TestRecording(const char* path) {
  const Bytes bytes = Read(path);
  float values[395];
  size_t i;
  clipguard_findings* findings = NULL;
  clipguard_recording* recording = NULL;
  clipguard_sampler* sampler = NULL;
  clipguard_recording_info info = {0};
  EXPECT(clipguard_recording_open(bytes.data, bytes.size, &recording,
                                  &findings) == CLIPGUARD_OK);
  EXPECT(recording != NULL);

  EXPECT(clipguard_recording_get_info(recording, &info) ==
         CLIPGUARD_BAD_ARGUMENT);
  info.struct_size = sizeof(info) - 1;
  EXPECT(clipguard_recording_get_info(recording, &info) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(info.curves == 0);
  info.struct_size = 10 * sizeof(info);
  EXPECT(clipguard_recording_get_info(recording, &info) == CLIPGUARD_OK);
  EXPECT(info.struct_size == sizeof(info));
  EXPECT(info.curves > 0 && info.curves <= 395 && info.duration > 0);
  EXPECT(clipguard_recording_get_info(recording, NULL) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_recording_get_info(NULL, &info) == CLIPGUARD_BAD_ARGUMENT);

  for (i = 0; i < info.curves; ++i) {
    EXPECT(clipguard_recording_curve_name(recording, i)[0] != '\0');
  }
  EXPECT(clipguard_recording_curve_name(recording, info.curves) == NULL);
  EXPECT(clipguard_recording_curve_name(recording, SIZE_MAX) == NULL);
  EXPECT(clipguard_recording_curve_name(NULL, 0) == NULL);

  EXPECT(clipguard_sampler_of_recording(NULL, &sampler) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_sampler_of_recording(recording, NULL) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_sampler_of_recording(recording, &sampler) == CLIPGUARD_OK);
  Fill(values, 395);
  EXPECT(clipguard_sampler_sample(sampler, 0.5f, values, info.curves - 1) ==
         CLIPGUARD_TOO_SMALL);
  EXPECT(clipguard_sampler_sample(sampler, 0.5f, values, 0) ==
         CLIPGUARD_TOO_SMALL);
  EXPECT(clipguard_sampler_sample(sampler, (float)NAN, values, 395) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_sampler_sample(sampler, (float)-INFINITY, values, 395) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_sampler_sample(sampler, 0, NULL, 395) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_sampler_sample(NULL, 0, values, 395) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(Untouched(values, 395));
  EXPECT(clipguard_sampler_sample(sampler, 0.5f, values, info.curves) ==
         CLIPGUARD_OK);
  EXPECT(!Untouched(values, info.curves));
  EXPECT(Untouched(values + info.curves, 395 - info.curves));
  clipguard_sampler_free(sampler);
  clipguard_recording_free(recording);
  clipguard_findings_free(findings);

  /* An empty file, and half a file. */
  recording = (clipguard_recording*)values;
  EXPECT(clipguard_recording_open(NULL, 0, &recording, &findings) ==
         CLIPGUARD_UNSOUND);
  EXPECT(recording == NULL && clipguard_findings_count(findings) == 1);
  clipguard_findings_free(findings);
  EXPECT(clipguard_recording_open(bytes.data, bytes.size / 2, &recording,
                                  NULL) == CLIPGUARD_UNSOUND);
  EXPECT(clipguard_recording_open(bytes.data, bytes.size / 2, &recording,
                                  &findings) == CLIPGUARD_UNSOUND);
  {
    clipguard_finding finding = {0};
    finding.struct_size = sizeof(finding);
    EXPECT(clipguard_findings_count(findings) > 0);
    EXPECT(clipguard_findings_get(findings, 0, &finding) == CLIPGUARD_OK);
    EXPECT(finding.is_error && finding.count >= 1 && finding.line == 0);
    EXPECT(strlen(finding.code) > 0 && strlen(finding.message) > 0);
    EXPECT(strlen(finding.advice) > 0 && strlen(finding.model) == 0);
    EXPECT(clipguard_findings_get(findings, 0, NULL) == CLIPGUARD_BAD_ARGUMENT);
    EXPECT(clipguard_findings_get(findings, SIZE_MAX, &finding) ==
           CLIPGUARD_BAD_ARGUMENT);
    EXPECT(clipguard_findings_get(NULL, 0, &finding) == CLIPGUARD_BAD_ARGUMENT);
    EXPECT(clipguard_findings_count(NULL) == 0);
  }
  clipguard_findings_free(findings);
  clipguard_findings_free(NULL);
  EXPECT(clipguard_recording_open(NULL, 1, &recording, NULL) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_recording_open(bytes.data, bytes.size, NULL, NULL) ==
         CLIPGUARD_BAD_ARGUMENT);
  clipguard_recording_free(NULL);
  free(bytes.data);
}

static void TestCharacter(const char* path) {
  const Bytes bytes = Read(path);
  clipguard_character* character = NULL;
  clipguard_sampler* sampler = NULL;
  clipguard_clip_info clip = {sizeof(clip), NULL, 0, 0};
  float* transforms;
  size_t room;
  EXPECT(clipguard_character_open(bytes.data, bytes.size, &character, NULL) ==
         CLIPGUARD_OK);
  free(bytes.data);
  room = 16 * clipguard_character_bones(character);
  EXPECT(room > 0 && clipguard_character_clips(character) > 0);
  EXPECT(clipguard_character_get_clip(character, 0, &clip) == CLIPGUARD_OK);
  EXPECT(clip.name != NULL && clip.end > clip.start);
  EXPECT(clipguard_character_get_clip(character, SIZE_MAX, &clip) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_character_get_clip(NULL, 0, &clip) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_character_parent(character, 0) == -1);
  EXPECT(clipguard_character_parent(character, SIZE_MAX) == -1);
  EXPECT(clipguard_character_parent(NULL, 0) == -1);
  EXPECT(clipguard_character_bones(NULL) == 0);
  EXPECT(clipguard_character_clips(NULL) == 0);

  EXPECT(clipguard_sampler_of_character(character, SIZE_MAX, &sampler) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_sampler_of_character(NULL, 0, &sampler) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_sampler_of_character(character, 0, NULL) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_sampler_of_character(character, 0, &sampler) ==
         CLIPGUARD_OK);
  transforms = malloc(room * sizeof(float));
  Fill(transforms, room);
  EXPECT(clipguard_sampler_sample(sampler, 0, transforms, room - 1) ==
         CLIPGUARD_TOO_SMALL);
  EXPECT(clipguard_sampler_sample(sampler, (float)NAN, transforms, room) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_sampler_sample(sampler, 0, NULL, room) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_sampler_sample(NULL, 0, transforms, room) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(Untouched(transforms, room));
  EXPECT(clipguard_sampler_sample(sampler, 0, transforms, room) ==
         CLIPGUARD_OK);
  EXPECT(!Untouched(transforms, room));
  free(transforms);
  clipguard_sampler_free(sampler);
  clipguard_sampler_free(NULL);
  clipguard_character_free(character);
  clipguard_character_free(NULL);
}

static const uint8_t* NoArmature(void* context, const char* model,
                                 size_t* size) {
  ++*(int*)context;
  EXPECT(strchr(model, ':') != NULL && *size == 0);
  return NULL;
}

static const uint8_t* BadArmature(void* context, const char* model,
                                  size_t* size) {
  (void)model;
  *size = 1;
  return context;
}

static void TestMachine(const char* path) {
  const Bytes bytes = Read(path);
  clipguard_machine* machine = NULL;
  clipguard_findings* findings = NULL;
  clipguard_event event = {sizeof(event), NULL, 0};
  float value = 7;
  int asked = 0;
  EXPECT(clipguard_machine_open(bytes.data, bytes.size, BadArmature, "[",
                                &machine, &findings) == CLIPGUARD_UNSOUND);
  EXPECT(machine == NULL);
  {
    clipguard_finding finding = {0};
    finding.struct_size = sizeof(finding);
    EXPECT(clipguard_findings_get(findings, 0, &finding) == CLIPGUARD_OK);
    EXPECT(finding.is_error && strlen(finding.model) > 0 && finding.line == 1);
  }
  clipguard_findings_free(findings);
  EXPECT(clipguard_machine_open(bytes.data, bytes.size, NoArmature, &asked,
                                &machine, NULL) == CLIPGUARD_OK);
  EXPECT(asked == 1);
  clipguard_machine_free(machine);
  EXPECT(clipguard_machine_open(bytes.data, bytes.size, NULL, NULL, &machine,
                                NULL) == CLIPGUARD_OK);
  free(bytes.data);

  EXPECT(clipguard_machine_count(machine, CLIPGUARD_STATES) > 1);
  EXPECT(clipguard_machine_count(machine, CLIPGUARD_JOINTS) == 0);
  EXPECT(clipguard_machine_count(machine, (clipguard_part)3) == 0);
  EXPECT(clipguard_machine_count(NULL, CLIPGUARD_STATES) == 0);
  EXPECT(clipguard_machine_name(machine, CLIPGUARD_STATES, SIZE_MAX) == NULL);
  EXPECT(clipguard_machine_name(NULL, CLIPGUARD_STATES, 0) == NULL);
  EXPECT(clipguard_machine_state(machine)[0] != '\0');
  EXPECT(clipguard_machine_state(NULL) == NULL);

  EXPECT(clipguard_machine_go(machine, "nowhere") == CLIPGUARD_NOT_FOUND);
  EXPECT(clipguard_machine_message(machine)[0] != '\0');
  EXPECT(clipguard_machine_go(machine, clipguard_machine_state(machine)) ==
         CLIPGUARD_NOT_LISTED);
  EXPECT(clipguard_machine_go(machine, NULL) == CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_machine_go(NULL, "open") == CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_machine_set_input(machine, "nothing", 0) ==
         CLIPGUARD_NOT_FOUND);
  EXPECT(clipguard_machine_set_input(machine, "click", (float)NAN) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_machine_set_input(machine, NULL, 0) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_machine_set_input(NULL, "click", 0) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_machine_step(machine, (float)NAN) == CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_machine_step(NULL, 0) == CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_machine_step(machine, 0) == CLIPGUARD_OK);
  EXPECT(clipguard_machine_message(machine)[0] == '\0');
  EXPECT(clipguard_machine_get_event(machine, SIZE_MAX, &event) ==
         CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_machine_event_count(NULL) == 0);
  EXPECT(clipguard_machine_sample(machine, NULL, 0) == CLIPGUARD_OK);
  EXPECT(clipguard_machine_sample(machine, &value, 1) == CLIPGUARD_OK);
  EXPECT(value == 7);
  EXPECT(clipguard_machine_sample(NULL, &value, 1) == CLIPGUARD_BAD_ARGUMENT);
  EXPECT(clipguard_machine_message(NULL)[0] == '\0');
  clipguard_machine_free(machine);
  clipguard_machine_free(NULL);
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  EXPECT(clipguard_sampling_version() == CLIPGUARD_VERSION);
  TestRecording(argv[1]);
  TestCharacter(argv[2]);
  TestMachine(argv[3]);
  return failures != 0;
}
