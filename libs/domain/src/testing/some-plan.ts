import type { WantedPlan, WantedTask } from '../edits/wanted.ts';
import type { Dependency, Link } from '../model/own-fields.ts';
import { tasksIn } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { at, type Details, plan } from './notation.ts';
import type { Dice } from './walk.ts';

/** Names of tasks in all random plans. The same name can be a different task in another plan. */
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const targets = ['Releaseout', 'Releaseaway', '${late}'];

/** Some of these, in any order. */
const some = <T>(dice: Dice, items: readonly T[], percent: number): readonly T[] =>
  items
    .filter(() => dice(100) < percent)
    .map((item) => ({ item, place: dice(1_000) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);

const gateBy = (dice: Dice, name: string): Details => ({
  type: 'GateTask',
  conditions: some(dice, [1, 2, 3], 50).map((at) => ({
    id: `GateCondition${name}${at}`,
    title: `${at}${dice(3)}`,
  })),
  dependencies: some(dice, targets, 40).map((target) => ({ id: `Dependency${name}${target.length}`, target })),
});

const fieldsBy = (dice: Dice, name: string): Details => ({
  title: `${name}${dice(8) === 0 ? dice(3) : ''}`,
  plannedDuration: dice(8) === 0 ? 60 * (1 + dice(3)) : null,
  dueDate: dice(10) === 0 ? at('18:00') : null,
  locked: dice(150) === 0,
});

/** Links from earlier names to later ones, which go in no circle. */
const linksBy = (dice: Dice, children: readonly string[]): readonly Link[] =>
  children.flatMap((source) =>
    children.flatMap((target) =>
      source < target && dice(4) === 0
        ? [{ id: `Link${source}${target}`, source: `Task${source}`, target: `Task${target}` }]
        : [],
    ),
  );

/** A plan by chance, of parts that other plans by chance have as well: at other places, with other fields, as other types. */
export function somePlan(dice: Dice, status: 'TEMPLATE' | 'PLANNED'): Release {
  const left = [...some(dice, names, 75)];
  const task: Record<string, Details> = {};
  const tasksBy = (depth: number, most: number): string => {
    const made = left.splice(0, dice(most + 1));
    const written = made.map((name) => {
      task[name] = fieldsBy(dice, name);
      // a task seldom changes its type, since few may
      const kind = dice(25) === 0 ? dice(6) : names.indexOf(name) % 6;
      if (kind === 0) task[name] = { ...task[name], ...gateBy(dice, name) };
      if (kind === 0 || kind > 2 || depth > 2) return `${name}.`;
      const inside = tasksBy(depth + 1, 3);
      return kind === 1 ? `${name}.[${inside}]` : `${name}.(${inside})`;
    });
    return written.join(' ');
  };
  const phases = some(dice, ['One', 'Two', 'Three'], 80);
  const sketch = [...phases, 'Last'].map((title) => `${title}: ${tasksBy(0, 4)}`).join(' | ');
  return linked(dice, plan(`${status} ${sketch}`, { task }));
}

function linked(dice: Dice, release: Release): Release {
  const within = (task: Task): Task => {
    const links =
      task.definition.type === 'ParallelGroup'
        ? linksBy(
            dice,
            task.tasks.map(({ id }) => id.slice(4)),
          )
        : [];
    return { ...task, definition: { ...task.definition, links }, tasks: task.tasks.map(within) };
  };
  return { ...release, phases: release.phases.map((phase) => ({ ...phase, tasks: phase.tasks.map(within) })) };
}

const wantedOf = ({ id, definition, tasks }: Task): WantedTask => {
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
    tasks: tasks.map(wantedOf),
  };
};

/** All of a plan, as it is wanted. */
export const wholly = ({ phases }: Release): WantedPlan => ({
  phases: phases.map(({ id, title, tasks }) => ({ id, title, tasks: tasks.map(wantedOf) })),
});

const arrows = (links: readonly Link[] = []) => links.map(({ source, target }) => `${source}>${target}`).toSorted();
const targetsIn = (dependencies: readonly Dependency[] = []) => dependencies.map(({ target }) => target);
const comparable = ({ links, dependencies, tasks = [], ...task }: WantedTask): object => ({
  ...task,
  links: arrows(links),
  dependencies: targetsIn(dependencies),
  tasks: tasks.map(comparable),
});

/** A requested plan without the ids of its links and dependencies, which are created again after a change. */
export const compared = ({ phases = [] }: WantedPlan): readonly object[] =>
  phases.map(({ tasks = [], ...phase }) => ({ ...phase, tasks: tasks.map(comparable) }));

const without = (tasks: readonly WantedTask[], ids: ReadonlySet<unknown>): readonly WantedTask[] =>
  tasks.flatMap(({ links = [], ...task }) => {
    const rest = links.filter(({ source, target }) => !ids.has(source) && !ids.has(target));
    return ids.has(task.id) ? [] : { ...task, links: rest, tasks: without(task.tasks ?? [], ids) };
  });

/** Another plan as far as the flow has not come, and before that the plan as it is. */
export function wantedAhead(before: Release, other: Release): WantedPlan {
  const reached = new Set(before.phases.flatMap(({ id, status }) => (status === 'PLANNED' ? [] : id)));
  const isReached = ({ id }: { readonly id?: string | null }) => typeof id === 'string' && reached.has(id);
  const kept = (wholly(before).phases ?? []).filter(isReached);
  const taken = new Set<unknown>(
    before.phases.filter(isReached).flatMap(({ tasks }) => [...tasksIn(tasks)].map(({ id }) => id)),
  );
  const ahead = (wholly(other).phases ?? []).filter((phase) => !isReached(phase));
  return { phases: [...kept, ...ahead.map((phase) => ({ ...phase, tasks: without(phase.tasks ?? [], taken) }))] };
}
