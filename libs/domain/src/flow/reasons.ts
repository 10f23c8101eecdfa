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
 * The reason why a part of a plan waits: for what, until when, and who has to act. Members that do not apply are empty.
 */
export interface Reason {
  readonly kind:
    | 'date'
    | 'blackout'
    | 'gate'
    | 'input'
    | 'script'
    | 'mail'
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
  /** the time when the wait ends automatically, if known */
  readonly until: Instant | null;
  /** the assigned user */
  readonly owner: string | null;
  readonly team: string | null;
  readonly blackout: NamedBlackout | null;
  /** the unchecked conditions of a gate */
  readonly conditions: readonly { readonly id: string; readonly title: string }[];
  /** the unfinished targets of a gate, according to its latest observation */
  readonly targets: readonly AwaitedTarget[];
  /** the state of a gate's approval requirements */
  readonly approvals: ApprovalState | null;
  /** the required variables that the task uses and that have no value */
  readonly variables: readonly { readonly key: string; readonly label: string | null }[];
  readonly script: AwaitedScript | null;
  /** the unfinished tasks before it, at most 10 */
  readonly before: readonly { readonly id: string; readonly title: string; readonly status: TaskStatus }[];
  readonly failures: number;
  /** the last comment of a failed task */
  readonly comment: string | null;
}

/** A blackout with its label. */
export interface NamedBlackout extends Blackout {
  readonly label: string;
}

/** A target that a gate waits for. `status` is null if it does not exist. */
export interface AwaitedTarget {
  /** the last segment of its id, or the placeholder if its variable contains no id */
  readonly id: string;
  readonly title: string | null;
  readonly status: ReleaseStatus | PhaseStatus | TaskStatus | null;
  readonly state: TargetState;
}

/** The event source that a task waits for. */
interface AwaitedSource {
  /** null: the caller may not view it */
  readonly title: string | null;
  /** the folder that contains it; null: it is global */
  readonly folderId: string | null;
  /** whether it accepts events */
  readonly listens: boolean;
}

/** A script that a task waits for, without the id and the output of its run. */
export type AwaitedScript = Omit<ScriptRun, 'id' | 'printed'>;

/** The data for an explanation from outside the release. All of it is loaded before. */
export interface ExplanationContext {
  readonly now: Instant;
  /** the current, future and recent blackouts of the release's folder */
  readonly blackouts: readonly NamedBlackout[];
  /** the targets of gates, in this release or another one, by id; a missing id does not exist */
  readonly targets: ReadonlyMap<string, Omit<AwaitedTarget, 'id'>>;
  /** the endpoints and event sources that tasks wait for, by id; a missing id does not exist */
  readonly sources: ReadonlyMap<string, AwaitedSource>;
  /** the existing teams and roles that running gates require; null: not requested */
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

/** Returns a reason for the release itself. */
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

/** Returns a reason for a task. */
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

/** Returns the task as the subject of a message. */
const subjectOf = (task: Task): Message =>
  message(isGateType(task.definition.type) ? 'subject.gate' : 'subject.task', { object: namedTask(task) });

/** Returns the user or team that has to act. */
export function responsibleUser({ definition: { owner, team } }: Task): Message {
  if (owner !== null) return message('actor.user', { name: owner });
  return team === null ? message('actor.unassigned') : message('actor.team', { name: team });
}

/** Returns why a task waits for its start date or the end of a blackout. */
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

/** Returns why a task waits for missing values. */
export function missingInputReason(release: Pick<Release, 'variables'>, task: Task): Reason {
  const keys = missingKeys(release, task);
  const variables = release.variables.filter(({ key }) => keys.includes(key)).map(({ key, label }) => ({ key, label }));
  const names = messageList(variables, ({ key, label }) =>
    label === null ? message('quote.value', { value: key }) : message('reason.labeledVariable', { label, key }),
  );
  const text = (subject: Message, who: Message): Message => message('reason.input', { subject, variables: names, who });
  return aboutTask(task, 'input', text, { variables });
}

/** Returns why a failed task waits. `comment` is its last comment. */
export function failedReason(task: Task, comment: string | null): Reason {
  const failures = task.run.failuresCount;
  const text = (subject: Message, who: Message): Message =>
    comment === null
      ? message('reason.failed', { subject, failures, who })
      : message('reason.failedWithComment', { subject, failures, who, comment: clip(comment) });
  return aboutTask(task, 'failed', text, { failures, comment });
}

/** Returns why a task with a script waits. */
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

/** Returns the name of a script: its purpose, and its path if another script has scheduled it. */
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

/** Returns why a task waits for an event. */
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

/** Returns why a task that sends a mail is in progress. */
export function mailReason(task: Task, { now }: ExplanationContext): Reason {
  const { mail, failuresCount: failures } = task.run;
  const until = mail?.until ?? null;
  if (mail === null || mail.reason === null || mail.sending || until === null || until <= now)
    return aboutTask(task, 'mail', (subject) =>
      message(mail?.sending ? 'reason.mailSending' : 'reason.mailQueued', { subject }),
    );
  const { reason: fault } = mail;
  return aboutTask(task, 'mail', (subject) => message('reason.mailRetries', { subject, fault, until }), {
    until,
    failures,
  });
}
