import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { OutlookAnswer } from '@slipway/wire';
import { returns } from '../../data/connection.ts';
import { Away, Refused } from '../../data/refused.ts';
import { read } from '../../data/rest.ts';
import { withSameParts } from '../../data/same-parts.ts';
import { together } from '../../data/together.ts';
import { watch } from '../../live/wants.ts';
import { lastOf } from '../../place/ids.ts';

/** How far releases have come and when they would end, of those that somebody has had before their eyes. */
export interface Outlooks {
  /** undefined: nobody has said so yet; by the last segment of an id */
  of(id: string): ReadonlySignal<OutlookAnswer | undefined>;
  /** Keeps one up to date from now on, until what is answered is called. */
  follow(id: string): () => void;
}

/** How long ids are gathered, in milliseconds: all that come together are one request. */
const gatherMs = 30;
/** The most that REST is asked for at once. */
const mostAsked = 100;

export function createOutlooks(): Outlooks {
  const known = new Map<string, Signal<OutlookAnswer | undefined>>();
  const due = new Set<string>();
  let timer: number | undefined;
  const of = (id: string): Signal<OutlookAnswer | undefined> => {
    const one = known.get(id) ?? signal<OutlookAnswer | undefined>(undefined);
    known.set(id, one);
    return one;
  };
  const ask = together(async () => {
    const ids = [...due].slice(0, mostAsked);
    if (ids.length === 0) return;
    for (const id of ids) due.delete(id);
    try {
      for (const one of await read<readonly OutlookAnswer[]>('/releases/outlook', ids)) {
        const outlook = of(lastOf(one.id));
        outlook.value = withSameParts(outlook.peek(), one);
      }
    } catch (error) {
      // all are asked for again when the server is back
      if (!(error instanceof Away || error instanceof Refused)) throw error;
    }
    if (due.size > 0) void ask();
  });
  const want = (id: string): void => {
    due.add(id);
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void ask(), gatherMs);
  };
  const follow = (id: string): (() => void) => {
    const unwatch = watch(`release=${id}`, (version) => {
      if (version === undefined || version !== known.get(id)?.peek()?.version) want(id);
    });
    const stop = returns.subscribe(() => want(id));
    return () => {
      unwatch();
      stop();
    };
  };
  return { of, follow };
}
