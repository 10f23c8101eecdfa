import { logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../../decision/outcome-draft.ts';
import { taskPositionOf, tasksIn } from '../../model/plan.ts';
import { neededToEdit } from '../../people/needed-permissions.ts';
import { buildTaskCopy, type CopyIds, chosenIds } from '../../plans/build.ts';
import { claimCopyIds } from '../../plans/claim-ids.ts';
import { containerOf, insertTask, slotFor } from '../../plans/containers.ts';
import { mayEditLocked, requireOpen, requireUnlocked } from '../../plans/guards.ts';
import type { CommandDefinition } from '../definition/definition.ts';

export interface CopyTask {
  readonly type: 'copyTask';
  readonly taskId: string;
  readonly containerId: string;
  readonly position?: number | null;
  readonly ids?: CopyIds;
}

export const copyTask: CommandDefinition<CopyTask> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'tasks',
  movedIds: null,
  guard: null,
  ids: {
    list: ({ ids = {} }) => Object.values(ids),
    claim: (command, claim) =>
      command.ids === undefined ? command : { ...command, ids: claimCopyIds(claim, command.ids) },
  },
  secrets: null,
  handle,
};

/** Adds a planned copy of a task to a phase or group. Throws Invalid, Conflict, NotFound. */
function handle(before: OutcomeDraft, { taskId, containerId, position, ids = {} }: CopyTask): OutcomeDraft {
  const { release, context } = before;
  requireOpen(release, 'copyTask');
  const taskPosition = taskPositionOf(release, taskId);
  if (!mayEditLocked(before)) requireUnlocked(taskPosition, 'copy');
  const container = containerOf(before, containerId);
  const slot = slotFor(container, position);
  const copy = buildTaskCopy(taskPosition.task, context.env, chosenIds(ids, [...tasksIn([taskPosition.task])]), false);
  const task = { ...copy, definition: { ...copy.definition, title: `${copy.definition.title} (copy)` } };
  return withRelease(
    logTask(before, 'TASK_COPIED', task, 'activity.taskCopied'),
    insertTask(before, { release, container, slot }, task),
  );
}
