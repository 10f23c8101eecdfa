import type { LineProblem } from './languages.ts';

/** The result of a test run, from `POST /scripts/test`. */
export interface Outcome {
  readonly result?: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly output: string;
  readonly error?: {
    readonly type: string;
    readonly message: string;
    /** The number of the line, starting at 1; 0: unknown. */
    readonly line: number;
    readonly at?: { readonly file: string; readonly line: number };
  };
  /** The variables of the plan, of folders and of the server that the script has set. They are not stored. */
  readonly changedVariables?: Readonly<Record<string, unknown>>;
  readonly statusLine?: string;
  readonly scheduled?: { readonly script: string; readonly seconds: number };
  readonly requests?: readonly {
    readonly method: string;
    readonly url: string;
    readonly recorded: boolean;
    readonly body?: string;
  }[];
  readonly recordingsLeft?: number;
  /** The length of each pause, in milliseconds. */
  readonly pauses?: readonly number[];
  readonly durationMs: number;
}

/** Returns the error of a test run for its line of the script. */
export function problemsOf({ error }: Outcome): readonly LineProblem[] {
  return error === undefined || error.line === 0 ? [] : [{ line: error.line, text: `${error.type}: ${error.message}` }];
}
