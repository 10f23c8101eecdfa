import { type Message, message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { namedTask, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isActive, isEnded } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { taskTypeNamed } from '../model/task-types.ts';

type Plan = Pick<Release, 'scriptUsername' | 'phases'>;

/** The open tasks that create releases, which they do as the `scriptUsername` of their release. */
const creatingTasks = (release: Pick<Release, 'phases'>): readonly Task[] =>
  [...tasksOf(release)].filter(
    ({ definition, run }) => taskTypeNamed(definition.type)?.behavior === 'create' && !isEnded(run.status),
  );

/** Why a plan needs a `scriptUsername`, as a message; null where it has one, or creates no releases. */
export function missingRunAsReason(release: Plan): Message | null {
  if (release.scriptUsername !== null) return null;
  const [first] = creatingTasks(release);
  if (first === undefined) return null;
  return message('runAs.required', { task: namedTask(first) });
}

/** Refuses to start a release whose tasks cannot create releases. Throws Invalid. */
export function requireRunAsToStart(release: Plan): void {
  const reason = missingRunAsReason(release);
  if (reason !== null) throw new Invalid(reason);
}

/**
 * Refuses a change of an active release that adds a task that creates releases, or removes the `scriptUsername` that such
 * a task needs. An active release that lacks it already continues as it is. Throws Invalid.
 */
export function requireRunAsAfter(before: Release, after: Release): void {
  if (!isActive(before.status)) return;
  const reason = missingRunAsReason(after);
  if (reason === null) return;
  const isNewlyMissing =
    missingRunAsReason(before) === null || creatingTasks(after).length > creatingTasks(before).length;
  if (isNewlyMissing) throw new Invalid(reason);
}
