import { signal } from '@preact/signals';

/** Wanted by who shows what the stream tells nothing of: it is asked for again every few seconds, while somebody looks. */
export const nowAndThen = 'now and then';

/** What can be watched, as `GET /api/v1/live` is asked for it. */
export type Want =
  | typeof nowAndThen
  | `release=${string}`
  | `task=${string}`
  | `list=${'releases' | 'templates' | 'archive'}`
  | 'inbox=true';

/** Is told the version of what may be another; none where it has none, or nobody knows. */
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

/** Is told whenever something may be another, until what is answered is called. */
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

/** Tells all in this tab who watch it. */
export function tell(want: string, version?: number): void {
  for (const told of listeners.get(want) ?? []) told(version);
}
