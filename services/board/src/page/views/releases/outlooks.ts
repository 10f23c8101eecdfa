import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { OutlookAnswer } from '@slipway/wire';
import { returns } from '../../data/connection.ts';
import { Away, Refused } from '../../data/refused.ts';
import { read } from '../../data/rest.ts';
import { withSameParts } from '../../data/same-parts.ts';
import { together } from '../../data/together.ts';
import { watch } from '../../live/wants.ts';
import { lastOf } from '../../place/ids.ts';

/** The progress and estimated end of releases that were visible. */
export interface Outlooks {
  /** undefined: not loaded; by the last segment of an id */
  of(id: string): ReadonlySignal<OutlookAnswer | undefined>;
  /** Keeps one up to date from now on, until what is answered is called. */
  follow(id: string): () => void;
  /** Loads all used ones again: another object has changed. */
  again(): void;
}

/** How long ids are gathered, in milliseconds: all that come together are one request. */
const gatherMs = 30;
/** The maximum of one request. */
const mostAsked = 100;
/** The pause after a refusal, in milliseconds. */
const retryMs = 10_000;

/** The known values of each release, by its id. */
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

/** Runs a function once, at the earliest requested time. */
function alarm(ring: () => void) {
  let timer: number | undefined;
  let rings = Number.POSITIVE_INFINITY;
  /** Within this number of milliseconds */
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

/** `restMs`: the minimum pause between two requests, in milliseconds. */
export function createOutlooks(restMs = 0): Outlooks {
  const { of, note, isKnown } = createKnown();
  const followed = new Set<string>();
  // With the version of the event, if any
  const due = new Map<string, number | undefined>();
  let askedAt = 0;
  const ask = together(async () => {
    // An event during the request may already be covered
    for (const [id, version] of due) if (isKnown(id, version)) due.delete(id);
    const ids = [...due.keys()].slice(0, mostAsked);
    if (ids.length === 0) return;
    for (const id of ids) due.delete(id);
    askedAt = Date.now();
    try {
      for (const one of await read<readonly OutlookAnswer[]>('/releases/outlook', ids)) note(one);
    } catch (error) {
      // All are loaded again after a reconnection
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
