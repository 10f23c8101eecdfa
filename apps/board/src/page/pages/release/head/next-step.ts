import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { leafTasks } from './progress.ts';

/** The next step of a release for one user: an action on the release, or on one of its tasks. */
export type NextStep =
  | { readonly kind: 'start' | 'resume' }
  | { readonly kind: 'retry' | 'approve' | 'complete' | 'open'; readonly task: TaskResponse };

/** The user, as far as it decides who has to act. */
export interface Viewer {
  readonly username: string;
  readonly teams: readonly string[];
}

const isSameName = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** Whether a task waits for the user: their own, that of a team, or one without assignee in a release that they own. */
function isOwn({ owner, team }: TaskResponse, { username, teams }: Viewer, releaseOwner: string | undefined): boolean {
  if (owner !== undefined) return isSameName(owner, username);
  return team === undefined ? isSameName(releaseOwner, username) : teams.includes(team);
}

/** Whether a gate needs an approval that the user can give as a member of a team. */
const needsApproval = ({ status, approvalRequirements = [], approvalVerdicts = [] }: TaskResponse, viewer: Viewer) =>
  status === 'IN_PROGRESS' &&
  approvalRequirements.some(({ team }) => team !== undefined && viewer.teams.includes(team)) &&
  approvalVerdicts.findLast(({ username }) => isSameName(username, viewer.username))?.verdict !== 'APPROVED';

/** Whether the task needs values, or is a gate that may be closed, so that it may not be possible to complete it. */
const needsInput = (task: TaskResponse): boolean => {
  const { variables = [], conditions = [], dependencies = [], approvalRequirements = [] } = task;
  return variables.length + dependencies.length + approvalRequirements.length > 0 || conditions.some((c) => !c.checked);
};

/**
 * Returns the next step for the user; null if the release waits for others, or has ended. `isEndedByPeople` returns
 * whether users complete the tasks of a type.
 */
export function nextStep(
  { status, phases, owner }: Pick<ReleaseResponse, 'status' | 'phases' | 'owner'>,
  viewer: Viewer,
  isEndedByPeople: (type: string) => boolean,
): NextStep | null {
  if (status === 'PLANNED') return { kind: 'start' };
  if (status === 'PAUSED') return { kind: 'resume' };
  const tasks = leafTasks(phases.flatMap((phase) => phase.tasks));
  const failed = tasks.find((task) => task.status === 'FAILED');
  if (failed !== undefined) return { kind: 'retry', task: failed };
  const gate = tasks.find((task) => needsApproval(task, viewer));
  if (gate !== undefined) return { kind: 'approve', task: gate };
  const isForUser = (task: TaskResponse): boolean =>
    task.status === 'WAITING_FOR_INPUT' || (task.status === 'IN_PROGRESS' && isEndedByPeople(task.type));
  const own = tasks.find((task) => isForUser(task) && isOwn(task, viewer, owner));
  if (own === undefined) return null;
  return { kind: own.status === 'IN_PROGRESS' && !needsInput(own) ? 'complete' : 'open', task: own };
}
