import { describeChanges } from '../../decision/describe-changes.ts';
import { logTask } from '../../decision/log.ts';
import { type OutcomeDraft, withRelease } from '../../decision/outcome-draft.ts';
import { containsGate, isGate } from '../../gates/guarded-parts.ts';
import { message } from '../../messages/message.ts';
import type { TaskPatch } from '../../model/draft.ts';
import { Conflict } from '../../model/errors.ts';
import type { Link } from '../../model/own-fields.ts';
import { findTaskPosition, taskOf, titleOf, withTask } from '../../model/plan.ts';
import type { Release } from '../../model/release.ts';
import { blankTask, blankTaskPassive, type Task } from '../../model/task.ts';
import { neededForReassignment } from '../../people/access-attributes.ts';
import { neededForAnyField, neededToViewTask, type PermissionRequirement } from '../../people/needed-permissions.ts';
import { changedFields, neededForFields } from '../../people/task-fields.ts';
import { requireExistingApprovers, requireExistingTeams } from '../../people/teams.ts';
import { resolveUsername } from '../../people/user-names.ts';
import { buildLinks, deriveFields, pick, requireTitle } from '../../plans/build.ts';
import { claimInTask } from '../../plans/claim-ids.ts';
import { withEdits } from '../../plans/edit.ts';
import { mayEditLocked, mayReassignLocked, openTaskPosition, requireUnlocked } from '../../plans/guards.ts';
import { previousTaskTexts } from '../../plans/previous-texts.ts';
import { authorsAfter, textAuthorOf } from '../../plans/script-authors.ts';
import { validateUnlessPlanEdit } from '../../plans/validate.ts';
import { sealTask } from '../../variables/seal-drafts.ts';
import type { EditDefinition, TaskCheck } from '../definition/definition.ts';

export interface UpdateTask {
  readonly type: 'updateTask';
  readonly taskId: string;
  readonly patch: TaskPatch;
}

export const updateTask: EditDefinition<UpdateTask> = {
  permission: neededForAnyField,
  permissionRule: { on: 'task', needed: neededForUpdate },
  move: null,
  usesMembership: false,
  authorship: 'plan',
  movedIds: null,
  guard: isGuarded,
  ids: null,
  secrets: {
    seal: (command, seal) => ({ ...command, patch: sealTask(seal, command.patch) }),
    mapCreations: (command, change) => {
      const { patch } = command;
      return patch.creation ? { ...command, patch: { ...patch, creation: change(patch.creation) } } : command;
    },
  },
  inPlan: {
    ids: {
      list: () => [],
      claim: (edit, claim) => ({
        ...edit,
        taskId: claim.translate(edit.taskId),
        patch: claimInTask(claim, edit.patch),
      }),
    },
    requireData: requireEditData,
    newPart: null,
  },
  handle,
};

function neededForUpdate(
  { patch }: UpdateTask,
  { caller, context, taskPosition }: TaskCheck,
): readonly PermissionRequirement[] {
  const update = { caller, data: context.env.data, reassign: neededForReassignment(taskPosition) };
  const needed = neededForFields(taskPosition.task, patch, update);
  return needed.length > 0 ? needed : [neededToViewTask];
}

function requireEditData({ release, context }: OutcomeDraft, { taskId, patch }: UpdateTask): void {
  const task = findTaskPosition(release, taskId)?.task;
  if (!task) return;
  resolveUsername(patch.owner ?? null, task.definition.owner, context);
  previousTaskTexts(task, pick(blankTaskPassive, patch), context);
}

/** The assignment and flag fields of a gate, which do not affect its requirements. */
const unguarded: ReadonlySet<string> = new Set(['owner', 'team', 'flagStatus', 'flagComment', 'watchers']);

function isGuarded({ taskId, patch }: UpdateTask, release: Release): boolean {
  const task = findTaskPosition(release, taskId)?.task;
  if (task === undefined) return false;
  const fields = changedFields(task, patch);
  if (isGate(task)) return fields.some((field) => !unguarded.has(field));
  // the precondition of a group decides whether the gates in the group run
  return fields.includes('precondition') && containsGate([task]);
}

/**
 * Changes the definition of a task. Without a difference, nothing is logged. The lock, conditions and dependencies of a
 * task have their own commands. Throws Invalid, Conflict, NotFound.
 */
