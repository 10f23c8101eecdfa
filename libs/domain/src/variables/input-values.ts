import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import { message, plainText } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { bareKey } from '../model/placeholders.ts';
import { namedTask, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import type { Variable, VariableValue } from '../model/variable.ts';
import { setValues } from './edit-variables.ts';
import { isEmpty } from './values.ts';

/** The variables that a user input task lists, in its order. */
const inputVariablesOf = ({ variables }: Pick<Release, 'variables'>, { definition }: Task): readonly Variable[] =>
  definition.inputs.flatMap((id) => variables.filter((variable) => variable.id === id));

/** Sets values of the variables that a task lists, by key. Throws Invalid, for the key of another variable too. */
export function setInputValues(
  before: OutcomeDraft,
  task: Task,
  values: Readonly<Record<string, VariableValue>>,
): OutcomeDraft {
  const keys = inputVariablesOf(before.release, task).map(({ key }) => key);
  const unknownKey = Object.keys(values).find((rawKey) => !keys.includes(bareKey(rawKey)));
  if (unknownKey === undefined) return setValues(before, values);
  throw new Invalid(message('variable.notRequested', { task: namedTask(task), key: bareKey(unknownKey) }));
}

/** Refuses to complete a task while a required variable that it lists is empty. Throws Invalid with the keys. */
export function requireInputValues(before: OutcomeDraft, task: Task): OutcomeDraft {
  const empty = inputVariablesOf(before.release, task).filter(
    ({ requiresValue, value }) => requiresValue && isEmpty(value),
  );
  if (empty.length === 0) return before;
  const variables = empty.map(({ key }) => plainText(key));
  throw new Invalid(message('task.inputsMissing', { title: titleOf(task), id: task.id, variables }));
}
