import type { Env } from '../decision/env.ts';
import type { Creation } from '../model/own-fields.ts';
import { keysIn } from '../model/placeholders.ts';
import type { Task } from '../model/task.ts';
import { isSealed, passwordMask, type Variable, type VariableValue } from '../model/variable.ts';
import { withPasswordsOf } from '../variables/build-variable.ts';

const isPlainText = (value: VariableValue): value is string =>
  typeof value === 'string' && value !== '' && value !== passwordMask && !isSealed(value);

/**
 * Returns a value for a template variable. A plain text for a password is encrypted, also if the task has another type.
 */
export const sealedValueFor = (
  key: string,
  value: VariableValue,
  variables: readonly Variable[],
  { sealPassword }: Env,
): VariableValue =>
  isPlainText(value) && variables.some((variable) => variable.key === key && variable.type === 'PasswordStringVariable')
    ? sealPassword(value)
    : value;

/**
 * Returns the values of a create-release task with the types of the template's variables: a text for a password becomes
 * a password. A text with placeholders remains a text, because placeholders in passwords are not replaced.
 */
export const withPasswordsFor = (
  variables: readonly Variable[],
  creationVariables: readonly Variable[],
): readonly Variable[] =>
  creationVariables.flatMap((variable) =>
    typeof variable.value === 'string' && keysIn(variable.value).length === 0
      ? withPasswordsOf(variables, [variable])
      : [variable],
  );

/** Returns the task with the values for passwords of the template encrypted. `creation` is its creation. */
export function withSealedPasswords(task: Task, creation: Creation, variables: readonly Variable[], env: Env): Task {
  const before = creation.templateVariables;
  const templateVariables = withPasswordsFor(variables, before).map((variable) =>
    variable.type === 'PasswordStringVariable' && isPlainText(variable.value)
      ? { ...variable, value: env.sealPassword(variable.value) }
      : variable,
  );
  const isSame = templateVariables.every((variable, index) => variable === before[index]);
  return isSame ? task : { ...task, definition: { ...task.definition, creation: { ...creation, templateVariables } } };
}
