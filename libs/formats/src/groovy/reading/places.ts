import type { Statement } from '../language/tree.ts';
import type { Reading } from './context.ts';
import { statementsOf } from './fields.ts';

/** Where phases and tasks stand in a template. */
export interface Places {
  /**
   * The id of the task at a position: the number of its phase, and those of the tasks around it, from 1. Null without
   * one.
   */
  at(numbers: readonly number[], reading: Reading): string | null;
}

/** The tasks that a phase or group declares. */
export const tasksIn = (statement: Statement): readonly Statement[] =>
  statementsOf(statement)
    .filter(({ name }) => name === 'tasks')
    .flatMap((each) => [...statementsOf(each)]);

export const placesOf = (phases: readonly Statement[]): Places => ({
  at: ([phase = 0, ...tasks], reading) => {
    let found = phases[phase - 1];
    for (const task of tasks) found = found && tasksIn(found)[task - 1];
    return found ? reading.idOf(tasks.length === 0 ? 'Phase' : 'Task', found) : null;
  },
});
