import type { PhaseResponse, ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { pageSize } from '../../../components/table.tsx';

type Plan = Pick<ReleaseResponse, 'phases'>;

/** A page of the phases and tasks of a plan, in order. */
export interface PlanPage {
  /** The phases with a row on this page. They contain only the tasks of this page and the groups around these tasks. */
  readonly phases: readonly PhaseResponse[];
  readonly from: number;
  /** The number of phases and tasks on this page. */
  readonly count: number;
  readonly hasMore: boolean;
  /** For each phase of the plan, the number of phases and tasks before it. */
  readonly starts: readonly { readonly title: string; readonly at: number }[];
}

interface PageCursor {
  position: number;
  readonly from: number;
  readonly to: number;
}

const advance = (cursor: PageCursor): boolean => {
  const { position, from, to } = cursor;
  cursor.position += 1;
  return position >= from && position < to;
};

const tasksOnPage = (tasks: readonly TaskResponse[], cursor: PageCursor): readonly TaskResponse[] =>
  tasks.flatMap((task) => {
    const isOnPage = advance(cursor);
    const nestedTasks = tasksOnPage(task.tasks ?? [], cursor);
    if (!isOnPage && nestedTasks.length === 0) return [];
    return task.tasks === undefined ? task : { ...task, tasks: nestedTasks };
  });

/** Returns the page of a plan at an offset; the first page if the offset is too large. */
export function pageOf({ phases }: Plan, requestedOffset: number): PlanPage {
  const starts: { title: string; at: number }[] = [];
  const cutPage = (from: number) => {
    const cursor: PageCursor = { position: 0, from, to: from + pageSize };
    starts.length = 0;
    const visiblePhases = phases.flatMap((phase) => {
      starts.push({ title: phase.title, at: cursor.position });
      const isOnPage = advance(cursor);
      const tasks = tasksOnPage(phase.tasks, cursor);
      return isOnPage || tasks.length > 0 ? { ...phase, tasks } : [];
    });
    return { visiblePhases, total: cursor.position };
  };
  const first = cutPage(requestedOffset);
  const from = requestedOffset < first.total ? requestedOffset : 0;
  const { visiblePhases, total } = from === requestedOffset ? first : cutPage(from);
  const count = Math.min(total - from, pageSize);
  return { phases: visiblePhases, from, count, hasMore: from + count < total, starts };
}
