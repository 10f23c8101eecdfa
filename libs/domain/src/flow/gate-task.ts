import { finishTask } from '../completion/finish.ts';
import { afterEvent } from '../decision/cause.ts';
import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import { missingApprovalTexts } from '../gates/approval-messages.ts';
import { approvalsOf } from '../gates/approvals.ts';
import { areTargetsDone, gateResultOf, observeTargets, targetOf } from '../gates/gate.ts';
import { Conflict, clip } from '../model/errors.ts';
import { taskOf, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { failTask } from './failure.ts';
import { type AwaitedTarget, aboutTask, type ExplanationContext, type Reason, responsibleUser } from './reasons.ts';
import { formatCount, formatList } from './sentences.ts';

const quotedTask = (task: Task): string => `task '${clip(titleOf(task))}'`;

/** The automatic step of a running gate. It observes its targets first, because they may be done. */
export function stepGate(before: OutcomeDraft, gate: Task): OutcomeDraft {
  const observed = observeTargets(before, gate);
  const task = taskOf(observed.release, gate.id);
  const result = gateResultOf(observed.release, task);
  switch (result.kind) {
    case 'waits':
      return observed;
    case 'completes':
      return finishTask(
        afterEvent(observed, `after the dependencies of ${quotedTask(task)} were done`),
        task,
        'COMPLETED',
      );
    case 'fails':
      return failTask(afterEvent(observed, `after a dependency of ${quotedTask(task)} ended`), task, result.reason);
  }
}

/**
 * A gate can be completed if its conditions are checked, its targets have ended and its approvals are given. A gate
 * with approvals cannot be completed in advance: they may become stale. Throws Conflict.
 */
export function requireOpenGate(before: OutcomeDraft, task: Task): OutcomeDraft {
  const name = `'${clip(titleOf(task))}' (${task.id})`;
  const requiresApproval = task.definition.approvalRequirements.length > 0;
  if (requiresApproval && task.run.status !== 'IN_PROGRESS')
    throw new Conflict(
      `cannot complete gate ${name} in advance: it requires approvals, and opens automatically with them`,
    );
  const observed = observeTargets(before, task, true);
  const missing = [
    ...missingConditionTexts(task),
    ...(areTargetsDone(taskOf(observed.release, task.id)) ? [] : ['a dependency is not done']),
    ...missingApprovalTexts(approvalsOf(before.release, task)),
  ];
  if (missing.length > 0) throw new Conflict(`cannot complete gate ${name}: ${missing.join('; ')}`);
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
    return aboutTask(task, 'person', `has all that it waited for: ${responsibleUser(task)} has to complete it.`);
  }
  return aboutTask(
    task,
    'gate',
    `is closed: ${[...conditionTexts(task), ...targetTexts(targets), ...missingApprovalTexts(approvals, context.existingApprovers)].join('; ')}.`,
    {
      conditions,
      targets,
      approvals: approvals.counts.length === 0 ? null : approvals,
    },
  );
}

const openConditions = ({ definition, run }: Task) =>
  definition.conditions.filter(({ id }) => !run.checked.includes(id));

function missingConditionTexts(task: Task): readonly string[] {
  const conditions = openConditions(task);
  return conditions.length === 0
    ? []
    : [`missing conditions: ${formatList(conditions.map(({ title }) => `'${clip(title)}'`))}`];
}

/** What people have to tick of a gate: a part of a sentence, none where nothing is open. */
export function conditionTexts(task: Task): readonly string[] {
  const conditions = openConditions(task);
  return conditions.length === 0 ? [] : [`${responsibleUser(task)} has to tick ${titlesText(conditions, 'condition')}`];
}

/** What a gate waits for that is not done, as far as the gate has seen. */
export const openDependencies = ({ definition, run }: Task) =>
  definition.dependencies.filter(({ id }) => run.observedTargets[id]?.state !== 'done');

const titlesText = (items: readonly { readonly title: string }[], noun: string): string =>
  `${formatCount(items.length, noun)} (${formatList(items.map(({ title }) => `'${clip(title)}'`))})`;

function targetTexts(targets: readonly AwaitedTarget[]): readonly string[] {
  const quotedTask = (state: AwaitedTarget['state']) =>
    targets
      .filter((target) => target.state === state)
      .map(({ id, title, status }) => (title === null ? id : `'${clip(title)}' (${status})`));
  const [open, done, aborted, missing] = [
    quotedTask('open'),
    quotedTask('done'),
    quotedTask('aborted'),
    quotedTask('missing'),
  ];
  return [
    ...(open.length === 0 ? [] : [`it waits for ${formatList(open)}`]),
    ...(done.length === 0 ? [] : [`${formatList(done)} is done; the gate will be notified shortly`]),
    ...(aborted.length === 0
      ? []
      : [
          `${formatList(aborted)} was aborted, so it fails when nothing else is open: replace that dependency or skip the gate`,
        ]),
    ...(missing.length === 0
      ? []
      : [`${formatList(missing)} does not exist: replace that dependency or skip the gate`]),
  ];
}

function openTargets(task: Task, { targets }: ExplanationContext): readonly AwaitedTarget[] {
  return openDependencies(task).map((dependency): AwaitedTarget => {
    const id = targetOf(task, dependency);
    const known = id === null ? undefined : targets.get(id);
    return { id: id ?? dependency.target, ...(known ?? { title: null, status: null, state: 'missing' }) };
  });
}
