import { type ReadonlySignal, signal } from '@preact/signals';
import { Away, Refused, sentenceOf } from './refused.ts';
import { api, ask } from './rest.ts';
import { withSameParts } from './same-parts.ts';
import { together } from './together.ts';

/** What is known of a thing of the server. */
export interface Entity<Value> {
  /** undefined: nothing yet */
  readonly value: ReadonlySignal<Value | undefined>;
  /** why there is none, in REST's words; null: there is one, or nobody has said so */
  readonly refusal: ReadonlySignal<string | null>;
  /** Asks for it again, unless it is being asked for: then once more afterwards. */
  refresh(): Promise<void>;
  /**
   * Shows it as it will be while something is done about it, and then as the server says it is. What was refused is taken
   * back. Throws what was thrown.
   */
  foresee(value: Value, done: () => Promise<Value>): Promise<void>;
}

/** A thing of the REST API by its path, asked for with the tag of what is known; null: nobody asks for one. */
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
      // what is foreseen, or was since this was asked, would be seen to go back and forth
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
