// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

/** The bytes of a file or, in Node, its path. */
export type Input = Uint8Array | ArrayBuffer | ArrayBufferView | string;

/**
 * Flags of the command line, in camel case: `{failOn: 'warning'}` is
 * `--fail-on=warning`, `{strict: true}` is `--strict`, and a list gives a flag
 * several times. `name` is what the file is called; without it, "file" or the path.
 */
export interface Options {
  name?: string;
  as?: 'mrtk' | 'm3d' | 'forge-asm' | 'forge-armature' | 'xr-hands';
  layout?: 'auto' | 'compact' | 'full';
  limit?: string | string[];
  [flag: string]: string | number | boolean | string[] | undefined;
}

export interface Finding {
  code: string;
  severity: 'error' | 'warning';
  offset: number;
  length: number;
  line?: number;
  column?: number;
  path: string;
  message: string;
  count: number;
  places?: string;
}

export interface Verdict {
  file: string;
  format: 'mrtk' | 'm3d' | 'forge-asm' | 'forge-armature' | 'xr-hands' | null;
  version: string | null;
  layout: string | null;
  bytes: number;
  valid: boolean;
  errors: number;
  warnings: number;
  findings: Finding[];
  dropped?: number;
}

/** A column for each number, in metres, degrees or as docs/cli.md says; NaN is
 * what was not recorded. Texts are columns of strings. */
export interface Table {
  rows: number;
  columns: Record<string, Float32Array | string[]>;
}

export interface Changed {
  /** Null if nothing was written; the report says why. */
  bytes: Uint8Array | null;
  report: Record<string, unknown>;
}

export interface Ran {
  exitCode: number;
  output: string;
  messages: string;
  written: {path: string; bytes: Uint8Array}[];
}

/** Thrown if the arguments are invalid, or the work could not be done. */
export class ClipguardError extends Error {
  exitCode: number;
}

/** The module could not go on. The next call has a fresh one. */
export class ClipguardTrap extends Error {
  file: string | null;
}

/** Gets the module ready; `source` is an address, its bytes, or compiled. */
export function load(
  source?: string | URL | BufferSource | WebAssembly.Module,
): Promise<unknown>;

export function validate(input: Input, options?: Options): Promise<Verdict>;
export function info(
  input: Input,
  options?: Options,
): Promise<Record<string, unknown>>;
export function sample(
  input: Input,
  options: Options & ({fps: number | string} | {times: string}),
): Promise<Table>;
export function convert(
  input: Input,
  options: Options & {
    to: 'glb' | 'json' | 'csv' | 'bedrock' | 'mrtk' | 'handsbin' | 'iwer' | 'm3d' | 'forge';
  },
): Promise<Changed>;
export function repair(input: Input, options?: Options): Promise<Changed>;
export function optimize(input: Input, options?: Options): Promise<Changed>;
export function diff(
  a: Input,
  b: Input,
  options?: Omit<Options, 'name'> & {names?: [string, string]},
): Promise<Record<string, unknown>>;
/** The page of `clipguard report` about a file, or about several by their paths. */
export function report(
  input: Input | Record<string, Input>,
  options?: Options,
): Promise<string>;
export function explain(code: string): Promise<Record<string, unknown>>;

/** Runs a command of the program on files given by their paths. */
export function run(
  args: string[],
  files?: Record<string, Input>,
): Promise<Ran>;
