import {
  bareKey,
  type PhaseDraft,
  passwordMask,
  type Release,
  type ReleasePatch,
  type TaskDraft,
  type TaskPatch,
  type TemplateDraft,
  type Variable,
  type VariableValue,
} from '@slipway/domain/model';
import type { CreateReleaseRequest } from '@slipway/domain/templates';
import type { Seal } from '@slipway/persistence/secrets';
import { sealValue, sealVariable } from '../variables/seal-variable.ts';

/** Values for variables, by key, with those of password variables sealed. Throws Invalid. */
export function sealByKey(
  seal: Seal,
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

/** What is changed of a task, with the passwords for the release that it makes sealed. Throws Invalid. */
export function sealTask<T extends TaskPatch>(seal: Seal, task: T): T {
  if (task.creation === undefined || task.creation === null) return task;
  const templateVariables = task.creation.templateVariables.map((variable) => sealVariable(seal, variable));
  return { ...task, creation: { ...task.creation, templateVariables } };
}

/** A task draft, with those in it, with its passwords sealed. Throws Invalid. */
export function sealTaskDraft(seal: Seal, draft: TaskDraft): TaskDraft {
  const task = sealTask(seal, draft);
  return task.tasks === undefined ? task : { ...task, tasks: task.tasks.map((child) => sealTaskDraft(seal, child)) };
}

/** A phase draft with its passwords sealed. Throws Invalid. */
export const sealPhaseDraft = (seal: Seal, draft: PhaseDraft): PhaseDraft =>
  draft.tasks === undefined ? draft : { ...draft, tasks: draft.tasks.map((task) => sealTaskDraft(seal, task)) };

/** What is changed of a release, with the password of its scripts' user sealed. */
export function sealRelease<T extends ReleasePatch>(seal: Seal, patch: T): T {
  const password = patch.scriptUserPassword;
  if (password === undefined || password === null || password === '' || password === passwordMask) return patch;
  return { ...patch, scriptUserPassword: seal.seal('script-user-password', password) };
}

export function sealTemplate(seal: Seal, draft: TemplateDraft): TemplateDraft {
  const { phases, variables, ...rest } = sealRelease(seal, draft);
  return {
    ...rest,
    ...(phases === undefined ? {} : { phases: phases.map((phase) => sealPhaseDraft(seal, phase)) }),
    ...(variables === undefined ? {} : { variables: variables.map((variable) => sealVariable(seal, variable)) }),
  };
}

/** An order for a release with the values of the template's password variables sealed. */
export const sealOrder = (seal: Seal, template: Release, order: CreateReleaseRequest): CreateReleaseRequest => ({
  ...order,
  variables: sealByKey(seal, order.variables, template.variables),
});