function handle(before: OutcomeDraft, { taskId, patch }: UpdateTask): OutcomeDraft {
  const { release, context } = before;
  const old = taskOf(release, taskId);
  if (patch.title !== undefined) requireTitle('task', patch.title);
  const { conditions, dependencies, locked, ...allowed } = patch;
  const links = allowed.links === undefined ? {} : { links: buildLinks(allowed.links, old.tasks, context.env) };
  const owner =
    allowed.owner === undefined ? {} : { owner: resolveUsername(allowed.owner, old.definition.owner, context) };
  if (allowed.team !== old.definition.team) requireExistingTeams([{ team: allowed.team ?? null }], release, context);
  requireExistingApprovers(old.definition.approvalRequirements, allowed.approvalRequirements ?? [], release, context);
  const changes = { ...allowed, ...owner, ...links };
  const fields = {
    ...pick(blankTask, changes),
    ...deriveFields(changes, old.definition.uses),
    scriptAuthors: authorsAfter(old.definition, withoutEqualMapping(old, changes), textAuthorOf(context)),
  };
  const passive = pick(blankTaskPassive, allowed);
  const task = updateSchedule(old, withEdits(old, fields, passive), patch);
  if (task === old) return before;
  requireEditable(before, taskId, patch);
  if (!mayEditLocked(before)) requireLinkable(old, task);
  const after = withTask(release, task);
  const fieldChanges = describeChanges(
    context,
    { ...old.definition, ...previousTaskTexts(old, passive, context) },
    { ...fields, ...passive },
  );
  const logged = logTask(before, 'TASK_UPDATED', task, (subject) =>
    message('activity.taskUpdated', { ...subject, changes: fieldChanges }),
  );
  return withRelease(logged, patch.links === undefined ? after : validateUnlessPlanEdit(after, context));
}

/** Removes an unchanged variable mapping from a patch, because only a changed mapping has a new author. */
const withoutEqualMapping = ({ definition: { variableMapping: before } }: Task, patch: TaskPatch): TaskPatch => {
  const { variableMapping, ...others } = patch;
  const isSame = JSON.stringify(variableMapping) === JSON.stringify(before);
  return variableMapping === undefined || isSame ? others : patch;
};

/**
 * Requires that the caller may edit the task. With the permission to reassign locked tasks, the owner and team of a
 * locked task may change. Throws Conflict, NotFound.
 */
function requireEditable(before: OutcomeDraft, taskId: string, patch: TaskPatch): void {
  const taskPosition = openTaskPosition(before.release, taskId, 'update');
  if (mayEditLocked(before)) return;
  const changes = changedFields(taskPosition.task, patch);
  const reassigns = changes.length > 0 && changes.every((field) => field === 'owner' || field === 'team');
  if (!(reassigns && mayReassignLocked(before))) requireUnlocked(taskPosition, 'update');
}

/** Requires that no added or removed link connects a locked task. Throws Conflict. */
function requireLinkable(before: Task, after: Task): void {
  const linkedIds = [...linksMissingIn(before, after), ...linksMissingIn(after, before)].flatMap((link) => [
    link.source,
    link.target,
  ]);
  const locked = before.tasks.find(({ id, definition }) => definition.locked && linkedIds.includes(id));
  if (locked) throw new Conflict(message('task.linkLocked', { title: titleOf(locked), id: locked.id }));
}

const linksMissingIn = ({ definition }: Task, otherGroup: Task): readonly Link[] =>
  definition.links.filter(
    ({ source, target }) =>
      !otherGroup.definition.links.some((link) => link.source === source && link.target === target),
  );

/**
 * Applies the effects of a definition change to the run. Any new start date other than the postponed one, also an empty
 * one, ends a postponement, so that the start conditions are checked again. A flag sets `hasBeenFlagged`. An edited
 * flag is no longer a flag of the manual fallback.
 */
function updateSchedule(before: Task, task: Task, { scheduledStartDate, flagComment }: TaskPatch): Task {
  const { postponedUntil } = before.run;
  const isMoved = postponedUntil !== null && scheduledStartDate !== undefined && scheduledStartDate !== postponedUntil;
  const hasBeenFlagged = before.run.hasBeenFlagged || task.definition.flagStatus !== 'OK';
  const isUnchangedFlag = flagComment === undefined && task.definition.flagStatus === before.definition.flagStatus;
  const flaggedByHand = before.run.flaggedByHand && isUnchangedFlag;
  const isSame = hasBeenFlagged === before.run.hasBeenFlagged && flaggedByHand === before.run.flaggedByHand;
  if (!isMoved && isSame) return task;
  const until = isMoved ? null : postponedUntil;
  return { ...task, run: { ...task.run, hasBeenFlagged, flaggedByHand, postponedUntil: until } };
}
