import type { Task } from '@slipway/domain/model';
import type { TaskRow } from './task-row.ts';

/** Columns of a row by name, with their types. */
export type Columns = Readonly<Record<string, string>>;

/** Returns the columns as an SQL list, each with a prefix such as `x.`. */
export const columnNames = (columns: Columns, prefix = ''): string =>
  Object.keys(columns)
    .map((name) => `${prefix}${name}`)
    .join(', ');

/** Returns the columns with their types, for the definition of an SQL record. */
export const columnDefinitions = (columns: Columns): string =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

/** Groups rows by their container, ordered by position: the tasks of a phase or group, by its id. */
export function toTree<Row extends TaskRow>(
  rows: readonly Row[],
  toTask: (row: Row, tasks: readonly Task[]) => Task,
): (containerId: string) => readonly Task[] {
  const rowsIn = Map.groupBy(rows, (row) => row.parent_id ?? row.phase_id);
  const tasksIn = (containerId: string): readonly Task[] =>
    (rowsIn.get(containerId) ?? noRows).map((row) => toTask(row, tasksIn(row.id)));
  return tasksIn;
}

const noRows: readonly never[] = [];
