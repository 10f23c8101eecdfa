import { finishTask } from '../completion/finish.ts';
import { afterEvent } from '../decision/cause.ts';
import { namedObject } from '../decision/log.ts';
import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import { missingApprovalMessages } from '../gates/approval-messages.ts';
import { approvalsOf } from '../gates/approvals.ts';
import { areTargetsDone, gateResultOf, observeTargets, targetOf } from '../gates/gate.ts';
import { type Message, type MessageCode, type MessageList, message, messageList } from '../messages/message.ts';
import { Conflict } from '../model/errors.ts';
import type { Condition } from '../model/own-fields.ts';
import { namedTask, taskOf, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { failTask } from './failure.ts';
import { type AwaitedTarget, aboutTask, type ExplanationContext, type Reason, responsibleUser } from './reasons.ts';

const loggedTask = (task: Task) => ({ task: namedObject(task.id, titleOf(task)) });

/** Runs the automatic step of a running gate. It observes its targets first, because they may have ended. */
export function stepGate(before: OutcomeDraft, gate: Task): OutcomeDraft {
  const observed = observeTargets(before, gate);
  const task = taskOf(observed.release, gate.id);
  const result = gateResultOf(observed.release, task);
  switch (result.kind) {
    case 'waits':
      return observed;
    case 'completes':
      return finishTask(afterEvent(observed, message('cause.dependenciesDone', loggedTask(task))), task, 'COMPLETED');
    case 'fails':
      return failTask(afterEvent(observed, message('cause.dependencyEnded', loggedTask(task))), task, result.reason);
  }
}

/**
 * Requires that a gate can be completed: its conditions are checked, its targets have ended and its approvals are
 * given. A gate with approvals cannot be completed in advance, because they can become stale. Throws Conflict.
 */
export function requireOpenGate(before: OutcomeDraft, task: Task): OutcomeDraft {
  const requiresApproval = task.definition.approvalRequirements.length > 0;
  if (requiresApproval && task.run.status !== 'IN_PROGRESS')
    throw new Conflict(message('gate.notInAdvance', { task: namedTask(task) }));
  const observed = observeTargets(before, task, true);
  const missing = [
    ...missingConditionMessages(task),
    ...(areTargetsDone(taskOf(observed.release, task.id)) ? [] : [message('gate.dependencyOpen')]),
    ...missingApprovalMessages(approvalsOf(before.release, task)),
  ];
  if (missing.length > 0) throw new Conflict(message('gate.closed', { task: namedTask(task), blockers: missing }));
  return observed;
}

/**
 * Whether a gate requires a user. Users complete gates with conditions and gates without any requirement
 * (compatibility.md, Flow), and give approvals.
 */
export const gateNeedsPerson = ({ definition: { conditions, dependencies, approvalRequirements } }: Task): boolean =>
  conditions.length > 0 || dependencies.length === 0 || approvalRequirements.length > 0;

/**
 * Returns the reason why a running gate blocks the flow: unchecked conditions, unfinished targets, missing approvals,
 * or a missing completion by a user.
 */
export function gateReason(task: Task, context: ExplanationContext, release: Release): Reason {
  const conditions = openConditions(task);
  const targets = openTargets(task, context);
  const approvals = approvalsOf(release, task);
  if (conditions.length === 0 && targets.length === 0 && approvals.holds) {
    return aboutTask(task, 'person', (subject, who) => message('reason.gateDone', { subject, who }));
  }
  const blockers = [
    ...conditionMessages(task),
    ...targetMessages(targets),
    ...missingApprovalMessages(approvals, context.existingApprovers),
  ];
  return aboutTask(task, 'gate', (subject) => message('reason.gateClosed', { subject, blockers }), {
    conditions,
    targets,
    approvals: approvals.counts.length === 0 ? null : approvals,
  });
}

const openConditions = ({ definition, run }: Task) =>
  definition.conditions.filter(({ id }) => !run.checked.includes(id));

const titlesOf = (conditions: readonly Condition[]): MessageList =>
  messageList(conditions, ({ title }) => message('quote.text', { text: title }));

function missingConditionMessages(task: Task): readonly Message[] {
  const conditions = openConditions(task);
  return conditions.length === 0 ? [] : [message('gate.missingConditions', { conditions: titlesOf(conditions) })];
}

/** Returns a message with the unchecked conditions of a gate; empty if there are none. */
export function conditionMessages(task: Task): readonly Message[] {
  const conditions = openConditions(task);
  return conditions.length === 0
    ? []
    : [message('gate.conditions', { who: responsibleUser(task), conditions: titlesOf(conditions) })];
}

/** Returns the dependencies that are not done according to the latest observation of the gate. */
export const openDependencies = ({ definition, run }: Task) =>
  definition.dependencies.filter(({ id }) => run.observedTargets[id]?.state !== 'done');

const targetCodes = {
  open: 'gate.targetsOpen',
  done: 'gate.targetsDone',
  aborted: 'gate.targetsAborted',
  missing: 'gate.targetsMissing',
} as const satisfies Record<AwaitedTarget['state'], MessageCode>;

const targetStates = ['open', 'done', 'aborted', 'missing'] as const satisfies readonly AwaitedTarget['state'][];

const targetMessage = ({ id, title, status }: AwaitedTarget): Message =>
  title === null
    ? message('gate.unknownTarget', { id })
    : message('gate.target', { target: { id, title }, status: String(status) });

function targetMessages(all: readonly AwaitedTarget[]): readonly Message[] {
  return targetStates.flatMap((state) => {
    const targets = all.filter((target) => target.state === state);
    return targets.length === 0 ? [] : [message(targetCodes[state], { targets: messageList(targets, targetMessage) })];
  });
}

function openTargets(task: Task, { targets }: ExplanationContext): readonly AwaitedTarget[] {
  return openDependencies(task).map((dependency): AwaitedTarget => {
    const id = targetOf(task, dependency);
    const known = id === null ? undefined : targets.get(id);
    return { id: id ?? dependency.target, ...(known ?? { title: null, status: null, state: 'missing' }) };
  });
}
