import { isIdOf } from '../ids/ids.ts';
import { fill, textOf } from '../model/placeholders.ts';
import type { Task } from '../model/task.ts';
import { taskTypeNamed } from '../model/task-types.ts';

/** Returns the last segment of the id of the event source that a task waits for; null if it waits for no event. */
export function awaitedSourceId({ definition, run }: Task): string | null {
  if (run.status !== 'IN_PROGRESS' || taskTypeNamed(definition.type)?.behavior !== 'event') return null;
  const rawId = fill(textOf(run.mapped?.eventSource ?? definition.eventSource), run.values ?? {});
  const id = rawId.slice(rawId.lastIndexOf('/') + 1);
  return isIdOf('Configuration', id) ? id : null;
}
