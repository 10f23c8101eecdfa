import { Invalid, NotFound, type Release, taskOf, tasksOf } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import {
  type ConditionAnswer,
  type ConditionBody,
  containerOf,
  type DependencyAnswer,
  showCondition,
  showDependency,
  targetOf,
  under,
} from '@slipway/wire';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { showAlone, showFor } from '../model/show-for.ts';
import { storedTask } from '../plans/as-stored.ts';
import { dispatchToPart } from '../plans/dispatch.ts';
import { requireVisible } from './visible-target.ts';

/** A condition of a gate as it is now. */
async function renderCondition(context: ReadContext, taskId: string, conditionId: string): Promise<ConditionAnswer> {
  const view = await storedTask(context.database, taskId);
  const condition = view.task.definition.conditions.find(({ id }) => id === conditionId);
  if (!condition) throw new NotFound(`there is no condition '${conditionId}'`);
  return showCondition(condition, under(containerOf(view), taskId), view.task.run, showAlone(context));
}

/** Adds a condition to a gate. Throws what the command throws, Invalid without a title, and NotFound. */
export async function addCondition(
  context: ResourceContext,
  caller: Person,
  written: string,
  { title, checked }: ConditionBody,
): Promise<ConditionAnswer> {
  if (title === undefined || title.trim() === '') throw new Invalid('title: expected a text');
  const { id, done } = await dispatchToPart(context, {
    caller,
    kind: 'Task',
    written,
    command: (taskId) => ({ type: 'addCondition', taskId, title, checked: checked ?? false }),
  });
  return await renderCondition(context, id, taskOf(done.release, id).definition.conditions.at(-1)?.id ?? '');
}

/** Ticks, unticks or renames a condition. Throws what the command throws, and NotFound. */
export async function updateCondition(
  context: ResourceContext,
  caller: Person,
  written: string,
  { title, checked }: ConditionBody,
): Promise<ConditionAnswer> {
  const { id, done } = await dispatchToPart(context, {
    caller,
    kind: 'GateCondition',
    written,
    command: (conditionId) => ({ type: 'updateCondition', conditionId, title, checked }),
  });
  return await renderCondition(context, gateOf(done.release, id), id);
}

function gateOf(release: Release, conditionId: string): string {
  for (const { id, definition } of tasksOf(release)) {
    if (definition.conditions.some((condition) => condition.id === conditionId)) return id;
  }
  throw new NotFound(`there is no condition '${conditionId}'`);
}

/** Makes a gate wait for a release, phase or task, or for what a `${variable}` names. Throws what the command throws, and NotFound. */
export async function addDependency(
  context: ResourceContext,
  caller: Person,
  written: string,
  target: string,
): Promise<DependencyAnswer> {
  const awaited = targetOf(target);
  await requireVisible(context, caller, awaited);
  const { id, done } = await dispatchToPart(context, {
    caller,
    kind: 'Task',
    written,
    command: (taskId) => ({ type: 'addDependency', taskId, target: awaited }),
  });
  const made = taskOf(done.release, id).definition.dependencies.at(-1);
  if (!made) throw new Error('a dependency was added and is not there');
  const [view, show] = await Promise.all([
    storedTask(context.database, id),
    showFor(context, made.target.includes('${') ? [] : [made.target], caller),
  ]);
  return showDependency(made, under(containerOf(view), id), show);
}
