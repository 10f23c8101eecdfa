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
  /** Asks for all again that are followed: something else than they has changed. */
  again(): void;
}

/** How long ids are gathered, in milliseconds: all that come together are one request. */
const gatherMs = 30;
/** The most that REST is asked for at once. */
const mostAsked = 100;
/** How long after a refusal the same is asked for again, in milliseconds. */
const retryMs = 10_000;

/** What somebody knows of each release, by its id: nothing at first. */
function createKnown() {
  const known = new Map<string, Signal<OutlookAnswer | undefined>>();
  const of = (id: string): Signal<OutlookAnswer | undefined> => {
    const one = known.get(id) ?? signal<OutlookAnswer | undefined>(undefined);
    known.set(id, one);
    return one;
  };
  const note = (answer: OutlookAnswer): void => {
    const one = of(lastOf(answer.id));
    one.value = withSameParts(one.peek(), answer);
  };
  /** whether it is known as it is in a version */
  const isKnown = (id: string, version: number | undefined): boolean =>
    version !== undefined && version === of(id).peek()?.version;
  return { of, note, isKnown };
}

/** Does something once, as early as anybody has wanted it. */
function alarm(ring: () => void) {
  let timer: number | undefined;
  let rings = Number.POSITIVE_INFINITY;
  /** in so many milliseconds at the latest */
  return (ms: number): void => {
    const at = Date.now() + ms;
    if (at >= rings) return;
    rings = at;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      rings = Number.POSITIVE_INFINITY;
      ring();
    }, ms);
  };
}

/** `restMs`: what is known is asked for again so long after the last request at the earliest, in milliseconds. */
export function createOutlooks(restMs = 0): Outlooks {
  const { of, note, isKnown } = createKnown();
  const followed = new Set<string>();
  // with the version that was told, where one was
  const due = new Map<string, number | undefined>();
  let askedAt = 0;
  const ask = together(async () => {
    // what was told while it was asked for may be known by now
    for (const [id, version] of due) if (isKnown(id, version)) due.delete(id);
    const ids = [...due.keys()].slice(0, mostAsked);
    if (ids.length === 0) return;
    for (const id of ids) due.delete(id);
    askedAt = Date.now();
    try {
      for (const one of await read<readonly OutlookAnswer[]>('/releases/outlook', ids)) note(one);
    } catch (error) {
      // all are asked for again when the server is back
      if (error instanceof Away) return;
      if (!(error instanceof Refused)) throw error;
      for (const id of ids) if (followed.has(id)) due.set(id, undefined);
      ringIn(retryMs);
      return;
    }
    if (ids.length === mostAsked) void ask();
  });
  const ringIn = alarm(() => void ask());
  const want = (id: string, version?: number): void => {
    due.set(id, version);
    const rest = of(id).peek() === undefined ? 0 : askedAt + restMs - Date.now();
    ringIn(Math.max(gatherMs, rest));
  };
  const again = (): void => {
    for (const id of followed) due.set(id, undefined);
    ringIn(gatherMs);
  };
  const follow = (id: string): (() => void) => {
    followed.add(id);
    const unwatch = watch(`release=${id}`, (version) => {
      if (!isKnown(id, version)) want(id, version);
    });
    const stop = returns.subscribe(() => want(id));
    return () => {
      unwatch();
      stop();
      followed.delete(id);
      due.delete(id);
    };
  };
  return { of, follow, again };
}
