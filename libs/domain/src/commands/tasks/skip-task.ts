import { finishTask } from '../../completion/finish.ts';
import { addComment, logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withRun } from '../../decision/outcome-draft.ts';
import { requireTaskPosition } from '../../flow/task-guards.ts';
import { onGateOrGroup } from '../../gates/guarded-parts.ts';
import { requireMaySkipGates } from '../../gates/skip-gate.ts';
import { neededToFinish } from '../../people/access-attributes.ts';
import { neededToTransitionInAdvance } from '../../people/needed-permissions.ts';
import { requireUnlocked, requireUnlockedInside, taskStateConflict } from '../../plans/guards.ts';
import type { CommandDefinition, TaskStep } from '../definition/definition.ts';

export type SkipTask = TaskStep<'skipTask'>;

export const skipTask: CommandDefinition<SkipTask> = {
  permission: neededToTransitionInAdvance,
  permissionRule: { on: 'task', needed: (_, { taskPosition }) => [neededToFinish(taskPosition.task)] },
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: onGateOrGroup,
  ids: null,
  secrets: null,
  handle,
};

/** Skips a task and all tasks in it, in advance if it has not started. Throws Conflict, NotFound. */
function handle(before: OutcomeDraft, { taskId, comment }: SkipTask): OutcomeDraft {
  const taskPosition = requireTaskPosition(before.release, taskId, 'skip');
  const { task } = taskPosition;
  if (!['PLANNED', 'PENDING', 'WAITING_FOR_INPUT', 'IN_PROGRESS', 'FAILED', 'FAILING'].includes(task.run.status))
    throw taskStateConflict('skip', task);
  requireUnlocked(taskPosition, 'skip');
  requireUnlockedInside(task, 'skip');
  requireMaySkipGates(before, [task], comment);
  const commented = addComment(before, task, comment);
  if (task.run.status !== 'PLANNED') return finishTask(commented, task, 'SKIPPED');
  const logged = logTask(commented, 'TASK_SKIPPED_IN_ADVANCE', task, 'activity.taskSkippedInAdvance');
  return withRun(logged, task, { status: 'SKIPPED_IN_ADVANCE', endDate: before.context.env.now });
}
