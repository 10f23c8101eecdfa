import type { Statement } from '../language/tree.ts';
import type { ReadContext } from './context.ts';
import { statementsOf } from './fields.ts';

/** Where phases and tasks stand in a template. */
export interface TaskPositions {
  /**
   * The id of the task at a position: the number of its phase, and those of the tasks around it, from 1. Null without
   * one.
   */
  idAt(numbers: readonly number[], context: ReadContext): string | null;
}

/** The tasks that a phase or group declares. */
export const taskStatementsIn = (statement: Statement): readonly Statement[] =>
  statementsOf(statement)
    .filter(({ name }) => name === 'tasks')
    .flatMap((child) => [...statementsOf(child)]);

export const positionsOf = (phases: readonly Statement[]): TaskPositions => ({
  idAt: ([phase = 0, ...tasks], context) => {
    let target = phases[phase - 1];
    for (const task of tasks) target = target && taskStatementsIn(target)[task - 1];
    return target ? context.idOf(tasks.length === 0 ? 'Phase' : 'Task', target) : null;
  },
});
