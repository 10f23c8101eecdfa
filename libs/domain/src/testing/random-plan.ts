import type { RequestedPlan, RequestedTask } from '../edits/requested-plan.ts';
import type { Dependency, Link } from '../model/own-fields.ts';
import { tasksIn } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { at, plan, type TaskOverrides } from './notation.ts';
import type { Dice } from './random-walk.ts';

/** Names of tasks in all random plans. The same name can be a different task in another plan. */
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const targets = ['Releaseout', 'Releaseaway', '${late}'];

/** Returns a random subset, in random order. */
const randomSubset = <T>(dice: Dice, items: readonly T[], percent: number): readonly T[] =>
  items
    .filter(() => dice(100) < percent)
    .map((item) => ({ item, place: dice(1_000) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);

const randomGate = (dice: Dice, name: string): TaskOverrides => ({
  type: 'GateTask',
  conditions: randomSubset(dice, [1, 2, 3], 50).map((at) => ({
    id: `GateCondition${name}${at}`,
    title: `${at}${dice(3)}`,
  })),
  dependencies: randomSubset(dice, targets, 40).map((target) => ({ id: `Dependency${name}${target.length}`, target })),
});

const randomFields = (dice: Dice, name: string): TaskOverrides => ({
  title: `${name}${dice(8) === 0 ? dice(3) : ''}`,
  plannedDuration: dice(8) === 0 ? 60 * (1 + dice(3)) : null,
  dueDate: dice(10) === 0 ? at('18:00') : null,
  locked: dice(150) === 0,
});

/** Returns random links from earlier names to later ones, and therefore without cycles. */
const randomLinks = (dice: Dice, children: readonly string[]): readonly Link[] =>
  children.flatMap((source) =>
    children.flatMap((target) =>
      source < target && dice(4) === 0
        ? [{ id: `Link${source}${target}`, source: `Task${source}`, target: `Task${target}` }]
        : [],
    ),
  );

/**
 * Returns a random plan. It shares tasks with other random plans, at other positions and with other fields and types.
 */
export function randomPlan(dice: Dice, status: 'TEMPLATE' | 'PLANNED'): Release {
  const remaining = [...randomSubset(dice, names, 75)];
  const task: Record<string, TaskOverrides> = {};
  const randomTasks = (depth: number, maxCount: number): string => {
    const pickedNames = remaining.splice(0, dice(maxCount + 1));
    const texts = pickedNames.map((name) => {
      task[name] = randomFields(dice, name);
      // the type of a task rarely differs, because few tasks may change it
      const kind = dice(25) === 0 ? dice(6) : names.indexOf(name) % 6;
      if (kind === 0) task[name] = { ...task[name], ...randomGate(dice, name) };
      if (kind === 0 || kind > 2 || depth > 2) return `${name}.`;
      const children = randomTasks(depth + 1, 3);
      return kind === 1 ? `${name}.[${children}]` : `${name}.(${children})`;
    });
    return texts.join(' ');
  };
  const phases = randomSubset(dice, ['One', 'Two', 'Three'], 80);
  const sketch = [...phases, 'Last'].map((title) => `${title}: ${randomTasks(0, 4)}`).join(' | ');
  return withRandomLinks(dice, plan(`${status} ${sketch}`, { task }));
}

function withRandomLinks(dice: Dice, release: Release): Release {
  const withLinks = (task: Task): Task => {
    const links =
      task.definition.type === 'ParallelGroup'
        ? randomLinks(
            dice,
            task.tasks.map(({ id }) => id.slice(4)),
          )
        : [];
    return { ...task, definition: { ...task.definition, links }, tasks: task.tasks.map(withLinks) };
  };
  return { ...release, phases: release.phases.map((phase) => ({ ...phase, tasks: phase.tasks.map(withLinks) })) };
}

const requestedTaskOf = ({ id, definition, tasks }: Task): RequestedTask => {
  const { type, title, plannedDuration, dueDate, locked, conditions, dependencies, links } = definition;
  return {
    id,
    type,
    title,
    plannedDuration,
    dueDate,
    locked,
    conditions,
    dependencies,
    links,
    tasks: tasks.map(requestedTaskOf),
  };
};

/** Returns a complete plan as a request. */
export const requestedPlanOf = ({ phases }: Release): RequestedPlan => ({
  phases: phases.map(({ id, title, tasks }) => ({ id, title, tasks: tasks.map(requestedTaskOf) })),
});

const linkTexts = (links: readonly Link[] = []) => links.map(({ source, target }) => `${source}>${target}`).toSorted();
const targetsIn = (dependencies: readonly Dependency[] = []) => dependencies.map(({ target }) => target);
const comparable = ({ links, dependencies, tasks = [], ...task }: RequestedTask): object => ({
  ...task,
  links: linkTexts(links),
  dependencies: targetsIn(dependencies),
  tasks: tasks.map(comparable),
});

/** Returns a requested plan without the ids of links and dependencies, which are created again after a change. */
export const comparablePlan = ({ phases = [] }: RequestedPlan): readonly object[] =>
  phases.map(({ tasks = [], ...phase }) => ({ ...phase, tasks: tasks.map(comparable) }));

const without = (tasks: readonly RequestedTask[], ids: ReadonlySet<unknown>): readonly RequestedTask[] =>
  tasks.flatMap(({ links = [], ...task }) => {
    const rest = links.filter(({ source, target }) => !ids.has(source) && !ids.has(target));
    return ids.has(task.id) ? [] : { ...task, links: rest, tasks: without(task.tasks ?? [], ids) };
  });

/** Returns a request that keeps the started phases of the plan and takes all other phases from `b`. */
export function requestedAhead(before: Release, b: Release): RequestedPlan {
  const reached = new Set(before.phases.flatMap(({ id, status }) => (status === 'PLANNED' ? [] : id)));
  const isReached = ({ id }: { readonly id?: string | null }) => typeof id === 'string' && reached.has(id);
  const reachedPhases = (requestedPlanOf(before).phases ?? []).filter(isReached);
  const takenIds = new Set<unknown>(
    before.phases.filter(isReached).flatMap(({ tasks }) => [...tasksIn(tasks)].map(({ id }) => id)),
  );
  const ahead = (requestedPlanOf(b).phases ?? []).filter((phase) => !isReached(phase));
  return {
    phases: [...reachedPhases, ...ahead.map((phase) => ({ ...phase, tasks: without(phase.tasks ?? [], takenIds) }))],
  };
}
