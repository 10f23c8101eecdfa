import { describeChanges } from '../../decision/describe-changes.ts';
import { logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withReplacedTask } from '../../decision/outcome-draft.ts';
import { message } from '../../messages/message.ts';
import { taskPositionOf } from '../../model/plan.ts';
import { isTemplate } from '../../model/status.ts';
import { isInTeamOf, isSameUser, neededForReassignment } from '../../people/access-attributes.ts';
import {
  neededForSelfAssignment,
  neededToReassignLocked,
  neededToViewTask,
  needPermissions,
  orParticipant,
  type PermissionRequirement,
} from '../../people/needed-permissions.ts';
import { resolveUsername } from '../../people/user-names.ts';
import { withEdits } from '../../plans/edit.ts';
import { mayReassignLocked, requireOpen, requireUnlocked } from '../../plans/guards.ts';
import type { CommandDefinition, TaskCheck } from '../definition/definition.ts';

export interface AssignTask {
  readonly type: 'assignTask';
  readonly taskId: string;
  readonly owner: string | null;
}

export const assignTask: CommandDefinition<AssignTask> = {
  permission: orParticipant(
    needPermissions('release#task_transition', 'release#reassign_task', 'release#reassign_lock_task'),
  ),
  permissionRule: { on: 'task', needed: (command, check) => [neededForAssignment(command, check)] },
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle,
};

function neededForAssignment(
  { owner }: AssignTask,
  { caller, release, taskPosition }: TaskCheck,
): PermissionRequirement {
  const { definition } = taskPosition.task;
  if (owner === definition.owner) return neededToViewTask;
  const needed = neededForReassignment(taskPosition);
  if (needed === neededToReassignLocked || !isSameUser(owner, caller.username)) return needed;
  return !isTemplate(release.status) && isInTeamOf(caller, definition) ? neededToViewTask : neededForSelfAssignment;
}

/**
 * Assigns a task to a user. Nothing is logged if the user is already the assignee. Throws Invalid, Conflict, NotFound.
 */
function handle(before: OutcomeDraft, { taskId, owner: rawOwner }: AssignTask): OutcomeDraft {
  const taskPosition = taskPositionOf(before.release, taskId);
  const owner = resolveUsername(rawOwner, taskPosition.task.definition.owner, before.context);
  requireOpen(before.release, 'assignTask');
  const task = withEdits(taskPosition.task, { owner });
  if (task === taskPosition.task) return before;
  if (!mayReassignLocked(before)) requireUnlocked(taskPosition, 'assign');
  const code = owner === null ? 'activity.taskUnassigned' : 'activity.taskAssigned';
  const changes = describeChanges(before.context, taskPosition.task.definition, { owner });
  return withReplacedTask(
    logTask(before, 'TASK_ASSIGNED', task, (subject) => message(code, { ...subject, changes })),
    task,
  );
}
