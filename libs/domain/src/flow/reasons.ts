import { earliestStartOf, startAfterBlackouts } from '../calendar/start-delays.ts';
import type { Blackout } from '../decision/env.ts';
import type { ExistingApprovers } from '../gates/approval-messages.ts';
import type { ApprovalState } from '../gates/approvals.ts';
import { clip } from '../model/errors.ts';
import type { Instant } from '../model/json.ts';
import { titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { PhaseStatus, ReleaseStatus, TaskStatus } from '../model/status.ts';
import type { ScriptRun, TargetState, Task } from '../model/task.ts';
import { nounOf } from '../model/task-types.ts';
import { missingKeys } from '../variables/values.ts';
import { awaitedSourceId } from '../webhooks/event-wait.ts';
import { formatList, formatMoment } from './sentences.ts';

/**
 * Why a part of a plan waits: for what, until when, and who has to act. Each reason has all members, empty if not
 * applicable.
 */
export interface Reason {
  readonly kind:
    | 'date'
    | 'blackout'
    | 'gate'
    | 'input'
    | 'script'
    | 'capacity'
    | 'event'
    | 'failed'
    | 'person'
    | 'order'
    | 'paused'
    | 'notStarted'
    | 'locked';
  /** null for the release itself */
  readonly taskId: string | null;
  readonly title: string;
  readonly sentence: string;
  /** When the wait ends automatically, if known. */
  readonly until: Instant | null;
  /** the assigned user, who has to act */
  readonly owner: string | null;
  readonly team: string | null;
  readonly blackout: NamedBlackout | null;
  /** of a gate: not ticked yet */
  readonly conditions: readonly { readonly id: string; readonly title: string }[];
  /** Of a gate: the targets that have not ended, as far as the gate has been notified. */
  readonly targets: readonly AwaitedTarget[];
  /** Of a gate with approvals: the state of its requirements. */
  readonly approvals: ApprovalState | null;
  /** required, used, and without a value */
  readonly variables: readonly { readonly key: string; readonly label: string | null }[];
  readonly script: AwaitedScript | null;
  /** what comes before it and is not done, at most 10 */
  readonly before: readonly { readonly id: string; readonly title: string; readonly status: TaskStatus }[];
  readonly failures: number;
  /** The last comment of a failed task. */
  readonly comment: string | null;
}

/** A blackout with its label. */
export interface NamedBlackout extends Blackout {
  readonly label: string;
}

/** What a gate waits for. `status` is null for what does not exist. */
export interface AwaitedTarget {
  /** last segment, or the placeholder where its variable names nothing */
  readonly id: string;
  readonly title: string | null;
  readonly status: ReleaseStatus | PhaseStatus | TaskStatus | null;
  readonly state: TargetState;
}

/** Where a task waits for an event. */
interface AwaitedSource {
  /** null: the caller may not view it. */
  readonly title: string | null;
  /** the folder that holds it; null: it is global */
  readonly folderId: string | null;
  /** whether any event may come there */
  readonly listens: boolean;
}

/** A script that a task waits for, without the id of its run, and its output. */
export type AwaitedScript = Omit<ScriptRun, 'id' | 'printed'>;

/** What an explanation takes of the world; all of it is read beforehand. */
export interface ExplanationContext {
  readonly now: Instant;
  /** those of the release's folder that are not long over */
  readonly blackouts: readonly NamedBlackout[];
  /** The targets of gates, in this release or another one, by id. A missing id does not exist. */
  readonly targets: ReadonlyMap<string, Omit<AwaitedTarget, 'id'>>;
  /** The endpoints and event sources that tasks wait for, by id. A missing id does not exist. */
  readonly sources: ReadonlyMap<string, AwaitedSource>;
  /** The existing teams and roles that running gates require; null: not requested. */
  readonly existingApprovers: ExistingApprovers | null;
  /** the last comments, by task id */
  readonly comments: ReadonlyMap<string, string>;
}

const blankReason = {
  until: null,
  owner: null,
  team: null,
  blackout: null,
  conditions: [],
  targets: [],
  approvals: null,
  variables: [],
  script: null,
  before: [],
  failures: 0,
  comment: null,
} as const satisfies Partial<Reason>;

/** A reason about the release itself. The sentence follows its title. */
export const aboutRelease = (
  release: Release,
  kind: Reason['kind'],
  sentence: string,
  overrides: Partial<Reason> = {},
): Reason => ({
  ...blankReason,
  kind,
  taskId: null,
  title: release.title,
  owner: release.owner,
  sentence: `Release '${clip(release.title)}' ${sentence}`,
  ...overrides,
});

/** A reason about a task. The sentence follows its title. */
export function aboutTask(task: Task, kind: Reason['kind'], sentence: string, overrides: Partial<Reason> = {}): Reason {
  const { owner, team, type } = task.definition;
  const title = titleOf(task);
  return {
    ...blankReason,
    kind,
    taskId: task.id,
    title,
    owner,
    team,
    sentence: `${nounOf(type)} '${clip(title)}' ${sentence}`,
    ...overrides,
  };
}

/** Who has to act, as a sentence names them. */
export function responsibleUser({ definition: { owner, team } }: Task): string {
  if (owner !== null) return clip(owner);
  return team === null ? 'a user (it has no assignee)' : `a member of team '${clip(team)}'`;
}

/** Why a task that waits for its date, or for the end of a blackout, waits. */
export function pendingReasons(task: Task, { now, blackouts }: ExplanationContext): readonly Reason[] {
  const until = earliestStartOf(task) ?? now;
  const skips = 'startNow starts it without waiting';
  if (task.run.postponedUntil !== null) {
    const blackout =
      blackouts.find((candidate) => startAfterBlackouts(candidate.startDate, [candidate]) === until) ?? null;
    const name = blackout === null ? 'a blackout' : `the blackout '${clip(blackout.label)}'`;
    return [
      aboutTask(task, 'blackout', `was postponed by ${name} until ${formatMoment(until)}; ${skips}.`, {
        until,
        blackout,
      }),
    ];
  }
  const date = aboutTask(task, 'date', `waits for its start date, ${formatMoment(until)}; ${skips}.`, { until });
  const later = task.definition.delayDuringBlackout ? startAfterBlackouts(until, blackouts) : until;
  const blackout = blackouts.find(({ startDate, endDate }) => startDate <= until && until < endDate);
  if (blackout === undefined || later === until) return [date];
  const message = `will be postponed then by the blackout '${clip(blackout.label)}' until ${formatMoment(later)}.`;
  return [date, aboutTask(task, 'blackout', message, { until: later, blackout })];
}

/** Why a task that lacks values waits. */
export function missingInputReason(release: Pick<Release, 'variables'>, task: Task): Reason {
  const keys = missingKeys(release, task);
  const variables = release.variables.filter(({ key }) => keys.includes(key)).map(({ key, label }) => ({ key, label }));
  const names = formatList(
    variables.map(({ key, label }) => (label === null ? `'${key}'` : `'${clip(label)}' (${key})`)),
  );
  return aboutTask(task, 'input', `needs a value for ${names}, from ${responsibleUser(task)}.`, { variables });
}

/** Why a failed task waits; `comment` is its last comment. */
export function failedReason(task: Task, comment: string | null): Reason {
  const failures = task.run.failuresCount;
  const times = failures > 1 ? ` ${failures} times` : '';
  const commentText = comment === null ? '' : `Last comment: ${clip(comment)}`;
  const sentence = `has failed${times}: ${responsibleUser(task)} has to retry or skip it.${commentText}`;
  return aboutTask(task, 'failed', sentence, { failures, comment });
}

const purposes = {
  precondition: 'its precondition',
  failureHandler: 'its failure handler',
  abort: 'its abort script',
  task: 'its script',
} as const satisfies Record<ScriptRun['purpose'], string>;

/** Why a task with a script waits. */
export function scriptReason(
  task: Task,
  { id: _, printed: __, ...script }: ScriptRun,
  { now }: ExplanationContext,
): Reason {
  const { attempt, leaseUntil, timer } = script;
  if (timer !== null && leaseUntil !== null && leaseUntil > now)
    return aboutTask(task, 'script', `${timerTexts[timer](script, leaseUntil, now)}.`, { script, until: leaseUntil });
  if (attempt === 0 && leaseUntil !== null && leaseUntil > now) {
    const { failuresCount: failures } = task.run;
    const pauseText = `has failed ${failures} times: ${purposes[script.purpose]} runs at ${formatMoment(leaseUntil)}, each time later.`;
    return aboutTask(task, 'script', pauseText, { script, until: leaseUntil, failures });
  }
  return aboutTask(task, 'script', `${scriptStateText(script, now)}.`, { script });
}

const timerTexts = {
  sleep: (script: AwaitedScript, until: Instant) => `sleeps until ${formatMoment(until)}, in ${scriptName(script)}`,
  poll: (script: AwaitedScript, until: Instant, now: Instant) =>
    `polls again in ${Math.ceil((until - now) / 1_000)} s: ${scriptName(script)} runs at ${formatMoment(until)}`,
} as const satisfies Record<NonNullable<ScriptRun['timer']>, unknown>;

/** The script of this purpose, by its path where another script has scheduled it. */
const scriptName = ({ purpose, script }: AwaitedScript): string =>
  script === null ? purposes[purpose] : `${purposes[purpose]} '${clip(script)}'`;

function scriptStateText(script: AwaitedScript, now: Instant): string {
  const { attempt, startedAt, leaseUntil, timer } = script;
  const name = scriptName(script);
  if (attempt === 0 || timer !== null) return `waits for a script runner to take up ${name}`;
  if (startedAt === null) return `waits for a script runner with capacity for ${name}: attempt ${attempt} found none`;
  const since = `since ${formatMoment(startedAt)}`;
  if (leaseUntil !== null && leaseUntil <= now)
    return `waits for ${name} to be tried again: attempt ${attempt} has not answered, ${since}`;
  return `waits for ${name}: attempt ${attempt} is running, ${since}`;
}

/** Why a task that waits for an event waits. */
export function eventReason(task: Task, { sources }: ExplanationContext): Reason {
  const source = awaitedSourceId(task);
  if (source === null) {
    return aboutTask(
      task,
      'person',
      `names nothing at which an event could come: ${responsibleUser(task)} has to complete it.`,
    );
  }
  const knownSource = sources.get(source);
  const state = knownSource === undefined ? ', which is not there any more' : ', which takes none now';
  const sourceText = `'${clip(knownSource?.title ?? source)}'${knownSource?.listens ? '' : state}`;
  return aboutTask(
    task,
    'event',
    `waits for an event at ${sourceText}, or for ${responsibleUser(task)} to complete it.`,
  );
}
