import { readFileSync } from 'node:fs';
import { type Language as Name, recordingMethods } from '@slipway/script-protocol';

/** A language: the code that is evaluated once in every new isolate (or context, see `runs`), before a script. */
export interface Language {
  readonly name: Name;
  /**
   * `compiled`: V8 compiles the script, and each run has its own context with the globals `__begin`, `__end` and
   * `__printed` (sandbox/javascript.js). `text`: the sandbox code has `__compile(text)` and `__run(request)` with texts
   * as input and output, and separates its own runs. The host removes these globals before untrusted code runs.
   */
  readonly runs: 'compiled' | 'text';
  readonly bootstrap: readonly { readonly file: string; readonly code: string }[];
}

/**
 * Reads a file of sandbox code in this folder. Strict mode keeps the names of its block local. Throws if the file does
 * not exist.
 */
export const sandboxFile = (file: string): { readonly file: string; readonly code: string } => ({
  file,
  code: `'use strict';${readFileSync(new URL(file, import.meta.url), 'utf8')}`,
});

/** The requests for data and the actions of scripts of every language. */
export const recordingFiles: Language['bootstrap'] = [
  ...['questions.js', 'created-objects.js', 'variable-values.js', 'plan-actions.js'].map(sandboxFile),
  ...['resource-actions.js', 'user-risk-file-actions.js', 'template-fields.js'].map(sandboxFile),
  {
    file: 'recording-methods.js',
    code: `globalThis.__recordingMethods = ${JSON.stringify(recordingMethods)};`,
  },
  sandboxFile('action-recorder.js'),
];

/** JavaScript, which V8 runs directly. */
export const javascript: Language = {
  name: 'javascript',
  runs: 'compiled',
  bootstrap: [
    ...['effects.js', 'line-times.js'].map(sandboxFile),
    ...recordingFiles,
    ...['hashing-64-bit.js', 'hashing.js', 'text-hashing.js', 'http-requests.js', 'http.js'].map(sandboxFile),
    ...['output-limit.js', 'stored-values.js', 'javascript.js'].map(sandboxFile),
  ],
};
