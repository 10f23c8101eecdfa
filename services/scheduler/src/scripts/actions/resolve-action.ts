import { conditionBody, targetOf } from '@slipway/api-schema/gates';
import { phaseBody, phaseDraft, releaseBody, taskBody, taskDraft } from '@slipway/api-schema/plans';
import { variableBody, variableDraft } from '@slipway/api-schema/variables';
import { requireVisibleTarget } from '@slipway/application/gates';
import { idKindOf } from '@slipway/application/model';
import {
  bindBeforeRetry,
  getPartLocation,
  getReleaseLocation,
  parseOptionsFor,
  requireTargetsOfEdits,
  viewOrCommandNeeds,
} from '@slipway/application/plans';
import { type Command, neededForCommand } from '@slipway/domain/commands';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import type { LocatableKind } from '@slipway/persistence/plans';
import type { ScriptAction } from '@slipway/script-protocol';
import type { ScriptContext } from '../context/context.ts';
import type { ActingRun } from './action-run.ts';
import { type AttachmentAction, isAttachmentAction, resolveAttachmentAction } from './attachment-actions.ts';
import { copyIds } from './created-ids.ts';
import { isOwnRelease, ownPart } from './own-parts.ts';
import { isPeopleAction, type PeopleAction, resolvePeopleAction } from './people-actions.ts';
import { externalCommand, externalRetry, ownAction, type ResolvedAction } from './resolved-action.ts';
import { isResourceAction, type ResourceAction, resolveResourceAction } from './resource-actions.ts';
import { isRiskAction, type RiskAction, resolveRiskAction } from './risk-actions.ts';
import { setVariable } from './set-variable.ts';
import { createReleaseFrom } from './start-template.ts';
import { changeType, updatePhase, updateRelease, updateTask, updateVariable } from './updates.ts';

type Resolvable = Exclude<ScriptAction, { does: 'setStatusLine' }>;
type PlanAction = Exclude<Resolvable, ResourceAction | AttachmentAction | PeopleAction | RiskAction>;

/** An action as the command that REST would make of it. Throws Invalid, NotFound, and the schema's error for a body. */
export async function resolveAction(
  context: ScriptContext,
  run: ActingRun,
  action: Resolvable,
): Promise<ResolvedAction> {
  if (isResourceAction(action)) return await resolveResourceAction(context, run.requester, action);
  if (isAttachmentAction(action)) return await resolveAttachmentAction(context, run, action);
  if (isPeopleAction(action)) return resolvePeopleAction(context, action);
  return isRiskAction(action) ? resolveRiskAction(context, action) : await resolvePlanAction(context, run, action);
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
      return await createReleaseFrom(context, run.requester, action);
    case 'addDependency':
      return await addDependency(context, run, action);
    case 'changeTaskType':
      return await changeType(context, run, action.taskId, action.targetType);
    case 'copyTask':
    case 'moveTask':
      return await copyOrMoveTask(context, run, action);
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
      if (title.trim() === '') throw new Invalid(message('field.text', { field: 'title' }));
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
  { taskId: rawId, target: rawTarget }: Does<'addDependency'>,
): Promise<ResolvedAction> {
  const target = targetOf(rawTarget);
  await requireVisibleTarget(context, run.requester, target);
  return await onPart(context, run, 'Task', rawId, (taskId) => ({ type: 'addDependency', taskId, target }));
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
  const onKind = (kind: LocatableKind, rawId: string, command: (id: string) => Command) =>
    onPart(context, run, kind, rawId, command);
  switch (action.does) {
    case 'updateCondition': {
      const { title, checked } = conditionBody.parse(action.condition);
      const type = 'updateCondition';
      return await onKind('GateCondition', action.conditionId, (conditionId) => ({
        type,
        conditionId,
        title,
        checked,
      }));
    }
    case 'deleteCondition':
      return await onKind('GateCondition', action.conditionId, (conditionId) => ({ type: action.does, conditionId }));
    case 'deleteDependency':
      return await onKind('Dependency', action.dependencyId, (dependencyId) => ({ type: action.does, dependencyId }));
    case 'deleteVariable':
      return await onKind('Variable', action.variableId, (variableId) => ({ type: action.does, variableId }));
    case 'copyPhase': {
      const { does: type, position: targetPosition } = action;
      const ids = copyIds(action);
      return await onKind('Phase', action.phaseId, (phaseId) => ({ type, phaseId, targetPosition, ...ids }));
    }
    case 'movePhase': {
      const { does: type, position } = action;
      return await onKind('Phase', action.phaseId, (phaseId) => ({ type, phaseId, position }));
    }
    case 'deletePhase':
      return await onKind('Phase', action.phaseId, (phaseId) => ({ type: action.does, phaseId }));
  }
}

/** A task is copied and moved within its release. */
async function copyOrMoveTask(
  context: ScriptContext,
  run: ActingRun,
  action: Does<'copyTask' | 'moveTask'>,
): Promise<ResolvedAction> {
  const { taskId: task, containerId: rawId, position } = action;
  const kind = idKindOf(['Phase', 'Task'], rawId);
  const containerId =
    ownPart(run, kind, rawId) ?? (await getPartLocation(context.database, run.requester, kind, rawId)).id;
  return await onPart(context, run, 'Task', task, (taskId) =>
    action.does === 'moveTask'
      ? { type: action.does, taskId, containerId, position }
      : { type: action.does, taskId, containerId, position, ...copyIds(action) },
  );
}

async function releaseCommand(context: ScriptContext, run: ActingRun, action: OnRelease): Promise<Command> {
  switch (action.does) {
    case 'addPhase': {
      const phase = phaseDraft(phaseBody.parse(action.phase), await parseOptionsFor(context));
      const command = { type: 'addPhase', phase, position: action.position } as const;
      await requireTargetsOfEdits(context, run.requester, [command], run.createdExternally);
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
  const task = taskDraft(taskBody.parse(action.task), await parseOptionsFor(context));
  const kind = idKindOf(['Phase', 'Task'], action.containerId);
  const { position } = action;
  const command = { type: 'addTask', containerId: action.containerId, task } as const;
  await requireTargetsOfEdits(context, run.requester, [command], run.createdExternally);
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
  rawId: string,
  command: Command,
): Promise<ResolvedAction> {
  if (isOwnRelease(run, rawId)) return ownAction(command);
  const needed = viewOrCommandNeeds(neededForCommand(command.type));
  return externalCommand((await getReleaseLocation(database, run.requester, rawId, { needed })).id, command);
}

async function onPart(
  context: ScriptContext,
  run: ActingRun,
  kind: LocatableKind,
  rawId: string,
  command: (id: string) => Command,
): Promise<ResolvedAction> {
  const ownId = ownPart(run, kind, rawId);
  if (ownId !== undefined) {
    const ownCommand = command(ownId);
    if (ownCommand.type === 'retryTask') await bindBeforeRetry(context, run.requester, ownId);
    return ownAction(ownCommand);
  }
  const needed = viewOrCommandNeeds(neededForCommand(command('').type));
  const { releaseId, id } = await getPartLocation(context.database, run.requester, kind, rawId, needed);
  const externalPartCommand = command(id);
  return externalPartCommand.type === 'retryTask'
    ? externalRetry(context, releaseId, externalPartCommand)
    : externalCommand(releaseId, externalPartCommand);
}
