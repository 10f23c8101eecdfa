import { earliestStartOf, startAfterBlackouts } from '../calendar/start-delays.ts';
import type { Blackout } from '../decision/env.ts';
import type { ExistingApprovers } from '../gates/approval-messages.ts';
import type { ApprovalState } from '../gates/approvals.ts';
import { clip } from '../messages/clip.ts';
import { type Message, message, messageList } from '../messages/message.ts';
import type { Instant } from '../model/json.ts';
import { namedTask, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { PhaseStatus, ReleaseStatus, TaskStatus } from '../model/status.ts';
import type { ScriptRun, TargetState, Task } from '../model/task.ts';
import { isGateType } from '../model/task-types.ts';
import { missingKeys } from '../variables/values.ts';
import { awaitedSourceId } from '../webhooks/event-wait.ts';

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
  readonly message: Message;
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

/** A reason about the release itself. */
export function aboutRelease(
  release: Release,
  kind: Reason['kind'],
  text: (subject: Message) => Message,
  overrides: Partial<Reason> = {},
): Reason {
  const { id, title, owner } = release;
  const subject = message('subject.release', { object: { id, title } });
  return { ...blankReason, kind, taskId: null, title, owner, message: text(subject), ...overrides };
}

/** A reason about a task. */
export function aboutTask(
  task: Task,
  kind: Reason['kind'],
  text: (subject: Message, who: Message) => Message,
  overrides: Partial<Reason> = {},
): Reason {
  const { owner, team } = task.definition;
  return {
    ...blankReason,
    kind,
    taskId: task.id,
    title: titleOf(task),
    owner,
    team,
    message: text(subjectOf(task), responsibleUser(task)),
    ...overrides,
  };
}

/** The task as the subject of a message. */
const subjectOf = (task: Task): Message =>
  message(isGateType(task.definition.type) ? 'subject.gate' : 'subject.task', { object: namedTask(task) });

/** The user or team that has to act. */
export function responsibleUser({ definition: { owner, team } }: Task): Message {
  if (owner !== null) return message('actor.user', { name: owner });
  return team === null ? message('actor.unassigned') : message('actor.team', { name: team });
}

/** Why a task that waits for its date, or for the end of a blackout, waits. */
export function pendingReasons(task: Task, { now, blackouts }: ExplanationContext): readonly Reason[] {
  const until = earliestStartOf(task) ?? now;
  if (task.run.postponedUntil !== null) {
    const blackout =
      blackouts.find((candidate) => startAfterBlackouts(candidate.startDate, [candidate]) === until) ?? null;
    const text = (subject: Message): Message =>
      blackout === null
        ? message('reason.postponed', { subject, until })
        : message('reason.postponedByBlackout', { subject, blackout: blackout.label, until });
    return [aboutTask(task, 'blackout', text, { until, blackout })];
  }
  const date = aboutTask(task, 'date', (subject) => message('reason.date', { subject, until }), { until });
  const later = task.definition.delayDuringBlackout ? startAfterBlackouts(until, blackouts) : until;
  const blackout = blackouts.find(({ startDate, endDate }) => startDate <= until && until < endDate);
  if (blackout === undefined || later === until) return [date];
  const text = (subject: Message): Message =>
    message('reason.blackoutAhead', { subject, blackout: blackout.label, until: later });
  return [date, aboutTask(task, 'blackout', text, { until: later, blackout })];
}

/** Why a task that lacks values waits. */
export function missingInputReason(release: Pick<Release, 'variables'>, task: Task): Reason {
  const keys = missingKeys(release, task);
  const variables = release.variables.filter(({ key }) => keys.includes(key)).map(({ key, label }) => ({ key, label }));
  const names = messageList(variables, ({ key, label }) =>
    label === null ? message('quote.value', { value: key }) : message('reason.labeledVariable', { label, key }),
  );
  const text = (subject: Message, who: Message): Message => message('reason.input', { subject, variables: names, who });
  return aboutTask(task, 'input', text, { variables });
}

/** Why a failed task waits; `comment` is its last comment. */
export function failedReason(task: Task, comment: string | null): Reason {
  const failures = task.run.failuresCount;
  const text = (subject: Message, who: Message): Message =>
    comment === null
      ? message('reason.failed', { subject, failures, who })
      : message('reason.failedWithComment', { subject, failures, who, comment: clip(comment) });
  return aboutTask(task, 'failed', text, { failures, comment });
}

/** Why a task with a script waits. */
export function scriptReason(
  task: Task,
  { id: _, printed: __, ...script }: ScriptRun,
  { now }: ExplanationContext,
): Reason {
  const { attempt, leaseUntil, timer } = script;
  const isAhead = leaseUntil !== null && leaseUntil > now;
  const { failuresCount: failures } = task.run;
  const name = scriptName(script);
  if (timer !== null && isAhead) {
    const text = (subject: Message): Message => timerMessage(timer, { subject, script: name, until: leaseUntil }, now);
    return aboutTask(task, 'script', text, { script, until: leaseUntil });
  }
  if (attempt === 0 && isAhead) {
    const text = (subject: Message): Message =>
      message('reason.scriptRetries', {
        ...{ subject, failures, until: leaseUntil },
        script: message(`script.${script.purpose}`),
      });
    return aboutTask(task, 'script', text, { script, until: leaseUntil, failures });
  }
  return aboutTask(task, 'script', (subject) => scriptStateMessage(subject, name, script, now), { script });
}

function timerMessage(
  timer: NonNullable<ScriptRun['timer']>,
  params: { readonly subject: Message; readonly script: Message; readonly until: Instant },
  now: Instant,
): Message {
  switch (timer) {
    case 'sleep':
      return message('reason.scriptSleeps', params);
    case 'poll':
      return message('reason.scriptPolls', { ...params, seconds: Math.ceil((params.until - now) / 1_000) });
  }
}

/** The script of this purpose, by its path where another script has scheduled it. */
function scriptName({ purpose, script: path }: AwaitedScript): Message {
  const script = message(`script.${purpose}`);
  return path === null ? script : message('script.scheduled', { script, path });
}

function scriptStateMessage(subject: Message, name: Message, script: AwaitedScript, now: Instant): Message {
  const { attempt, startedAt: since, leaseUntil, timer } = script;
  const params = { subject, script: name };
  if (attempt === 0 || timer !== null) return message('reason.scriptQueued', params);
  if (since === null) return message('reason.scriptWithoutCapacity', { ...params, attempt });
  const isOverdue = leaseUntil !== null && leaseUntil <= now;
  return message(isOverdue ? 'reason.scriptOverdue' : 'reason.scriptRunning', { ...params, attempt, since });
}

/** Why a task that waits for an event waits. */
export function eventReason(task: Task, { sources }: ExplanationContext): Reason {
  const sourceId = awaitedSourceId(task);
  if (sourceId === null)
    return aboutTask(task, 'person', (subject, who) => message('reason.eventWithoutSource', { subject, who }));
  const known = sources.get(sourceId);
  const source = known?.title ?? sourceId;
  return aboutTask(task, 'event', (subject, who) => {
    if (known?.listens) return message('reason.event', { subject, source, who });
    const code = known === undefined ? 'reason.eventFromDeletedSource' : 'reason.eventFromClosedSource';
    return message(code, { subject, source, who });
  });
}
