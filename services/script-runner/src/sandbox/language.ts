import { readFileSync } from 'node:fs';
import { type Language as Name, recordingMethods } from '@slipway/script-protocol';

/** A language: the code that is evaluated once in every new isolate (or context, see `runs`) before a script. */
export interface Language {
  readonly name: Name;
  /**
   * `compiled`: V8 compiles the script itself, and each run has a context of its own with the globals `__begin`,
   * `__end` and `__printed` (guest/javascript.js). `text`: the guest has `__compile(text)` and `__run(request)`, with
   * texts as input and output, and separates its own runs. The host removes these globals before untrusted code runs.
   */
  readonly runs: 'compiled' | 'text';
  readonly bootstrap: readonly { readonly file: string; readonly code: string }[];
}

/** A file of guest code, by its name in `guest/`; strict, so that its block leaves no names. Throws when it is not there. */
export const sandboxFile = (file: string): { readonly file: string; readonly code: string } => ({
  file,
  code: `'use strict';${readFileSync(new URL(file, import.meta.url), 'utf8')}`,
});

/** The questions and actions of scripts of every language. */
export const recordingFiles: Language['bootstrap'] = [
  ...['questions.js', 'created-objects.js', 'variable-values.js', 'plan-actions.js'].map(sandboxFile),
  ...['resource-actions.js', 'user-risk-file-actions.js', 'template-fields.js'].map(sandboxFile),
  {
    file: 'recording-methods.js',
    code: `globalThis.__recordingMethods = ${JSON.stringify(recordingMethods)};`,
  },
  sandboxFile('action-recorder.js'),
];

/** JavaScript, natively. */
export const javascript: Language = {
  name: 'javascript',
  runs: 'compiled',
  bootstrap: [
    sandboxFile('effects.js'),
    ...recordingFiles,
    ...['hashing-64-bit.js', 'hashing.js', 'text-hashing.js', 'http-requests.js', 'http.js'].map(sandboxFile),
    ...['output-limit.js', 'stored-values.js', 'javascript.js'].map(sandboxFile),
  ],
};
