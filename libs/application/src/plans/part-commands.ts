import { type PhaseBody, phaseDraft, type TaskBody, taskDraft } from '@slipway/api-schema/plans';
import type { Command } from '@slipway/domain/commands';
import type { PermissionRequirement } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { getFolder } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { idKindOf } from '../model/find.ts';
import { bindBeforeRetry } from './change-type.ts';
import type { PartCommand } from './dispatch.ts';
import { getTemplate } from './find.ts';
import { parseOptionsFor } from './parse-options.ts';
import { requireTargetsOfEdits } from './require-targets.ts';

// The commands that REST requests and script actions build from the same input.

/** Prepares a command on a task: a retry uses a plugin that was installed after the failure. */
export async function prepareTaskCommand(
  context: Parameters<typeof bindBeforeRetry>[0],
  caller: Person,
  type: Command['type'],
  rawId: string,
): Promise<void> {
  if (type === 'retryTask') await bindBeforeRetry(context, caller, rawId);
}

export const assignment = (rawId: string, owner: string): PartCommand => ({
  kind: 'Task',
  rawId,
  command: (taskId) => ({ type: 'assignTask', taskId, owner }),
});

/** The commands that delete parts, by the kind of part. */
export const deletions = {
  Task: (rawId: string): PartCommand => ({
    kind: 'Task',
    rawId,
    command: (taskId) => ({ type: 'deleteTask', taskId }),
  }),
  Phase: (rawId: string): PartCommand => ({
    kind: 'Phase',
    rawId,
    command: (phaseId) => ({ type: 'deletePhase', phaseId }),
  }),
  GateCondition: (rawId: string): PartCommand => ({
    kind: 'GateCondition',
    rawId,
    command: (conditionId) => ({ type: 'deleteCondition', conditionId }),
  }),
  Dependency: (rawId: string): PartCommand => ({
    kind: 'Dependency',
    rawId,
    command: (dependencyId) => ({ type: 'deleteDependency', dependencyId }),
  }),
  Variable: (rawId: string): PartCommand => ({
    kind: 'Variable',
    rawId,
    command: (variableId) => ({ type: 'deleteVariable', variableId }),
  }),
};

/** The ids that a script has assigned to the parts of a copy. */
interface ChosenCopyIds {
  readonly ids?: Readonly<Record<string, string>> | undefined;
}

export const phaseCopy = (rawId: string, targetPosition: number, chosen?: ChosenCopyIds): PartCommand => ({
  kind: 'Phase',
  rawId,
  command: (phaseId) => ({ type: 'copyPhase', phaseId, targetPosition, ...chosen }),
});

export const phaseMove = (rawId: string, position: number): PartCommand => ({
  kind: 'Phase',
  rawId,
  command: (phaseId) => ({ type: 'movePhase', phaseId, position }),
});

/** The target of a copied or moved task: a phase or group of its release. */
interface TaskSlot {
  readonly containerId: string;
  /** the index in the target; null: the end */
  readonly position: number | null;
}

/** Returns the command that copies or moves a task within its release. */
export const relocation = (
  type: 'copyTask' | 'moveTask',
  rawId: string,
  slot: TaskSlot,
  chosen?: ChosenCopyIds,
): PartCommand => ({
  kind: 'Task',
  rawId,
  command: (taskId) => (type === 'moveTask' ? { type, taskId, ...slot } : { type, taskId, ...slot, ...chosen }),
});

/** A new phase or task, and its index; null: the end. */
interface Addition<B> {
  readonly body: B;
  readonly position: number | null;
}

/**
 * Returns the command that adds a phase. `created` are ids that the caller creates before. Throws Invalid, NotFound.
 */
export async function phaseAddition(
  context: ResourceContext,
  caller: Person,
  { body, position }: Addition<PhaseBody>,
  created?: ReadonlySet<string>,
): Promise<Command> {
  const command = { type: 'addPhase', phase: phaseDraft(body, await parseOptionsFor(context)), position } as const;
  await requireTargetsOfEdits(context, caller, [command], created);
  return command;
}

export interface TaskAddition extends Addition<TaskBody> {
  /** the id of a phase or group */
  readonly container: string;
}

/** Returns the command that adds a task. `created` are ids that the caller creates before. Throws Invalid, NotFound. */
export async function taskAddition(
  context: ResourceContext,
  caller: Person,
  { container: rawId, body, position }: TaskAddition,
  created?: ReadonlySet<string>,
): Promise<PartCommand> {
  const task = taskDraft(body, await parseOptionsFor(context));
  await requireTargetsOfEdits(context, caller, [{ type: 'addTask', containerId: rawId, task }], created);
  return {
    kind: idKindOf(['Phase', 'Task'], rawId),
    rawId,
    command: (containerId) => ({ type: 'addTask', containerId, task, position }),
  };
}

interface TemplateMove {
  readonly templateId: string;
  readonly folderId: string;
  readonly mergePermissions: boolean;
}

/**
 * Returns the command that moves a template, and the last segment of its id. Throws NotFound, and Forbidden without the
 * permission `needed`.
 */
export async function templateMove(
  { database }: Pick<ResourceContext, 'database'>,
  caller: Person,
  { templateId, folderId, mergePermissions }: TemplateMove,
  needed?: PermissionRequirement,
): Promise<{ readonly id: string; readonly command: Command }> {
  const folder = await getFolder(database, folderId);
  const { release } = await getTemplate(database, caller, templateId, { needed, phases: false });
  return { id: release.id, command: { type: 'moveTemplate', folderId: folder.id, mergePermissions } };
}
