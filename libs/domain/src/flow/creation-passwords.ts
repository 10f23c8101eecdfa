import type { Env } from '../decision/env.ts';
import type { Creation } from '../model/own-fields.ts';
import { keysIn } from '../model/placeholders.ts';
import type { Task } from '../model/task.ts';
import { isSealed, passwordMask, type Variable, type VariableValue } from '../model/variable.ts';
import { withPasswordsOf } from '../variables/build-variable.ts';

const isOpen = (value: VariableValue): value is string =>
  typeof value === 'string' && value !== '' && value !== passwordMask && !isSealed(value);

/** A value for a variable of a template; a text for a password is sealed, for which the task may not have known it. */
export const valueFor = (
  key: string,
  value: VariableValue,
  variables: readonly Variable[],
  { sealPassword }: Env,
): VariableValue =>
  isOpen(value) && variables.some((one) => one.key === key && one.type === 'PasswordStringVariable')
    ? sealPassword(value)
    : value;

/**
 * What a task that creates releases gives to the variables of the template: a text for a password is a password. A text with
 * placeholders stays one, since no placeholder in a password is replaced.
 */
export const withPasswordsFor = (variables: readonly Variable[], given: readonly Variable[]): readonly Variable[] =>
  given.flatMap((one) =>
    typeof one.value === 'string' && keysIn(one.value).length === 0 ? withPasswordsOf(variables, [one]) : [one],
  );

/** The task, of which `creation` is defined, with its texts for passwords of the template as sealed passwords. */
export function withSealedPasswords(task: Task, creation: Creation, variables: readonly Variable[], env: Env): Task {
  const before = creation.templateVariables;
  const templateVariables = withPasswordsFor(variables, before).map((one) =>
    one.type === 'PasswordStringVariable' && isOpen(one.value) ? { ...one, value: env.sealPassword(one.value) } : one,
  );
  const isSame = templateVariables.every((one, index) => one === before[index]);
  return isSame ? task : { ...task, definition: { ...task.definition, creation: { ...creation, templateVariables } } };
}
