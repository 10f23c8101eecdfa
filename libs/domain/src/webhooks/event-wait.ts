import { isIdOf } from '../ids/ids.ts';
import { fill, textOf } from '../model/placeholders.ts';
import type { Task } from '../model/task.ts';
import { taskTypeNamed } from '../model/task-types.ts';

/** The last segment of the id of what a task waits for an event at; null where it waits for none, or names nothing. */
export function awaitedSourceId({ definition, run }: Task): string | null {
  if (run.status !== 'IN_PROGRESS' || taskTypeNamed(definition.type)?.behavior !== 'event') return null;
  const rawId = fill(textOf(run.mapped?.eventSource ?? definition.eventSource), run.values ?? {});
  const id = rawId.slice(rawId.lastIndexOf('/') + 1);
  return isIdOf('Configuration', id) ? id : null;
}
