import type { Instant } from '../model/json.ts';

/** When the lines of a text began. A time applies to its line, counted from 0, and to the next ones. */
export type LineTimes = readonly (readonly [line: number, at: Instant])[];

/** The printed text of a script. */
export interface ScriptOutput {
  readonly output: string | null;
  /** absent: unknown */
  readonly lineTimes?: LineTimes;
}

/** The result of a script. `value` is the result of a precondition. */
export type ScriptResult = ScriptOutput &
  ({ readonly status: 'succeeded'; readonly value: boolean } | { readonly status: 'failed'; readonly error: string });

/** An HTTP request of a script. */
export interface ScriptHttpRequest {
  readonly at: Instant;
  readonly method: string;
  /** the host, with a port other than the default; the rest of the address is omitted because it can contain secrets */
  readonly host: string;
  /** null: no server responded */
  readonly status: number | null;
  readonly durationMs: number;
}
