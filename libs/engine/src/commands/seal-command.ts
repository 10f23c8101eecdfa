import {
  bareKey,
  type Command,
  type CreateOrder,
  type PhaseDraft,
  passwordMask,
  type Release,
  type ReleasePatch,
  type TaskDraft,
  type TaskPatch,
  type TemplateDraft,
  type Variable,
  type VariableValue,
} from '@slipway/domain';
import type { Seal } from '@slipway/persistence';
import { sealValue, sealVariable } from '../variables/seal-variable.ts';

function sealByKey(
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

function sealTask<T extends TaskPatch>(seal: Seal, task: T): T {
  if (task.creation === undefined || task.creation === null) return task;
  const templateVariables = task.creation.templateVariables.map((variable) => sealVariable(seal, variable));
  return { ...task, creation: { ...task.creation, templateVariables } };
}

function sealTaskDraft(seal: Seal, draft: TaskDraft): TaskDraft {
  const task = sealTask(seal, draft);
  return task.tasks === undefined ? task : { ...task, tasks: task.tasks.map((inner) => sealTaskDraft(seal, inner)) };
}

const sealPhaseDraft = (seal: Seal, draft: PhaseDraft): PhaseDraft =>
  draft.tasks === undefined ? draft : { ...draft, tasks: draft.tasks.map((task) => sealTaskDraft(seal, task)) };

function sealRelease<T extends ReleasePatch>(seal: Seal, patch: T): T {
  const password = patch.scriptUserPassword;
  if (password === undefined || password === null || password === '' || password === passwordMask) return patch;
  return { ...patch, scriptUserPassword: seal.seal('script-user-password', password) };
}

/** A template draft with its passwords sealed. */
export function sealTemplate(seal: Seal, draft: TemplateDraft): TemplateDraft {
  const { phases, variables, ...rest } = sealRelease(seal, draft);
  return {
    ...rest,
    ...(phases === undefined ? {} : { phases: phases.map((phase) => sealPhaseDraft(seal, phase)) }),
    ...(variables === undefined ? {} : { variables: variables.map((variable) => sealVariable(seal, variable)) }),
  };
}

/** An order for a release with the values of the template's password variables sealed. */
export const sealOrder = (seal: Seal, template: Release, order: CreateOrder): CreateOrder => ({
  ...order,
  variables: sealByKey(seal, order.variables, template.variables),
});

/** A command with its passwords sealed: from here on only sealed text is seen, stored or compared. */
export function sealCommand(seal: Seal, release: Release, command: Command): Command {
  if (command.type === 'startTask') return { ...command, values: sealByKey(seal, command.values, release.variables) };
  if (command.type === 'addTask') return { ...command, task: sealTaskDraft(seal, command.task) };
  if (command.type === 'updateTask') return { ...command, patch: sealTask(seal, command.patch) };
  if (command.type === 'addPhase') return { ...command, phase: sealPhaseDraft(seal, command.phase) };
  if (command.type === 'updateRelease') return { ...command, patch: sealRelease(seal, command.patch) };
  if (command.type === 'addVariable') return { ...command, variable: sealVariable(seal, command.variable) };
  if (command.type === 'replaceVariables') {
    return { ...command, variables: command.variables.map((variable) => sealVariable(seal, variable)) };
  }
  if (command.type === 'updateVariable') {
    return { ...command, patch: sealPatch(seal, release, command.variableId, command.patch) };
  }
  return command;
}

function sealPatch<T extends { readonly value?: VariableValue }>(
  seal: Seal,
  release: Release,
  id: string,
  patch: T,
): T {
  const variable = release.variables.find((candidate) => candidate.id === id);
  if (variable === undefined || patch.value === undefined) return patch;
  return { ...patch, value: sealValue(seal, variable, patch.value) };
}
