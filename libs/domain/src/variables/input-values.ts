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

/** Returns the input variables of a user input task, in its order. */
const inputVariablesOf = ({ variables }: Pick<Release, 'variables'>, { definition }: Task): readonly Variable[] =>
  definition.inputs.flatMap((id) => variables.filter((variable) => variable.id === id));

/** Sets values of the input variables of a task, by key. Throws Invalid for any other key. */
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

/** Rejects the completion of a task with empty required input variables. Throws Invalid with their keys. */
export function requireInputValues(before: OutcomeDraft, task: Task): OutcomeDraft {
  const empty = inputVariablesOf(before.release, task).filter(
    ({ requiresValue, value }) => requiresValue && isEmpty(value),
  );
  if (empty.length === 0) return before;
  const variables = empty.map(({ key }) => plainText(key));
  throw new Invalid(message('task.inputsMissing', { title: titleOf(task), id: task.id, variables }));
}
