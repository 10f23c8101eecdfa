import type { PhaseAnswer, ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { rowsOfPage } from '../../../parts/table.tsx';

type Plan = Pick<ReleaseAnswer, 'phases'>;

/** A page of the phases and tasks of a plan, in order. */
export interface PlanPage {
  /** with the tasks of this page, and the groups around them */
  readonly phases: readonly PhaseAnswer[];
  readonly from: number;
  /** how many phases and tasks begin on it */
  readonly count: number;
  readonly hasMore: boolean;
  /** of each phase of the plan, how many phases and tasks come before it */
  readonly starts: readonly { readonly title: string; readonly at: number }[];
}

interface Within {
  at: number;
  readonly from: number;
  readonly to: number;
}

const takes = (within: Within): boolean => {
  const { at, from, to } = within;
  within.at += 1;
  return at >= from && at < to;
};

const tasksWithin = (tasks: readonly TaskAnswer[], within: Within): readonly TaskAnswer[] =>
  tasks.flatMap((task) => {
    const isTaken = takes(within);
    const inside = tasksWithin(task.tasks ?? [], within);
    if (!isTaken && inside.length === 0) return [];
    return task.tasks === undefined ? task : { ...task, tasks: inside };
  });

/** The page of a plan after a number of its phases and tasks; the first one if there are no further ones. */
export function pageOf({ phases }: Plan, wanted: number): PlanPage {
  const starts: { title: string; at: number }[] = [];
  const cut = (from: number) => {
    const within: Within = { at: 0, from, to: from + rowsOfPage };
    starts.length = 0;
    const shown = phases.flatMap((phase) => {
      starts.push({ title: phase.title, at: within.at });
      const isTaken = takes(within);
      const tasks = tasksWithin(phase.tasks, within);
      return isTaken || tasks.length > 0 ? { ...phase, tasks } : [];
    });
    return { shown, total: within.at };
  };
  const first = cut(wanted);
  const from = wanted < first.total ? wanted : 0;
  const { shown, total } = from === wanted ? first : cut(from);
  const count = Math.min(total - from, rowsOfPage);
  return { phases: shown, from, count, hasMore: from + count < total, starts };
}
