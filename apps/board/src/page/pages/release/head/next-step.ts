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

/** Whether a task is assigned to the user, or to a team of the user. */
const isOwn = ({ owner, team }: TaskResponse, { username, teams }: Viewer): boolean =>
  owner === undefined ? team !== undefined && teams.includes(team) : isSameName(owner, username);

/** Whether a gate needs an approval that the user can give as a member of a team. */
const needsApproval = ({ status, approvalRequirements = [], approvalVerdicts = [] }: TaskResponse, viewer: Viewer) =>
  status === 'IN_PROGRESS' &&
  approvalRequirements.some(({ team }) => team !== undefined && viewer.teams.includes(team)) &&
  approvalVerdicts.findLast(({ username }) => isSameName(username, viewer.username))?.verdict !== 'APPROVED';

/** Whether the user has to enter something before the task can be completed. */
const needsInput = ({ variables = [], conditions = [] }: TaskResponse): boolean =>
  variables.length > 0 || conditions.some(({ checked }) => !checked);

const active: ReadonlySet<TaskResponse['status']> = new Set(['IN_PROGRESS', 'WAITING_FOR_INPUT']);

/** Returns the next step for the user; null if the release waits for others, or has ended. */
export function nextStep(
  { status, phases }: Pick<ReleaseResponse, 'status' | 'phases'>,
  viewer: Viewer,
): NextStep | null {
  if (status === 'PLANNED') return { kind: 'start' };
  if (status === 'PAUSED') return { kind: 'resume' };
  const tasks = leafTasks(phases.flatMap((phase) => phase.tasks));
  const failed = tasks.find((task) => task.status === 'FAILED');
  if (failed !== undefined) return { kind: 'retry', task: failed };
  const gate = tasks.find((task) => needsApproval(task, viewer));
  if (gate !== undefined) return { kind: 'approve', task: gate };
  const own = tasks.find((task) => active.has(task.status) && isOwn(task, viewer));
  if (own === undefined) return null;
  return { kind: own.status === 'IN_PROGRESS' && !needsInput(own) ? 'complete' : 'open', task: own };
}
