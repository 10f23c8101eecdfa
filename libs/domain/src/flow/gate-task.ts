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

/** The automatic step of a running gate. It observes its targets first, because they may be done. */
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
 * A gate can be completed if its conditions are checked, its targets have ended and its approvals are given. A gate
 * with approvals cannot be completed in advance: they may become stale. Throws Conflict.
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
 * A gate with conditions, or without any requirement, is completed manually (compatibility.md, Flow). Approvals are also
 * given by users.
 */
export const gateNeedsPerson = ({ definition: { conditions, dependencies, approvalRequirements } }: Task): boolean =>
  conditions.length > 0 || dependencies.length === 0 || approvalRequirements.length > 0;

/** Why a running gate holds the flow: conditions that are not ticked, targets that are not done, approvals that lack, or a person's word. */
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

/** The conditions of a gate that users have to tick: a part of a message, none where nothing is open. */
export function conditionMessages(task: Task): readonly Message[] {
  const conditions = openConditions(task);
  return conditions.length === 0
    ? []
    : [message('gate.conditions', { who: responsibleUser(task), conditions: titlesOf(conditions) })];
}

/** What a gate waits for that is not done, as far as the gate has seen. */
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
