import { signal } from '@preact/signals';

/**
 * The subscription for data that the stream does not cover: it is polled every few seconds while the tab is visible.
 */
export const nowAndThen = 'now and then';

/** The subscriptions, as parameters of `GET /api/v1/live`. */
export type Want =
  | typeof nowAndThen
  | `release=${string}`
  | `task=${string}`
  | `list=${'releases' | 'templates' | 'archive'}`
  | 'inbox=true';

/** Receives the version of a changed object, if known. */
type Told = (version?: number) => void;

const listeners = new Map<string, Set<Told>>();

/** Everything that this tab watches by the stream, sorted; of some milliseconds ago. */
export const wants = signal<readonly string[]>([]);

/** How long what begins and ends to be watched is gathered, in milliseconds: a page of a list that is turned has hundreds. */
const gatherMs = 20;
let isGathering = false;

function noteWants(): void {
  if (isGathering) return;
  isGathering = true;
  window.setTimeout(() => {
    isGathering = false;
    wants.value = [...listeners.keys()].filter((want) => want !== nowAndThen).toSorted();
  }, gatherMs);
}

/** Calls a listener for each change, until the returned function is called. */
export function watch(want: Want, told: Told): () => void {
  const known = listeners.get(want) ?? new Set();
  known.add(told);
  listeners.set(want, known);
  if (known.size === 1) noteWants();
  return () => {
    known.delete(told);
    if (known.size > 0 || listeners.get(want) !== known) return;
    listeners.delete(want);
    noteWants();
  };
}

/** Notifies all listeners in this tab. */
export function tell(want: string, version?: number): void {
  for (const told of listeners.get(want) ?? []) told(version);
}
