import type { Progress } from '../decision/progress.ts';
import { clip, Invalid } from '../model/errors.ts';
import { bareKey } from '../model/placeholders.ts';
import { titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import type { Variable, VariableValue } from '../model/variable.ts';
import { setValues } from './edit-variables.ts';
import { isEmpty } from './values.ts';

/** The variables that a user input task lists, in its order. */
const askedBy = ({ variables }: Pick<Release, 'variables'>, { definition }: Task): readonly Variable[] =>
  definition.inputs.flatMap((id) => variables.filter((variable) => variable.id === id));

/** Sets values of the variables that a task lists, by key. Throws Invalid, for the key of another variable too. */
export function setAskedValues(
  before: Progress,
  task: Task,
  values: Readonly<Record<string, VariableValue>>,
): Progress {
  const keys = askedBy(before.release, task).map(({ key }) => key);
  const other = Object.keys(values).find((written) => !keys.includes(bareKey(written)));
  if (other === undefined) return setValues(before, values);
  throw new Invalid(
    `variables: task '${clip(titleOf(task))}' (${task.id}) does not ask for variable '${clip(bareKey(other))}'`,
  );
}

/** Refuses to complete a task while a required variable that it lists is empty. Throws Invalid with the keys. */
export function requireAnswers(before: Progress, task: Task): Progress {
  const empty = askedBy(before.release, task).filter(({ requiresValue, value }) => requiresValue && isEmpty(value));
  if (empty.length === 0) return before;
  const keys = empty.map(({ key }) => key).join(', ');
  const verb = empty.length === 1 ? 'has' : 'have';
  throw new Invalid(`cannot complete task '${clip(titleOf(task))}' (${task.id}): ${keys} ${verb} no value`);
}
