import { type ReadonlySignal, signal } from '@preact/signals';
import { coalesce } from './coalesce.ts';
import { messageOf, OfflineError } from './errors.ts';
import { shareStructure } from './structural-sharing.ts';

/** What is answered to a question that becomes another one now and then. */
export interface PagedQuery<Value> {
  /** to the question before, until this one is answered; undefined: nothing yet, or this one was refused */
  readonly value: ReadonlySignal<Value | undefined>;
  readonly refusal: ReadonlySignal<string | null>;
  /** Whether the answer is to the question as it is now: a key in it leads on in no other one. */
  isCurrent(): boolean;
  refresh(): Promise<void>;
}

/** Sends a query whenever it changes; `ask` returns undefined to keep the earlier answer. */
export function createPagedQuery<Query, Value>(
  getQuery: () => Query,
  load: (query: Query) => Promise<Value | undefined>,
): PagedQuery<Value> {
  const value = signal<Value | undefined>(undefined);
  const refusal = signal<string | null>(null);
  let answeredQuery: Query | undefined;
  const refresh = coalesce(async () => {
    const query = getQuery();
    try {
      const response = await load(query);
      if (response !== undefined) value.value = shareStructure(value.peek(), response);
      answeredQuery = query;
      refusal.value = null;
    } catch (error) {
      if (error instanceof OfflineError) return;
      // After a failed refresh, the earlier answer is still shown.
      if (answeredQuery !== query) value.value = undefined;
      refusal.value = messageOf(error);
    }
  });
  return { value, refusal, isCurrent: () => answeredQuery === getQuery(), refresh };
}
