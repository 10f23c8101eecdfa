import type { ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { toneOf } from '../../../parts/status.tsx';
import { rowsOfPage } from '../../../parts/table.tsx';
import { lastOf } from '../../../place/ids.ts';

type Plan = Pick<ReleaseAnswer, 'phases'>;

interface Placed {
  readonly task: TaskAnswer;
  /** ids of the groups that it is in, the outermost first */
  readonly around: readonly string[];
}

/** All tasks of a plan in its order, groups before what is in them. */
export function placedIn({ phases }: Plan): readonly Placed[] {
  const within = (tasks: readonly TaskAnswer[], around: readonly string[]): readonly Placed[] =>
    tasks.flatMap((task) => [{ task, around }, ...within(task.tasks ?? [], [...around, task.id])]);
  return phases.flatMap(({ tasks }) => within(tasks, []));
}

/** How many tasks these are, with those in groups. */
export const countOf = (tasks: readonly TaskAnswer[]): number =>
  tasks.reduce((count, { tasks: inside = [] }) => count + 1 + countOf(inside), 0);

/** A page of the tasks of a plan, in order. */
export interface FlowPage {
  /** how many tasks come before them */
  readonly from: number;
  readonly count: number;
  /** how many there are in the plan */
  readonly total: number;
  /** ids of the groups around the first of them, which begin before it */
  readonly around: readonly string[];
  readonly ids: readonly string[];
}

/** The page after a number of tasks; the first one if there are no more. */
export function pageOf(placed: readonly Placed[], wanted: number): FlowPage {
  const from = wanted < placed.length ? wanted : 0;
  const shown = placed.slice(from, from + rowsOfPage);
  return {
    from,
    count: shown.length,
    total: placed.length,
    around: shown[0]?.around ?? [],
    ids: shown.map(({ task }) => task.id),
  };
}

const tones: ReadonlySet<string> = new Set(['runs', 'waits', 'failed']);
const isUnderWay = ({ status }: TaskAnswer): boolean => tones.has(toneOf(status));

/** Where a page begins that has the task of this id or, where there is none, the first one that runs, waits or failed. */
export function startFor(placed: readonly Placed[], id: string | null): number {
  const named = placed.findIndex(({ task }) => lastOf(task.id) === id);
  // a group runs for as long as something in it does
  const first = placed.findIndex(({ task }) => isUnderWay(task) && !(task.tasks ?? []).some(isUnderWay));
  const position = Math.max(0, named < 0 ? first : named);
  return position - (position % rowsOfPage);
}
