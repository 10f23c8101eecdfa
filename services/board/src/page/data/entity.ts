import { type ReadonlySignal, signal } from '@preact/signals';
import { Away, Refused, sentenceOf } from './refused.ts';
import { api, ask } from './rest.ts';
import { withSameParts } from './same-parts.ts';
import { together } from './together.ts';

/** What is known of a thing of the server. */
export interface Entity<Value> {
  /** undefined: nothing yet */
  readonly value: ReadonlySignal<Value | undefined>;
  /** The refusal of REST; null: none, or unknown. */
  readonly refusal: ReadonlySignal<string | null>;
  /** Loads it again, after a running request. */
  refresh(): Promise<void>;
  /**
   * Shows the expected value during a change, and then the value of the server. A refused change is reverted. Throws
   * the error of the change.
   */
  foresee(value: Value, done: () => Promise<Value>): Promise<void>;
}

/** An object of the REST API by its path, loaded with the ETag of the known value; null: none. */
export function entity<Value>(path: string | null): Entity<Value> {
  const value = signal<Value | undefined>(undefined);
  const refusal = signal<string | null>(null);
  let tag: string | null = null;
  let foreseen = 0;
  let foresights = 0;
  const refresh = together(async () => {
    if (path === null) return;
    const before = foresights;
    try {
      const answer = await ask<Value>({ method: 'GET', path: api(path), known: tag ?? undefined });
      refusal.value = null;
      // A response from before a change would revert the expected value for a moment.
      if (answer.isKnown || foreseen > 0 || foresights !== before) return;
      tag = answer.tag;
      value.value = withSameParts(value.peek(), answer.value);
    } catch (error) {
      if (error instanceof Refused) refusal.value = sentenceOf(error);
      else if (!(error instanceof Away)) throw error;
    }
  });
  const foresee: Entity<Value>['foresee'] = async (next, done) => {
    const before = value.peek();
    foreseen += 1;
    foresights += 1;
    value.value = next;
    tag = null;
    try {
      value.value = withSameParts(value.peek(), await done());
    } catch (error) {
      value.value = before;
      throw error;
    } finally {
      foreseen -= 1;
      if (foreseen === 0) void refresh();
    }
  };
  return { value, refusal, refresh, foresee };
}
