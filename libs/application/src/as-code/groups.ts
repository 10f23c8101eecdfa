import { isObject, type Json } from '@slipway/domain/model';
import type { Members } from '@slipway/formats';

/** The maximum number of templates, and of tasks in their documents, that are read with the same statements. */
const maxGroup = { templates: 100, tasks: 2_000 };

/** Templates in their order, in groups. */
export function groupsOf<T>(all: readonly T[], codeOf: (item: T) => Members): readonly (readonly T[])[] {
  const groups: T[][] = [];
  let tasks = maxGroup.tasks;
  for (const item of all) {
    const taskCount = tasksIn(codeOf(item));
    const group = groups.at(-1);
    if (group === undefined || group.length === maxGroup.templates || tasks + taskCount > maxGroup.tasks) {
      groups.push([item]);
      tasks = taskCount;
    } else {
      group.push(item);
      tasks += taskCount;
    }
  }
  return groups;
}

/** How many phases and tasks a document has. */
const tasksIn = (part: Json): number =>
  isObject(part)
    ? [part.phases, part.tasks].flatMap(partsOf).reduce<number>((sum, child) => sum + 1 + tasksIn(child), 0)
    : 0;
const partsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
