import { isUnderBlackout } from '../../calendar/start-delays.ts';
import { addComment } from '../../decision/log.ts';
import type { OutcomeDraft } from '../../decision/outcome-draft.ts';
import { activate } from '../../flow/activate.ts';
import { requireTaskPosition } from '../../flow/task-guards.ts';
import { missingPermission } from '../../model/catalogs/permissions.ts';
import { neededToChange, neededToTransition } from '../../people/needed-permissions.ts';
import { taskStateConflict } from '../../plans/guards.ts';
import type { CommandDefinition, TaskStep } from '../definition/definition.ts';

export type StartTaskNow = TaskStep<'startTaskNow'>;

export const startTaskNow: CommandDefinition<StartTaskNow> = {
  permission: neededToTransition,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle,
};

/**
 * Starts a task before its scheduled start date. Overriding a blackout requires a separate permission
 * (states.md, Task). Throws Conflict, Forbidden, NotFound.
 */
function handle(before: OutcomeDraft, { taskId, comment }: StartTaskNow): OutcomeDraft {
  const { release, context } = before;
  const { task } = requireTaskPosition(release, taskId, 'start');
  if (task.run.status !== 'PENDING') throw taskStateConflict('start', task);
  const permission = neededToChange.blackoutOfTask;
  const mayOverride = context.caller === null || context.caller.may(permission);
  if (!mayOverride && isUnderBlackout(task, context)) throw missingPermission(permission, taskId);
  return activate(addComment(before, task, comment), task, 'input');
}
