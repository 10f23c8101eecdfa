import type { Instant } from '../model/json.ts';

/** How a script ended: `value` is the answer of a precondition, `output` what it printed. */
export type ScriptResult =
  | { readonly ended: 'well'; readonly value: boolean; readonly output: string | null }
  | { readonly ended: 'badly'; readonly error: string; readonly output: string | null };

/** An HTTP request that was made for a script. */
export interface ScriptHttpRequest {
  readonly at: Instant;
  readonly method: string;
  /** with its port where that is not the usual one; nothing else of the address, which may hold secrets */
  readonly host: string;
  /** null: no server has answered */
  readonly status: number | null;
  readonly durationMs: number;
}
