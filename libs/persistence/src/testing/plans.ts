import type { Outcome } from '@slipway/domain/decision';
import {
  blankAuthorship,
  blankPhase,
  blankPhasePassive,
  blankRelease,
  blankReleasePassive,
  blankTask,
  blankTaskPassive,
  freshRun,
  type Phase,
  type Release,
  type Task,
  type TaskDefinition,
  type TaskPassive,
  type TaskRun,
} from '@slipway/domain/model';
import type { Database } from '../database/database.ts';
import { loadPlan, type Plan } from '../plans/reading/load.ts';

let counter = 0;
/** A new id with a distinct number. */
const idFor = (kind: 'Release' | 'Phase' | 'Task'): string => `${kind}${++counter}`;

/** A planned task with a passive part of its own. */
export const taskWith = (
  definition: Partial<TaskDefinition> = {},
  run: Partial<TaskRun> = {},
  passive: Partial<TaskPassive> = {},
  tasks: readonly Task[] = [],
): Task => ({
  id: idFor('Task'),
  originId: null,
  definition: { ...blankTask, ...definition },
  run: { ...freshRun, ...run },
  beforeRun: null,
  passive: { kind: 'new', value: { ...blankTaskPassive, ...passive } },
  tasks,
});

/** A planned phase. */
export const phaseWith = (tasks: readonly Task[], changes: Partial<Phase> = {}): Phase => ({
  ...blankPhase,
  id: idFor('Phase'),
  status: 'PLANNED',
  startDate: null,
  endDate: null,
  overdueNotified: false,
  originId: null,
  passive: { kind: 'new', value: blankPhasePassive },
  tasks,
  ...changes,
});

/** A planned release. */
export const releaseWith = (phases: readonly Phase[], changes: Partial<Release> = {}): Release => ({
  ...blankRelease,
  id: idFor('Release'),
  folderId: 'Applications',
  status: 'PLANNED',
  startDate: null,
  endDate: null,
  overdueNotified: false,
  hasFailed: false,
  pauses: [],
  automatedResumeCount: 0,
  maxAutomatedResumes: 10,
  abortComment: null,
  originTemplateId: null,
  createdFromTrigger: false,
  startedFromTaskId: null,
  calendarLinkToken: null,
  depth: 0,
  scriptTokenId: null,
  scriptUserSetBy: null,
  authorship: blankAuthorship,
  archived: false,
  variables: [],
  riskScore: 0,
  totalRiskScore: 0,
  riskFindings: [],
  riskFollows: null,
  realFlagStatus: 'OK',
  passive: { kind: 'new', value: blankReleasePassive },
  phases,
  ...changes,
});

/** An outcome with the new state only. */
export const outcomeOf = (release: Release, changes: Partial<Outcome> = {}): Outcome => ({
  release,
  entries: [],
  comments: [],
  awaits: [],
  events: [],
  wakeAt: null,
  ended: [],
  moves: [],
  risk: null,
  ...changes,
});

/** Loads the stored plan. Throws if it does not exist. */
export async function storedPlan(database: Database, id: string): Promise<Plan> {
  const plan = await database.transaction((connection) => loadPlan(connection, id), 'read');
  if (plan === null) throw new Error(`no plan ${id}`);
  return plan;
}

/**
 * The release with each task of its phases replaced by the function; a task that it returns unchanged stays the same
 * object.
 */
export function mapTasks(release: Release, map: (task: Task) => Task): Release {
  return { ...release, phases: release.phases.map((phase) => ({ ...phase, tasks: phase.tasks.map(map) })) };
}

/** The first task of the first phase. */
export const firstTask = (release: Release): Task => {
  const [task] = release.phases[0]?.tasks ?? [];
  if (task === undefined) throw new Error('no task');
  return task;
};
