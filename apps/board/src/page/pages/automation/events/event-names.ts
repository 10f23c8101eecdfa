import type { ReceivedEventResponse } from '@slipway/api-schema/webhooks';
import { eventPresets } from './senders.ts';

/** The headers in which known senders name the event. */
const eventHeaders: ReadonlySet<string> = new Set(['x-github-event', 'x-gitlab-event', 'x-event-key']);

/** Returns the name of the event in the headers of a request; undefined for an unknown sender. */
export const eventNameIn = ({ headers }: Pick<ReceivedEventResponse, 'headers'>): string | undefined =>
  Object.entries(headers).find(([name]) => eventHeaders.has(name.toLowerCase()))?.[1];

/** Returns the name of the header to which a path leads, in lower case; null for another path. */
function headerIn(path: string): string | null {
  const [, plain, quoted] = /^headers\.?(?:([^.[\]]+)|\[['"]([^'"]+)['"]\])$/.exec(path.trim()) ?? [];
  return (plain ?? quoted)?.toLowerCase() ?? null;
}

/** Whether a path leads to a header of a request. */
export const isHeaderPath = (path: string): boolean => headerIn(path) !== null;

/** Returns the values to offer for a path: those of the deliveries first, then those of the presets. */
export function valuesForPath(
  path: string,
  deliveries: readonly Pick<ReceivedEventResponse, 'headers'>[],
): readonly string[] {
  const header = headerIn(path);
  const received = deliveries.flatMap(({ headers }) =>
    Object.entries(headers).flatMap(([name, value]) => (name.toLowerCase() === header ? [value] : [])),
  );
  const known = [...eventPresets.values()].flatMap(({ expressions }) =>
    expressions.flatMap((expression) =>
      expression.operator !== 'NOT_EQUALS' &&
      (expression.path === path.trim() || (header !== null && headerIn(expression.path) === header))
        ? [expression.value]
        : [],
    ),
  );
  return [...new Set([...received, ...known])];
}
