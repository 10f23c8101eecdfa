import type { Instant } from '../model/json.ts';

/** The result of a script. `value` is the result of a precondition, `output` the printed text. */
export type ScriptResult =
  | { readonly status: 'succeeded'; readonly value: boolean; readonly output: string | null }
  | { readonly status: 'failed'; readonly error: string; readonly output: string | null };

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
