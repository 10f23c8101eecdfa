import type { Caller } from '../decision/inputs.ts';
import type { Permission } from '../model/catalogs/permissions.ts';
import { type TaskPosition, tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isTemplate } from '../model/status.ts';
import type { Task, TaskDefinition } from '../model/task.ts';
import {
  neededToLock,
  neededToReassign,
  neededToReassignLocked,
  neededToTransition,
  neededToTransitionInAdvance,
  neededToViewTask,
  type PermissionRequirement,
} from './needed-permissions.ts';

/** The object of a request: a release, a template, or a task of it. */
export interface Subject {
  readonly release: Pick<Release, 'status' | 'owner'>;
  readonly task?: { readonly definition: Pick<TaskDefinition, 'owner' | 'team'> } | undefined;
}

/** Compares usernames case-insensitively (permissions.md, section 5). */
export const isSameUser = (a: string | null, b: string | null): boolean =>
  a !== null && a.toLowerCase() === b?.toLowerCase();

/** Whether the caller is in the team of a task. A team is identified by its name in the scope of the task. */
export const isInTeamOf = ({ teams }: Caller, { team }: Pick<TaskDefinition, 'team'>): boolean =>
  team !== null && teams.includes(team);

/** Whether the caller is the owner. A restricted token does not count as its user. */
const isOwnedBy = ({ username, isLimited }: Caller, owner: string | null): boolean =>
  isLimited !== true && isSameUser(owner, username);

/** Whether the caller participates in a task of a release: as its owner, or as a member of its team. */
const takesPart = (caller: Caller, { release, task }: Subject): boolean =>
  task !== undefined &&
  !isTemplate(release.status) &&
  (isOwnedBy(caller, task.definition.owner) || isInTeamOf(caller, task.definition));

/** Returns the permissions of which any one is sufficient. A refusal names the first. */
export const permissionsFor = (
  { anyOf, onTemplate }: PermissionRequirement,
  { release }: Subject,
): PermissionRequirement['anyOf'] => (isTemplate(release.status) ? onTemplate : anyOf);

/** Whether the caller has the required permission, also as owner or participant. */
export function isGranted(needed: PermissionRequirement, caller: Caller, subject: Subject): boolean {
  if (permissionsFor(needed, subject).some((permission: Permission) => caller.may(permission))) return true;
  if (needed.participant && takesPart(caller, subject)) return true;
  return needed.owner === true && !isTemplate(subject.release.status) && isOwnedBy(caller, subject.release.owner);
}

/** Whether the caller may lock tasks, and therefore edit locked ones (permissions.md, section 2). */
export const mayLock = (caller: Caller, release: Subject['release']): boolean =>
  isGranted(neededToLock, caller, { release });

/** Whether the caller may view a release or template, or a task of it (permissions.md, section 2). */
export const mayView = (caller: Caller, subject: Subject): boolean => isGranted(neededToViewTask, caller, subject);

/**
 * Returns a running task that lists a variable and that the caller may complete. The caller may therefore set the value
 * of the variable. Returns undefined if there is no such task.
 */
export function inputTaskFor(release: Release, variableId: string, caller: Caller): Task | undefined {
  if (isTemplate(release.status)) return undefined;
  return [...tasksOf(release)].find(
    (task) =>
      task.run.status === 'IN_PROGRESS' &&
      task.definition.inputs.includes(variableId) &&
      isGranted(neededToTransition, caller, { release, task }),
  );
}

/** The permission to complete or skip a task; in advance, if it has not started. */
export const neededToFinish = ({ run }: Task): PermissionRequirement =>
  run.status === 'PLANNED' ? neededToTransitionInAdvance : neededToTransition;

/** The permission to assign a task to another user. A task is also locked if a group around it is locked. */
export const neededForReassignment = ({ task, groups }: TaskPosition): PermissionRequirement =>
  [...groups, task].some(({ definition }) => definition.locked) ? neededToReassignLocked : neededToReassign;
