import type { PhaseDraft, ReleasePatch, TaskDraft, TaskPatch, TemplateDraft } from '../model/draft.ts';
import { bareKey } from '../model/placeholders.ts';
import { passwordMask, type Variable, type VariableValue } from '../model/variable.ts';
import { valueFor } from './values.ts';

/** Encrypts a password. The domain treats encrypted values as texts. */
export interface Sealer {
  seal(purpose: 'variable' | 'script-user-password', text: string): string;
}

/**
 * Encrypts a value. The mask stays as it is and keeps the stored value, and an empty value stays empty. The domain
 * treats encrypted values as texts, so other types are rejected here. Throws Invalid.
 */
export function sealValue(
  seal: Sealer,
  { key, type }: Pick<Variable, 'key' | 'type'>,
  value: VariableValue,
): VariableValue {
  if (type !== 'PasswordStringVariable' || value === null || value === '' || value === passwordMask) return value;
  return seal.seal('variable', String(valueFor(bareKey(key), type, value)));
}

/** Encrypts the value of a password variable. Throws Invalid. */
export const sealVariable = <T extends Pick<Variable, 'key' | 'type'> & { readonly value?: VariableValue }>(
  seal: Sealer,
  variable: T,
): T => (variable.value === undefined ? variable : { ...variable, value: sealValue(seal, variable, variable.value) });

/** Encrypts the values of password variables in a map of values by key. Throws Invalid. */
export function sealByKey(
  seal: Sealer,
  values: Readonly<Record<string, VariableValue>>,
  variables: readonly Variable[],
): Readonly<Record<string, VariableValue>> {
  const types = new Map(variables.map(({ key, type }) => [key, type]));
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      sealValue(seal, { key, type: types.get(bareKey(key)) ?? 'StringVariable' }, value),
    ]),
  );
}

/** Encrypts the passwords in a task or patch for the release that the task creates. Throws Invalid. */
export function sealTask<T extends TaskPatch>(seal: Sealer, task: T): T {
  if (task.creation === undefined || task.creation === null) return task;
  const templateVariables = task.creation.templateVariables.map((variable) => sealVariable(seal, variable));
  return { ...task, creation: { ...task.creation, templateVariables } };
}

/** Encrypts the passwords in a task draft and its children. Throws Invalid. */
export function sealTaskDraft(seal: Sealer, draft: TaskDraft): TaskDraft {
  const task = sealTask(seal, draft);
  return task.tasks === undefined ? task : { ...task, tasks: task.tasks.map((child) => sealTaskDraft(seal, child)) };
}

/** Encrypts the passwords in a phase draft. Throws Invalid. */
export const sealPhaseDraft = (seal: Sealer, draft: PhaseDraft): PhaseDraft =>
  draft.tasks === undefined ? draft : { ...draft, tasks: draft.tasks.map((task) => sealTaskDraft(seal, task)) };

/** Encrypts the password of the run-as user in a release or patch. */
export function sealRelease<T extends ReleasePatch>(seal: Sealer, patch: T): T {
  const password = patch.scriptUserPassword;
  if (password === undefined || password === null || password === '' || password === passwordMask) return patch;
  return { ...patch, scriptUserPassword: seal.seal('script-user-password', password) };
}

export function sealTemplate(seal: Sealer, draft: TemplateDraft): TemplateDraft {
  const { phases, variables, ...rest } = sealRelease(seal, draft);
  return {
    ...rest,
    ...(phases === undefined ? {} : { phases: phases.map((phase) => sealPhaseDraft(seal, phase)) }),
    ...(variables === undefined ? {} : { variables: variables.map((variable) => sealVariable(seal, variable)) }),
  };
}
