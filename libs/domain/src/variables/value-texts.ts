import { Invalid } from '../model/errors.ts';
import { mostValueText, mostValueTexts, smallValueText } from '../model/limits.ts';
import { textOf } from '../model/placeholders.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { TaskRun } from '../model/task.ts';
import type { Variable, VariableValue } from '../model/variable.ts';

type Values = Readonly<Record<string, VariableValue>> | null;

const lengthOf = (values: Values): number =>
  values === null ? 0 : Object.values(values).reduce((sum: number, value) => sum + textOf(value).length, 0);

/** A run never changes, so it is measured once. */
const measured = new WeakMap<object, number>();

function textIn(run: Pick<TaskRun, 'values' | 'mapped'>): number {
  const known = measured.get(run);
  if (known !== undefined) return known;
  const length = lengthOf(run.values) + lengthOf(run.mapped);
  measured.set(run, length);
  return length;
}

/**
 * Why a task cannot start with these values of its variables, in a sentence; null when it can. They are kept with the
 * task and shown in its texts: hundreds of tasks that each show a text of a megabyte are more than one release can be.
 */
export function tooMuchText(release: Release, run: Pick<TaskRun, 'values' | 'mapped'>): string | null {
  const own = textIn(run);
  if (own <= smallValueText) return null;
  if (own > mostValueText) {
    return `The values of its variables have ${own} characters, and a task may have at most ${mostValueText} of them.`;
  }
  let all = own;
  for (const task of tasksOf(release)) all += textIn(task.run);
  if (all <= mostValueTexts) return null;
  return `With the ${own} characters of its variables the tasks of the release would have more than ${mostValueTexts} of them.`;
}

/**
 * Throws Invalid where the values of a new release's variables are more than its tasks may have of them: an event may
 * bring its text into each of a thousand.
 */
export function requireFewTexts(variables: readonly Variable[]): void {
  const all = variables.reduce((sum, { value }) => sum + textOf(value).length, 0);
  if (all <= mostValueTexts) return;
  throw new Invalid(
    `the values of the variables have ${all} characters, and those of a release at most ${mostValueTexts}`,
  );
}
