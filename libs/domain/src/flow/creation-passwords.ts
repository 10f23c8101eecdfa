import type { Env } from '../decision/env.ts';
import type { Creation } from '../model/own-fields.ts';
import { keysIn } from '../model/placeholders.ts';
import type { Task } from '../model/task.ts';
import { isSealed, passwordMask, type Variable, type VariableValue } from '../model/variable.ts';
import { withPasswordsOf } from '../variables/build-variable.ts';

const isPlainText = (value: VariableValue): value is string =>
  typeof value === 'string' && value !== '' && value !== passwordMask && !isSealed(value);

/** A value for a variable of a template; a text for a password is sealed, for which the task may not have known it. */
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
 * What a task that creates releases gives to the variables of the template: a text for a password is a password. A text with
 * placeholders stays one, since no placeholder in a password is replaced.
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

/** The task, of which `creation` is defined, with its texts for passwords of the template as sealed passwords. */
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
