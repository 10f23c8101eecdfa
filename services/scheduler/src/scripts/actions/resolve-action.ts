import { type Command, Invalid, neededForCommand } from '@slipway/domain';
import type { LocatableKind } from '@slipway/persistence';
import {
  bindBeforeRetry,
  kindAmong,
  knowingOf,
  partLocated,
  readingOf,
  releaseLocated,
  requireTargetsOfEdits,
  requireVisible,
} from '@slipway/resources';
import type { ScriptAction } from '@slipway/scripts';
import {
  conditionBody,
  phaseBody,
  phaseDraft,
  releaseBody,
  targetOf,
  taskBody,
  taskDraft,
  variableBody,
  variableDraft,
} from '@slipway/wire';
import type { ScriptContext } from '../context/context.ts';
import type { ActingRun } from './acting-run.ts';
import { type AttachmentAction, isOfAttachments, ofAttachments } from './attachment-actions.ts';
import { idsOfCopy } from './created.ts';
import { type ElsewhereAction, elsewhere, isElsewhere } from './elsewhere.ts';
import { outsideCommand, outsideRetry, own, type ResolvedAction } from './outside-action.ts';
import { isOwnRelease, ownPart } from './own-parts.ts';
import { isOfPeople, ofPeople, type PeopleAction } from './people-actions.ts';
import { isOfRisk, ofRisk, type RiskAction } from './risk-actions.ts';
import { setVariable } from './set-variable.ts';
import { releaseFrom } from './start-template.ts';
import { changeType, updatePhase, updateRelease, updateTask, updateVariable } from './updates.ts';

type Resolvable = Exclude<ScriptAction, { does: 'setStatusLine' }>;
type PlanAction = Exclude<Resolvable, ElsewhereAction | AttachmentAction | PeopleAction | RiskAction>;

/** An action as the command that REST would make of it. Throws Invalid, NotFound, and the schema's error for a body. */
export async function resolveAction(
  context: ScriptContext,
  run: ActingRun,
  action: Resolvable,
): Promise<ResolvedAction> {
  if (isElsewhere(action)) return await elsewhere(context, run.asker, action);
  if (isOfAttachments(action)) return await ofAttachments(context, run, action);
  if (isOfPeople(action)) return ofPeople(context, action);
  return isOfRisk(action) ? ofRisk(context, action) : await resolvePlanAction(context, run, action);
}

async function resolvePlanAction(context: ScriptContext, run: ActingRun, action: PlanAction): Promise<ResolvedAction> {
  switch (action.does) {
    case 'addTask':
      return await addTask(context, run, action);
    case 'updateTask':
      return await updateTask(context, run, action.taskId, taskBody.parse(action.task));
    case 'updateVariable':
      return await updateVariable(context, run, action.variableId, variableBody.parse(action.variable));
    case 'updateRelease':
      return await updateRelease(context, run, action.releaseId, releaseBody.parse(action.release));
    case 'setVariable':
      return await setVariable(context, run, action);
    case 'updatePhase':
      return await updatePhase(context, run, action.phaseId, phaseBody.parse(action.phase));
    case 'startTemplate':
    case 'createRelease':
      return await releaseFrom(context, run.asker, action);
    case 'addDependency':
      return await addDependency(context, run, action);
    case 'changeTaskType':
      return await changeType(context, run, action.taskId, action.targetType);
    case 'copyTask':
    case 'moveTask':
      return await placeTask(context, run, action);
  }
  if ('releaseId' in action)
    return await onRelease(context, run, action.releaseId, await releaseCommand(context, run, action));
  if ('taskId' in action)
    return await onPart(context, run, 'Task', action.taskId, (taskId) => taskCommand(action, taskId));
  return await changePart(context, run, action);
}

type Does<D extends PlanAction['does']> = Extract<PlanAction, { does: D }>;
type OnTask = Exclude<
  Extract<PlanAction, { taskId: string }>,
  Does<'updateTask' | 'addDependency' | 'changeTaskType' | 'copyTask' | 'moveTask'>
>;
type OnRelease = Exclude<Extract<PlanAction, { releaseId: string }>, Does<'updateRelease'>>;

function taskCommand(action: OnTask, taskId: string): Command {
  switch (action.does) {
    case 'assignTask':
      return { type: 'assignTask', taskId, owner: action.username };
    case 'deleteTask':
      return { type: 'deleteTask', taskId };
    case 'addCondition': {
      const { title = '', checked = false } = conditionBody.parse(action.condition);
      if (title.trim() === '') throw new Invalid('title: expected a text');
      return { type: 'addCondition', taskId, title, checked };
    }
    case 'completeTask':
    case 'failTask':
    case 'skipTask':
    case 'retryTask':
    case 'reopenTask':
    case 'startTaskNow':
    case 'abortTask':
    case 'commentTask':
      return { type: action.does, taskId, comment: action.comment };
  }
}

