import { type Message, message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { namedTask, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isActive, isEnded } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { taskTypeNamed } from '../model/task-types.ts';

type Plan = Pick<Release, 'scriptUsername' | 'phases'>;

/** Returns the open tasks that create releases. They require a `scriptUsername` of their release. */
const creatingTasks = (release: Pick<Release, 'phases'>): readonly Task[] =>
  [...tasksOf(release)].filter(
    ({ definition, run }) => taskTypeNamed(definition.type)?.behavior === 'create' && !isEnded(run.status),
  );

/** Returns why a plan requires a `scriptUsername`, or null if it has one or creates no releases. */
export function missingRunAsReason(release: Plan): Message | null {
  if (release.scriptUsername !== null) return null;
  const [first] = creatingTasks(release);
  if (first === undefined) return null;
  return message('runAs.required', { task: namedTask(first) });
}

/** Requires that the tasks of a starting release can create releases. Throws Invalid. */
export function requireRunAsToStart(release: Plan): void {
  const reason = missingRunAsReason(release);
  if (reason !== null) throw new Invalid(reason);
}

/**
 * Rejects a change of an active release that adds a task that creates releases, or that removes the required
 * `scriptUsername`. An active release that already lacks it can change otherwise. Throws Invalid.
 */
export function requireRunAsAfter(before: Release, after: Release): void {
  if (!isActive(before.status)) return;
  const reason = missingRunAsReason(after);
  if (reason === null) return;
  const isNewlyMissing =
    missingRunAsReason(before) === null || creatingTasks(after).length > creatingTasks(before).length;
  if (isNewlyMissing) throw new Invalid(reason);
}
