import { isIdOf } from '../ids/ids.ts';
import { fill, textOf } from '../model/placeholders.ts';
import type { Task } from '../model/task.ts';

/** The type of the tasks that wait for an event (scripts.md, From event to release); the family's name for it is not public. */
export const eventTaskType = 'events.WaitForJsonEvent';

/** The last segment of the id of what a task waits for an event at; null where it waits for none, or names nothing. */
export function awaitedSource({ definition, run }: Task): string | null {
  if (definition.type !== eventTaskType || run.status !== 'IN_PROGRESS') return null;
  const named = fill(textOf(run.mapped?.eventSource ?? definition.eventSource), run.values ?? {});
  const id = named.slice(named.lastIndexOf('/') + 1);
  return isIdOf('Configuration', id) ? id : null;
}
