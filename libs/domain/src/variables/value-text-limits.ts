import { type Message, message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { maxValueText, maxValueTexts, uncheckedValueText } from '../model/limits.ts';
import { textOf } from '../model/placeholders.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { TaskRun } from '../model/task.ts';
import type { Variable, VariableValue } from '../model/variable.ts';

type Values = Readonly<Record<string, VariableValue>> | null;

const lengthOf = (values: Values): number =>
  values === null ? 0 : Object.values(values).reduce((sum: number, value) => sum + textOf(value).length, 0);

/** Caches text lengths by run. Runs are immutable. */
const lengths = new WeakMap<object, number>();

function textLengthOf(run: Pick<TaskRun, 'values' | 'mapped'>): number {
  const cached = lengths.get(run);
  if (cached !== undefined) return cached;
  const length = lengthOf(run.values) + lengthOf(run.mapped);
  lengths.set(run, length);
  return length;
}

/**
 * Returns the reason why the variable values of a task are too long for it to start, or null. Values are stored with
 * the task and inserted into its texts, so hundreds of tasks with values of a megabyte would exceed the size of a
 * release.
 */
export function textLimitReason(release: Release, run: Pick<TaskRun, 'values' | 'mapped'>): Message | null {
  const own = textLengthOf(run);
  if (own <= uncheckedValueText) return null;
  if (own > maxValueText) return message('taskComment.taskValuesTooLong', { count: own, max: maxValueText });
  let total = own;
  for (const task of tasksOf(release)) total += textLengthOf(task.run);
  if (total <= maxValueTexts) return null;
  return message('taskComment.releaseValuesTooLong', { count: own, max: maxValueTexts });
}

/**
 * Throws Invalid if the variable values of a new release exceed the limit for all its tasks. Each of a thousand tasks
 * may insert the text of an event.
 */
export function requireTextLimit(variables: readonly Variable[]): void {
  const total = variables.reduce((sum, { value }) => sum + textOf(value).length, 0);
  if (total <= maxValueTexts) return;
  throw new Invalid(message('limit.variableTexts', { total, max: maxValueTexts }));
}