/** A gate waits only for what its user may see, as REST has it. */
async function addDependency(
  context: ScriptContext,
  run: ActingRun,
  { taskId: written, target: awaited }: Does<'addDependency'>,
): Promise<ResolvedAction> {
  const target = targetOf(awaited);
  await requireVisible(context, run.asker, target);
  return await onPart(context, run, 'Task', written, (taskId) => ({ type: 'addDependency', taskId, target }));
}

/** An action on a part with only its id. */
async function changePart(
  context: ScriptContext,
  run: ActingRun,
  action: Does<
    | 'updateCondition'
    | 'deleteCondition'
    | 'deleteDependency'
    | 'deleteVariable'
    | 'copyPhase'
    | 'movePhase'
    | 'deletePhase'
  >,
): Promise<ResolvedAction> {
  const on = (kind: LocatableKind, written: string, command: (id: string) => Command) =>
    onPart(context, run, kind, written, command);
  switch (action.does) {
    case 'updateCondition': {
      const { title, checked } = conditionBody.parse(action.condition);
      const type = 'updateCondition';
      return await on('GateCondition', action.conditionId, (conditionId) => ({ type, conditionId, title, checked }));
    }
    case 'deleteCondition':
      return await on('GateCondition', action.conditionId, (conditionId) => ({ type: action.does, conditionId }));
    case 'deleteDependency':
      return await on('Dependency', action.dependencyId, (dependencyId) => ({ type: action.does, dependencyId }));
    case 'deleteVariable':
      return await on('Variable', action.variableId, (variableId) => ({ type: action.does, variableId }));
    case 'copyPhase': {
      const { does: type, position: targetPosition } = action;
      const ids = idsOfCopy(action);
      return await on('Phase', action.phaseId, (phaseId) => ({ type, phaseId, targetPosition, ...ids }));
    }
    case 'movePhase': {
      const { does: type, position } = action;
      return await on('Phase', action.phaseId, (phaseId) => ({ type, phaseId, position }));
    }
    case 'deletePhase':
      return await on('Phase', action.phaseId, (phaseId) => ({ type: action.does, phaseId }));
  }
}

/** A task is copied and moved within its release. */
async function placeTask(
  context: ScriptContext,
  run: ActingRun,
  action: Does<'copyTask' | 'moveTask'>,
): Promise<ResolvedAction> {
  const { taskId: task, containerId: written, position } = action;
  const kind = kindAmong(['Phase', 'Task'], written);
  const containerId = ownPart(run, kind, written) ?? (await partLocated(context.database, run.asker, kind, written)).id;
  return await onPart(context, run, 'Task', task, (taskId) =>
    action.does === 'moveTask'
      ? { type: action.does, taskId, containerId, position }
      : { type: action.does, taskId, containerId, position, ...idsOfCopy(action) },
  );
}

async function releaseCommand(context: ScriptContext, run: ActingRun, action: OnRelease): Promise<Command> {
  switch (action.does) {
    case 'addPhase': {
      const phase = phaseDraft(phaseBody.parse(action.phase), await readingOf(context));
      const command = { type: 'addPhase', phase, position: action.position } as const;
      await requireTargetsOfEdits(context, run.asker, [command], run.createdElsewhere);
      return command;
    }
    case 'createVariable': {
      const variable = variableDraft(variableBody.parse(action.variable), context.typePrefix);
      return { type: 'addVariable', variable };
    }
    case 'startRelease':
    case 'resumeRelease':
      return { type: action.does };
    case 'abortRelease':
      return { type: 'abortRelease', abortComment: action.comment };
  }
}

async function addTask(context: ScriptContext, run: ActingRun, action: Does<'addTask'>): Promise<ResolvedAction> {
  const task = taskDraft(taskBody.parse(action.task), await readingOf(context));
  const kind = kindAmong(['Phase', 'Task'], action.containerId);
  const { position } = action;
  const command = { type: 'addTask', containerId: action.containerId, task } as const;
  await requireTargetsOfEdits(context, run.asker, [command], run.createdElsewhere);
  return await onPart(context, run, kind, action.containerId, (containerId) => ({
    type: 'addTask',
    containerId,
    task,
    position,
  }));
}

async function onRelease(
  { database }: ScriptContext,
  run: ActingRun,
  written: string,
  command: Command,
): Promise<ResolvedAction> {
  if (isOwnRelease(run, written)) return own(command);
  const needed = knowingOf(neededForCommand[command.type]);
  return outsideCommand((await releaseLocated(database, run.asker, written, { needed })).id, command);
}

async function onPart(
  context: ScriptContext,
  run: ActingRun,
  kind: LocatableKind,
  written: string,
  command: (id: string) => Command,
): Promise<ResolvedAction> {
  const mine = ownPart(run, kind, written);
  if (mine !== undefined) {
    const onMine = command(mine);
    if (onMine.type === 'retryTask') await bindBeforeRetry(context, run.asker, mine);
    return own(onMine);
  }
  const needed = knowingOf(neededForCommand[command('').type]);
  const { releaseId, id } = await partLocated(context.database, run.asker, kind, written, needed);
  const there = command(id);
  return there.type === 'retryTask' ? outsideRetry(context, releaseId, there) : outsideCommand(releaseId, there);
}
