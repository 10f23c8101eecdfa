import { blankAuthorship } from '../model/approval.ts';
import type { Instant } from '../model/json.ts';
import { storedPassive } from '../model/passive.ts';
import { blankPhase, type Phase } from '../model/phase.ts';
import { blankRelease, type Release } from '../model/release.ts';
import {
  isAhead,
  isDone,
  isEnded,
  type PhaseStatus,
  phaseStatuses,
  type ReleaseStatus,
  releaseStatuses,
  type TaskStatus,
  taskStatuses,
} from '../model/status.ts';
import { blankTask, freshRun, type ScriptRun, type Task, type TaskDefinition, type TaskRun } from '../model/task.ts';
import { validatePlan } from '../plans/validate.ts';

/**
 * The notation of the tests: a whole plan in one line of text.
 *
 * plan('Build: compile+ checks>[unit> lint.] pack.(zip. sign.) | Ship: deploy.')
 *
 * A task is a name, followed by the mark of its status. The tasks of a group follow it: in `[…]` for a parallel group,
 * in `(…)` for a sequential group. A phase is a title and its tasks. Its status is derived from the tasks, unless a
 * mark follows the title (`QA-: …`). The status of the release is derived from its phases, unless the line begins with
 * one (`PAUSED Build-: …`). An id is the kind and the name: task `zip` has the id `Taskzip`.
 */
const statusMarks = {
  PLANNED: '.',
  PENDING: '~',
  WAITING_FOR_INPUT: '?',
  PRECONDITION_IN_PROGRESS: '%',
  FACET_CHECK_IN_PROGRESS: ';',
  QUEUED: '&',
  IN_PROGRESS: '>',
  COMPLETED: '+',
  COMPLETED_IN_ADVANCE: '=',
  SKIPPED: '-',
  SKIPPED_IN_ADVANCE: '_',
  FAILING: '/',
  FAILED: '!',
  FAILURE_HANDLER_QUEUED: '$',
  FAILURE_HANDLER_IN_PROGRESS: '*',
  ABORT_SCRIPT_QUEUED: '^',
  ABORT_SCRIPT_IN_PROGRESS: '<',
  ABORTED: '#',
} as const satisfies Record<TaskStatus, string>;

const purposes: Partial<Record<TaskStatus, ScriptRun['purpose']>> = {
  PRECONDITION_IN_PROGRESS: 'precondition',
  QUEUED: 'task',
  FAILURE_HANDLER_QUEUED: 'failureHandler',
  FAILURE_HANDLER_IN_PROGRESS: 'failureHandler',
  ABORT_SCRIPT_QUEUED: 'abort',
  ABORT_SCRIPT_IN_PROGRESS: 'abort',
};

/** Returns a time on the day of all tests: `at('15:00')`, or two days later: `at('15:00', 2)`. */
export const at = (time: string, days = 0): Instant => Date.parse(`2030-01-01T${time}:00Z`) + days * 86_400_000;
/** The time of all events in a plan notation, and the default current time. */
export const noon = at('12:00');

/** Fields of a task that the notation does not contain. */
export type TaskOverrides = Partial<TaskDefinition> & { readonly run?: Partial<TaskRun> };
/** Fields of a release that the notation does not contain, and of its tasks by name. */
export type PlanOverrides = Partial<Release> & { readonly task?: Readonly<Record<string, TaskOverrides>> };

/** Parses a plan notation. Throws for a duplicate name. */
export function plan(sketch: string, { task: details = {}, ...overrides }: PlanOverrides = {}): Release {
  const leading = releaseStatuses.find((status) => sketch.startsWith(`${status} `));
  const phases = (leading ? sketch.slice(leading.length) : sketch).split('|').map((line) => phaseIn(line, details));
  return validatePlan({ ...blankPlan, phases, ...startAndEnd(leading ?? statusOf(phases)), ...overrides });
}

const blankPlan: Release = {
  ...blankRelease,
  id: 'Release1',
  title: 'Webshop 1.0',
  owner: 'amy',
  folderId: 'Folder1',
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
  archived: false,
  authorship: blankAuthorship,
  variables: [],
  riskScore: 0,
  totalRiskScore: 0,
  riskFindings: [],
  riskFollows: null,
  realFlagStatus: 'OK',
  passive: storedPassive,
  phases: [],
};

function startAndEnd<T extends ReleaseStatus | PhaseStatus>(status: T) {
  const isNew = status === 'PLANNED' || status === 'TEMPLATE';
  const isOver = status === 'COMPLETED' || status === 'ABORTED' || status === 'SKIPPED';
  return { status, startDate: isNew ? null : noon, endDate: isOver ? noon : null };
}

