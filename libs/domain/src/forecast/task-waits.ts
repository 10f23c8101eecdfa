import { earliestStartOf } from '../calendar/start-delays.ts';
import { aboutTask, scriptReason } from '../flow/reasons.ts';
import { approvalsOf } from '../gates/approvals.ts';
import { type Message, message } from '../messages/message.ts';
import type { Instant } from '../model/json.ts';
import { isStartedGroup, type Task } from '../model/task.ts';
import { type TaskBehavior, taskTypeNamed } from '../model/task-types.ts';
import { type UserTask, userTaskReason } from './waiting-tasks.ts';

/**
 * What a task waits for: a completion by a user, a gate, an approval, values, its precondition, its start date, an
 * event, free capacity for a release that it creates, or a decision after its failure.
 */
export const waitKinds = [
  'person',
  'gate',
  'approval',
  'input',
  'precondition',
  'date',
  'event',
  'capacity',
  'failed',
] as const;
export type WaitKind = (typeof waitKinds)[number];

/** A user, team or role that has to act before a task continues. */
export interface AwaitedActor {
  readonly kind: 'user' | 'team' | 'role';
  readonly name: string;
}

/** The wait of a task. */
export interface TaskWait {
  readonly kind: WaitKind;
  readonly message: Message;
  /** the time when the wait ends automatically, if known */
  readonly until: Instant | null;
  /** empty: no user is assigned, or the wait ends automatically */
  readonly actors: readonly AwaitedActor[];
}

const kindOfBehavior: Readonly<Record<TaskBehavior, WaitKind>> = {
  manual: 'person',
  userInput: 'input',
  event: 'event',
  gate: 'gate',
  group: 'person',
  create: 'capacity',
  // A script task in progress without a script has no runner, so a user completes it.
  script: 'person',
  // A notification task in progress without a mail has no mail server.
  mail: 'person',
};

/** Returns what a task waits for; null if it runs, has not started or has ended, or is represented by its tasks. */
export function waitKindOf(task: Task): WaitKind | null {
  const { definition, run } = task;
  if (isStartedGroup(task)) return null;
  switch (run.status) {
    case 'FAILED':
      return 'failed';
    case 'PENDING':
      return 'date';
    case 'WAITING_FOR_INPUT':
      return 'input';
    case 'PRECONDITION_IN_PROGRESS':
      return 'precondition';
    case 'IN_PROGRESS':
      if (run.script !== null || run.mail !== null) return null;
      if (definition.approvalRequirements.length > 0) return 'approval';
      return kindOfBehavior[taskTypeNamed(definition.type)?.behavior ?? 'script'];
    case 'PLANNED':
    case 'QUEUED':
    case 'ABORT_SCRIPT_QUEUED':
    case 'FAILURE_HANDLER_QUEUED':
    case 'COMPLETED':
    case 'COMPLETED_IN_ADVANCE':
    case 'SKIPPED':
    case 'SKIPPED_IN_ADVANCE':
    case 'FAILING':
    case 'ABORTED':
    case 'FAILURE_HANDLER_IN_PROGRESS':
    case 'FACET_CHECK_IN_PROGRESS':
    case 'ABORT_SCRIPT_IN_PROGRESS':
      return null;
  }
}

/** Returns the wait of a task; null as in `waitKindOf`. Its message contains no data from outside the release. */
export function waitOf(userTask: UserTask, now: Instant): TaskWait | null {
  const { task } = userTask;
  const kind = waitKindOf(task);
  switch (kind) {
    case null:
      return null;
    case 'date':
      return { kind, message: startMessage(task, now), until: earliestStartOf(task), actors: [] };
    case 'precondition':
      return { kind, message: preconditionMessage(task, now), until: null, actors: [] };
    case 'capacity': {
      const { message: text } = aboutTask(task, 'capacity', (subject) => message('reason.capacity', { subject }));
      return { kind, message: text, until: null, actors: [] };
    }
    case 'approval':
      return { kind, message: userTaskReason(userTask), until: null, actors: approversOf(userTask) };
    case 'person':
    case 'gate':
    case 'input':
    case 'event':
    case 'failed':
      return { kind, message: userTaskReason(userTask), until: null, actors: assigneesOf(task) };
  }
}

function startMessage(task: Task, now: Instant): Message {
  const until = earliestStartOf(task) ?? now;
  const code = task.run.postponedUntil === null ? 'reason.date' : 'reason.postponed';
  return aboutTask(task, 'date', (subject) => message(code, { subject, until })).message;
}

function preconditionMessage(task: Task, now: Instant): Message {
  const { script } = task.run;
  const context = { now, blackouts: [], targets: new Map(), sources: new Map(), comments: new Map() } as const;
  if (script !== null) return scriptReason(task, script, { ...context, existingApprovers: null }).message;
  return aboutTask(task, 'script', (subject) =>
    message('reason.scriptQueued', { subject, script: message('script.precondition') }),
  ).message;
}

function assigneesOf({ definition: { owner, team } }: Task): readonly AwaitedActor[] {
  return [
    ...(owner === null ? [] : [{ kind: 'user', name: owner } as const]),
    ...(team === null ? [] : [{ kind: 'team', name: team } as const]),
  ];
}

/** Returns the approvers of the missing approvals, and the assignees if the gate has other blockers or is complete. */
function approversOf({ task, release }: UserTask): readonly AwaitedActor[] {
  const { definition, run } = task;
  const state = approvalsOf(release, task);
  const missing = state.counts.filter(({ missing: count }) => count > 0);
  const approvers = missing.map(
    ({ requirement: { team, role } }): AwaitedActor =>
      role === null ? { kind: 'team', name: String(team) } : { kind: 'role', name: role },
  );
  const hasConditions = definition.conditions.some(({ id }) => !run.checked.includes(id));
  const all = [...(hasConditions || missing.length === 0 ? assigneesOf(task) : []), ...approvers];
  return [...new Map(all.map((actor) => [`${actor.kind}:${actor.name}`, actor])).values()];
}
