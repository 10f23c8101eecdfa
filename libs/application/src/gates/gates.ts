import { joinIds } from '@slipway/api-schema/format';
import {
  type ConditionBody,
  type ConditionResponse,
  type DependencyResponse,
  showCondition,
  showDependency,
  targetOf,
} from '@slipway/api-schema/gates';
import { containerOf } from '@slipway/api-schema/plans';
import { message } from '@slipway/domain/messages';
import { Invalid, NotFound, type Release, taskOf, tasksOf } from '@slipway/domain/model';
import { mayView } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { locateObject } from '../ids/location.ts';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { idKindOf } from '../model/find.ts';
import { contextWithoutReferences, renderContextFor } from '../model/render-context.ts';
import { dispatchToPart, type PartCommand } from '../plans/dispatch.ts';
import { reloadTask } from '../plans/find.ts';

/**
 * Checks the permission to view the target of a gate, because the gate reveals the end of the target. The command
 * rejects a missing target with the same message. Throws NotFound.
 */
async function requireVisibleTarget(
  { database }: Pick<ResourceContext, 'database'>,
  caller: Person,
  target: string,
): Promise<void> {
  if (target.includes('${') || caller.hasPermission('admin')) return;
  const find = async () => await locateObject(database, idKindOf(['Release', 'Phase', 'Task'], target), target);
  const location = await find().catch(nullIfMissing);
  if (location === null || location.subject === null) return;
  if (mayView(await caller.callerAt(location.scope), location.subject)) return;
  throw new NotFound(message('notFound.flowNode', { id: target }));
}

function nullIfMissing(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

/** Renders the current state of a condition of a gate. */
async function renderCondition(context: ReadContext, taskId: string, conditionId: string): Promise<ConditionResponse> {
  const view = await reloadTask(context.database, taskId);
  const condition = view.task.definition.conditions.find(({ id }) => id === conditionId);
  if (!condition) throw new NotFound(message('notFound.gateCondition', { id: conditionId }));
  return showCondition(condition, joinIds(containerOf(view), taskId), view.task.run, contextWithoutReferences(context));
}

/** Returns the command that adds a condition to a gate. Throws Invalid without a title. */
export function conditionAddition(rawId: string, { title = '', checked = false }: ConditionBody): PartCommand {
  if (title.trim() === '') throw new Invalid(message('field.text', { field: 'title' }));
  return { kind: 'Task', rawId, command: (taskId) => ({ type: 'addCondition', taskId, title, checked }) };
}

export const conditionUpdate = (rawId: string, { title, checked }: ConditionBody): PartCommand => ({
  kind: 'GateCondition',
  rawId,
  command: (conditionId) => ({ type: 'updateCondition', conditionId, title, checked }),
});

/** Returns the command that adds a dependency to a gate. Throws NotFound for a target that the caller cannot view. */
export async function dependencyAddition(
  context: Pick<ResourceContext, 'database'>,
  caller: Person,
  rawId: string,
  rawTarget: string,
): Promise<PartCommand> {
  const target = targetOf(rawTarget);
  await requireVisibleTarget(context, caller, target);
  return { kind: 'Task', rawId, command: (taskId) => ({ type: 'addDependency', taskId, target }) };
}

/** Adds a condition to a gate. Throws Invalid without a title, NotFound, and the errors of the command. */
export async function addCondition(
  context: ResourceContext,
  caller: Person,
  rawId: string,
  body: ConditionBody,
): Promise<ConditionResponse> {
  const { id, done: dispatched } = await dispatchToPart(context, { ...conditionAddition(rawId, body), caller });
  return await renderCondition(context, id, taskOf(dispatched.release, id).definition.conditions.at(-1)?.id ?? '');
}

/** Checks, unchecks or renames a condition of a gate. Throws NotFound and the errors of the command. */
export async function updateCondition(
  context: ResourceContext,
  caller: Person,
  rawId: string,
  body: ConditionBody,
): Promise<ConditionResponse> {
  const { id, done: dispatched } = await dispatchToPart(context, { ...conditionUpdate(rawId, body), caller });
  return await renderCondition(context, gateOf(dispatched.release, id), id);
}

function gateOf(release: Release, conditionId: string): string {
  for (const { id, definition } of tasksOf(release)) {
    if (definition.conditions.some((condition) => condition.id === conditionId)) return id;
  }
  throw new NotFound(message('notFound.gateCondition', { id: conditionId }));
}

/**
 * Adds a dependency to a gate: a release, phase or task, or a `${variable}`. Throws NotFound and the errors of the
 * command.
 */
export async function addDependency(
  context: ResourceContext,
  caller: Person,
  rawId: string,
  target: string,
): Promise<DependencyResponse> {
  const command = await dependencyAddition(context, caller, rawId, target);
  const { id, done: dispatched } = await dispatchToPart(context, { ...command, caller });
  const dependency = taskOf(dispatched.release, id).definition.dependencies.at(-1);
  if (!dependency) throw new Error('a dependency was added and is not there');
  const [view, show] = await Promise.all([
    reloadTask(context.database, id),
    renderContextFor(context, dependency.target.includes('${') ? [] : [dependency.target], caller),
  ]);
  return showDependency(dependency, joinIds(containerOf(view), id), show);
}
