import { isObject, type Json } from '@slipway/domain';
import type { Members } from '@slipway/formats';

/** The maximum number of templates, and of tasks in their documents, that are read with the same statements. */
const most = { templates: 100, tasks: 2_000 };

/** Templates in their order, in groups. */
export function groupsOf<T>(all: readonly T[], codeOf: (one: T) => Members): readonly (readonly T[])[] {
  const groups: T[][] = [];
  let tasks = most.tasks;
  for (const one of all) {
    const own = tasksIn(codeOf(one));
    const group = groups.at(-1);
    if (group === undefined || group.length === most.templates || tasks + own > most.tasks) {
      groups.push([one]);
      tasks = own;
    } else {
      group.push(one);
      tasks += own;
    }
  }
  return groups;
}

/** How many phases and tasks a document has. */
const tasksIn = (part: Json): number =>
  isObject(part)
    ? [part.phases, part.tasks].flatMap(partsOf).reduce<number>((sum, each) => sum + 1 + tasksIn(each), 0)
    : 0;
const partsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
