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

/** Everything that this tab watches by the stream, sorted. */
export const wants = signal<readonly string[]>([]);

const noteWants = (): void => {
  wants.value = [...listeners.keys()].filter((want) => want !== nowAndThen).toSorted();
};

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