function statusOf(phases: readonly Phase[]): ReleaseStatus {
  if (phases.every(({ status }) => status === 'PLANNED')) return 'PLANNED';
  if (phases.some(({ status }) => status === 'ABORTED')) return 'ABORTED';
  const current = phases.find(({ status }) => status !== 'COMPLETED' && status !== 'SKIPPED');
  if (!current) return 'COMPLETED';
  return current.status === 'FAILING' || current.status === 'FAILED' ? current.status : 'IN_PROGRESS';
}

function phaseIn(line: string, details: Readonly<Record<string, TaskOverrides>>): Phase {
  const [, title = '', statusMark = '', rest = ''] = /^\s*(.*?)([-+>!/#.]?):(.*)$/.exec(line) ?? [];
  const tasks = tasksFrom(rest.matchAll(/([A-Za-z0-9]+)([^A-Za-z0-9\s()[\]])([([]?)|[)\]]/g), details);
  const markedStatus = phaseStatuses.find((status) => statusMarks[status] === statusMark);
  return {
    ...blankPhase,
    id: `Phase${title.replace(/\W/g, '')}`,
    title,
    overdueNotified: false,
    originId: null,
    passive: storedPassive,
    tasks,
    ...startAndEnd(markedStatus ?? impliedBy(tasks)),
  };
}

/** Returns the status of a phase with these tasks and without a mark. */
function impliedBy(tasks: readonly Task[]): PhaseStatus {
  if (tasks.every(({ run }) => isAhead(run.status))) return 'PLANNED';
  if (tasks.some(({ run }) => run.status === 'ABORTED')) return 'ABORTED';
  const status = tasks.find(({ run }) => !isDone(run.status))?.run.status;
  if (status === undefined) return 'COMPLETED';
  return status === 'FAILED' || status === 'FAILING' ? status : 'IN_PROGRESS';
}

function tasksFrom(
  tokens: Iterator<RegExpExecArray>,
  details: Readonly<Record<string, TaskOverrides>>,
): readonly Task[] {
  const tasks: Task[] = [];
  for (let token = tokens.next(); !token.done; token = tokens.next()) {
    const [, name, statusMark, bracket] = token.value;
    if (name === undefined) return tasks;
    const children = bracket ? tasksFrom(tokens, details) : [];
    const { run, ...definition } = details[name] ?? {};
    const status = taskStatuses.find((candidate) => statusMarks[candidate] === statusMark) ?? 'PLANNED';
    tasks.push({
      id: `Task${name}`,
      originId: null,
      definition: { ...blankTask, title: name, type: typeOf(bracket), ...definition },
      run: { ...runOf(name, status, definition.type), ...run },
      beforeRun: null,
      passive: storedPassive,
      tasks: children,
    });
  }
  return tasks;
}

const typeOf = (bracket = ''): string =>
  bracket === '[' ? 'ParallelGroup' : bracket === '(' ? 'SequentialGroup' : blankTask.type;

/** Returns an unclaimed script run of the task with this name. */
export const waitingRun = (name: string, purpose: ScriptRun['purpose']): ScriptRun => ({
  id: `Script${name}`,
  purpose,
  attempt: 0,
  startedAt: null,
  leaseUntil: null,
  timer: null,
  script: null,
  printed: null,
});

/** A task type with a script that can run in the default environment `env()`. */
export const pluginType = 'Script';

function runOf(name: string, status: TaskStatus, type: string | undefined): TaskRun {
  const purpose = purposes[status] ?? (status === 'IN_PROGRESS' && type === pluginType ? 'task' : undefined);
  const isBeforeStart =
    isAhead(status) || ['PENDING', 'WAITING_FOR_INPUT', 'PRECONDITION_IN_PROGRESS'].includes(status);
  const hasEnded = isEnded(status) || status === 'FAILED' || status.endsWith('IN_ADVANCE');
  return {
    ...freshRun,
    status,
    startDate: isBeforeStart ? null : noon,
    endDate: hasEnded ? noon : null,
    failuresCount: status === 'FAILED' || purpose === 'failureHandler' ? 1 : 0,
    script: purpose ? waitingRun(name, purpose) : null,
  };
}

/** Formats a release in the plan notation, beginning with its status. */
export function formatPlan(release: Release): string {
  const phases = release.phases.map(({ title, status, tasks }) => {
    const statusMark = status === impliedBy(tasks) ? '' : statusMarks[status];
    return `${title}${statusMark}: ${showTasks(tasks)}`.trimEnd();
  });
  return `${release.status} ${phases.join(' | ')}`;
}

const showTasks = (tasks: readonly Task[]): string =>
  tasks
    .map(({ definition: { title, type }, run, tasks: children }) => {
      const inside = showTasks(children);
      const group = type === 'ParallelGroup' ? `[${inside}]` : type === 'SequentialGroup' ? `(${inside})` : '';
      return `${title}${statusMarks[run.status]}${group}`;
    })
    .join(' ');
