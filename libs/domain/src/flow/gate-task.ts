import { afterEvent } from '../decision/cause.ts';
import type { Progress } from '../decision/progress.ts';
import { endTask } from '../ending/end.ts';
import { lackingIn } from '../gates/approval-words.ts';
import { approvalsOf } from '../gates/approvals.ts';
import { areTargetsDone, observeTargets, targetOf, verdictOn } from '../gates/gate.ts';
import { Conflict, clip } from '../model/errors.ts';
import { taskOf, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { failTask } from './failure.ts';
import { type AwaitedTarget, aboutTask, type ExplanationContext, type Reason, someone } from './reasons.ts';
import { counted, listed } from './sentences.ts';

const named = (task: Task): string => `task '${clip(titleOf(task))}'`;

/** The automatic step of a running gate. It observes its targets first, because they may be done. */
export function stepGate(before: Progress, gate: Task): Progress {
  const observed = observeTargets(before, gate);
  const task = taskOf(observed.release, gate.id);
  const verdict = verdictOn(observed.release, task);
  switch (verdict.kind) {
    case 'waits':
      return observed;
    case 'completes':
      return endTask(afterEvent(observed, `after the dependencies of ${named(task)} were done`), task, 'COMPLETED');
    case 'fails':
      return failTask(afterEvent(observed, `after a dependency of ${named(task)} ended`), task, verdict.reason);
  }
}

/**
 * A gate can be completed if its conditions are checked, its targets have ended and its approvals are given. A gate
 * with approvals cannot be completed in advance: they may become stale. Throws Conflict.
 */
export function requireOpenGate(before: Progress, task: Task): Progress {
  const name = `'${clip(titleOf(task))}' (${task.id})`;
  const isAsking = task.definition.approvalRequirements.length > 0;
  if (isAsking && task.run.status !== 'IN_PROGRESS')
    throw new Conflict(
      `cannot complete gate ${name} in advance: it requires approvals, and opens automatically with them`,
    );
  const observed = observeTargets(before, task, true);
  const lacking = [
    ...missingConditions(task),
    ...(areTargetsDone(taskOf(observed.release, task.id)) ? [] : ['a dependency is not done']),
    ...lackingIn(approvalsOf(before.release, task)),
  ];
  if (lacking.length > 0) throw new Conflict(`cannot complete gate ${name}: ${lacking.join('; ')}`);
  return observed;
}

/**
 * A gate with conditions, or without any requirement, is completed manually (compatibility.md, Flow). Approvals are also
 * given by users.
 */
export const gateNeedsPerson = ({ definition: { conditions, dependencies, approvalRequirements } }: Task): boolean =>
  conditions.length > 0 || dependencies.length === 0 || approvalRequirements.length > 0;

/** Why a running gate holds the flow: conditions that are not ticked, targets that are not done, approvals that lack, or a person's word. */
export function whyGate(task: Task, world: ExplanationContext, release: Release): Reason {
  const conditions = openConditions(task);
  const targets = openTargets(task, world);
  const approvals = approvalsOf(release, task);
  if (conditions.length === 0 && targets.length === 0 && approvals.holds) {
    return aboutTask(task, 'person', `has all that it waited for: ${someone(task)} has to complete it.`);
  }
  return aboutTask(
    task,
    'gate',
    `is closed: ${[...toldConditions(task), ...toldTargets(targets), ...lackingIn(approvals, world.askers)].join('; ')}.`,
    {
      conditions,
      targets,
      approvals: approvals.counts.length === 0 ? null : approvals,
    },
  );
}

const openConditions = ({ definition, run }: Task) =>
  definition.conditions.filter(({ id }) => !run.checked.includes(id));

function missingConditions(task: Task): readonly string[] {
  const conditions = openConditions(task);
  return conditions.length === 0
    ? []
    : [`missing conditions: ${listed(conditions.map(({ title }) => `'${clip(title)}'`))}`];
}

/** What people have to tick of a gate: a part of a sentence, none where nothing is open. */
export function toldConditions(task: Task): readonly string[] {
  const conditions = openConditions(task);
  return conditions.length === 0 ? [] : [`${someone(task)} has to tick ${namesOf(conditions, 'condition')}`];
}

/** What a gate waits for that is not done, as far as the gate has seen. */
export const openDependencies = ({ definition, run }: Task) =>
  definition.dependencies.filter(({ id }) => run.observedTargets[id]?.state !== 'done');

const namesOf = (things: readonly { readonly title: string }[], noun: string): string =>
  `${counted(things.length, noun)} (${listed(things.map(({ title }) => `'${clip(title)}'`))})`;

function toldTargets(targets: readonly AwaitedTarget[]): readonly string[] {
  const named = (state: AwaitedTarget['state']) =>
    targets
      .filter((target) => target.state === state)
      .map(({ id, title, status }) => (title === null ? id : `'${clip(title)}' (${status})`));
  const [open, done, aborted, missing] = [named('open'), named('done'), named('aborted'), named('missing')];
  return [
    ...(open.length === 0 ? [] : [`it waits for ${listed(open)}`]),
    ...(done.length === 0 ? [] : [`${listed(done)} is done; the gate will be notified shortly`]),
    ...(aborted.length === 0
      ? []
      : [
          `${listed(aborted)} was aborted, so it fails when nothing else is open: replace that dependency or skip the gate`,
        ]),
    ...(missing.length === 0 ? [] : [`${listed(missing)} does not exist: replace that dependency or skip the gate`]),
  ];
}

function openTargets(task: Task, { targets }: ExplanationContext): readonly AwaitedTarget[] {
  return openDependencies(task).map((dependency): AwaitedTarget => {
    const id = targetOf(task, dependency);
    const found = id === null ? undefined : targets.get(id);
    return { id: id ?? dependency.target, ...(found ?? { title: null, status: null, state: 'missing' }) };
  });
}
