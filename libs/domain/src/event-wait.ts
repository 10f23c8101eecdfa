import { isObject } from './configuration/properties.ts';
import { isIdOf } from './ids.ts';
import type { Task, TaskPassive } from './model/task.ts';
import { fill, textOf } from './placeholders.ts';

/** The type of the tasks that wait for an event (scripts.md, From event to release); the family's name for it is not public. */
export const eventTaskType = 'events.WaitForJsonEvent';

/** What the properties of a task name as its event source: an id or a placeholder, alone or in an object; null without. */
export function eventSourceIn({ eventSource }: TaskPassive['properties']): string | null {
  const named = isObject(eventSource) ? eventSource.id : eventSource;
  return typeof named === 'string' && named !== '' ? named : null;
}

/** The last segment of the id of what a task waits for an event at; null where it waits for none, or names nothing. */
export function awaitedSource({ definition, run }: Task): string | null {
  if (definition.type !== eventTaskType || run.status !== 'IN_PROGRESS') return null;
  const named = fill(textOf(run.mapped?.eventSource ?? definition.eventSource), run.values ?? {});
  const id = named.slice(named.lastIndexOf('/') + 1);
  return isIdOf('Configuration', id) ? id : null;
}
