import type { Progress } from '../decision/progress.ts';
import { endTask } from '../ending/end.ts';
import { areConditionsMet, areTargetsDone, observeTargets, targetOf, verdictOn } from '../gates/gate.ts';
import { Conflict, clip } from '../model/errors.ts';
import { taskOf, titleOf } from '../model/plan.ts';
import type { Task } from '../model/task.ts';
import { failTask } from './failure.ts';
import { type AwaitedTarget, aboutTask, type ExplanationContext, type Reason, someone } from './reasons.ts';
import { counted, listed } from './sentences.ts';

/** What a running gate does by itself. It looks at its targets first; what it waits for may be done. */
export function stepGate(before: Progress, gate: Task): Progress {
  const observed = observeTargets(before, gate);
  const task = taskOf(observed.release, gate.id);
  const verdict = verdictOn(task);
  switch (verdict.kind) {
    case 'waits':
      return observed;
    case 'completes':
      return endTask(observed, task, 'COMPLETED');
    case 'fails':
      return failTask(observed, task, verdict.reason);
  }
}

/** A gate can be completed with its conditions ticked and its targets done. Throws Conflict. */
export function requireOpenGate(before: Progress, task: Task): Progress {
  if (!areConditionsMet(task))
    throw new Conflict(`cannot complete gate '${clip(titleOf(task))}' (${task.id}): a condition is not fulfilled`);
  const observed = observeTargets(before, task, true);
  if (!areTargetsDone(taskOf(observed.release, task.id)))
    throw new Conflict(`cannot complete gate '${clip(titleOf(task))}' (${task.id}): a dependency is not done`);
  return observed;
}

/** A gate with conditions, or with nothing at all, is completed by hand (decisions.md, Flow). */
export const gateNeedsPerson = ({ definition: { conditions, dependencies } }: Task): boolean =>
  conditions.length > 0 || dependencies.length === 0;

/** Why a running gate holds the flow: conditions that are not ticked, targets that are not done, or a person's word. */
export function whyGate(task: Task, world: ExplanationContext): Reason {
  const conditions = task.definition.conditions.filter(({ id }) => !task.run.checked.includes(id));
  const targets = openTargets(task, world);
  if (conditions.length === 0 && targets.length === 0) {
    return aboutTask(task, 'person', `has all that it waited for: ${someone(task)} has to complete it.`);
  }
  const ticks = conditions.length === 0 ? [] : [`${someone(task)} has to tick ${namesOf(conditions, 'condition')}`];
  return aboutTask(task, 'gate', `is closed: ${[...ticks, ...toldTargets(targets)].join('; ')}.`, {
    conditions,
    targets,
  });
}

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
    ...(done.length === 0 ? [] : [`${listed(done)} is done, which it is about to be told`]),
    ...(aborted.length === 0
      ? []
      : [
          `${listed(aborted)} was aborted, so it fails when nothing else is open: replace that dependency or skip the gate`,
        ]),
    ...(missing.length === 0 ? [] : [`${listed(missing)} does not exist: replace that dependency or skip the gate`]),
  ];
}

/** What a gate waits for that is not done, as far as the gate has seen. */
function openTargets(task: Task, { targets }: ExplanationContext): readonly AwaitedTarget[] {
  return task.definition.dependencies
    .filter(({ id }) => task.run.observedTargets[id]?.state !== 'done')
    .map((dependency): AwaitedTarget => {
      const id = targetOf(task, dependency);
      const found = id === null ? undefined : targets.get(id);
      return { id: id ?? dependency.target, ...(found ?? { title: null, status: null, state: 'missing' }) };
    });
}
