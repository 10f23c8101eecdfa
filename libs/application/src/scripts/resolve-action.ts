import { conditionBody } from '@slipway/api-schema/gates';
import { createBody, phaseBody, releaseBody, taskBody } from '@slipway/api-schema/plans';
import { variableBody } from '@slipway/api-schema/variables';
import type { Command } from '@slipway/domain/commands';
import type { ScriptAction } from '@slipway/script-protocol';
import { conditionAddition, conditionUpdate, dependencyAddition } from '../gates/gates.ts';
import type { ResourceContext } from '../model/context.ts';
import { idKindOf } from '../model/find.ts';
import { parseCreateOrder } from '../plans/create.ts';
import type { PartCommand } from '../plans/dispatch.ts';
import { getPartLocation, getReleaseLocation } from '../plans/find.ts';
import {
  assignment,
  deletions,
  phaseAddition,
  phaseCopy,
  phaseMove,
  relocation,
  taskAddition,
} from '../plans/part-commands.ts';
import { taskActionCommand } from '../plans/task-requests.ts';
import { variableAddition } from '../variables/variables.ts';
import { type AttachmentAction, isAttachmentAction, resolveAttachmentAction } from './attachment-actions.ts';
import { copyIds } from './created-ids.ts';
import { isPeopleAction, type PeopleAction, resolvePeopleAction } from './people-actions.ts';
import { type ActingRun, externalAction, onPart, onRelease, ownPart, type ResolvedAction } from './resolved-action.ts';
import { isResourceAction, type ResourceAction, resolveResourceAction } from './resource-actions.ts';
import { isRiskAction, type RiskAction, resolveRiskAction } from './risk-actions.ts';
import { setVariable } from './set-variable.ts';
import { changeType, updatePhase, updateRelease, updateTask, updateVariable } from './updates.ts';

export type ResolvableAction = Exclude<ScriptAction, { does: 'setStatusLine' }>;
type PlanAction = Exclude<ResolvableAction, ResourceAction | AttachmentAction | PeopleAction | RiskAction>;
type Does<D extends PlanAction['does']> = Extract<PlanAction, { does: D }>;

/**
 * Converts an action to the command that REST would run. Throws Invalid, NotFound, and the validation error of a body.
 */
export async function resolveAction(
  context: ResourceContext,
  run: ActingRun,
  action: ResolvableAction,
): Promise<ResolvedAction> {
  if (isResourceAction(action)) return await resolveResourceAction(context, run.requester, action);
  if (isAttachmentAction(action)) return await resolveAttachmentAction(context, run, action);
  if (isPeopleAction(action)) return resolvePeopleAction(context, action);
  return isRiskAction(action) ? resolveRiskAction(context, action) : await resolvePlanAction(context, run, action);
}

async function resolvePlanAction(
  context: ResourceContext,
  run: ActingRun,
  action: PlanAction,
): Promise<ResolvedAction> {
  switch (action.does) {
    case 'updateTask':
      return await updateTask(context, run, action.taskId, taskBody.parse(action.task));
    case 'updateVariable':
      return await updateVariable(context, run, action.variableId, variableBody.parse(action.variable));
    case 'updateRelease':
      return await updateRelease(context, run, action.releaseId, releaseBody.parse(action.release));
    case 'updatePhase':
      return await updatePhase(context, run, action.phaseId, phaseBody.parse(action.phase));
    case 'setVariable':
      return await setVariable(context, run, action);
    case 'changeTaskType':
      return await changeType(context, run, action.taskId, action.targetType);
    case 'startTemplate':
    case 'createRelease':
      return await createReleaseFrom(context, run, action);
    case 'addPhase':
    case 'createVariable':
    case 'startRelease':
    case 'resumeRelease':
    case 'abortRelease':
      return await onRelease(context, run, action.releaseId, await releaseCommand(context, run, action));
  }
  return await onPart(context, run, await partCommand(context, run, action));
}

type ReleaseAction = Does<'addPhase' | 'createVariable' | 'startRelease' | 'resumeRelease' | 'abortRelease'>;

async function releaseCommand(context: ResourceContext, run: ActingRun, action: ReleaseAction): Promise<Command> {
  switch (action.does) {
    case 'addPhase': {
      const addition = { body: phaseBody.parse(action.phase), position: action.position };
      return await phaseAddition(context, run.requester, addition, run.createdExternally);
    }
    case 'createVariable':
      return variableAddition(context, variableBody.parse(action.variable));
    case 'startRelease':
    case 'resumeRelease':
      return { type: action.does };
    case 'abortRelease':
      return { type: 'abortRelease', abortComment: action.comment };
  }
}

type PartAction = Exclude<
  PlanAction,
  | ReleaseAction
  | Does<'updateTask' | 'updateVariable' | 'updateRelease' | 'updatePhase' | 'setVariable' | 'changeTaskType'>
  | Does<'startTemplate' | 'createRelease'>
>;

async function partCommand(context: ResourceContext, run: ActingRun, action: PartAction): Promise<PartCommand> {
  switch (action.does) {
    case 'assignTask':
      return assignment(action.taskId, action.username);
    case 'addTask': {
      const { containerId: container, position } = action;
      const addition = { container, body: taskBody.parse(action.task), position };
      return await taskAddition(context, run.requester, addition, run.createdExternally);
    }
    case 'copyTask':
    case 'moveTask':
      return await taskRelocation(context, run, action);
    case 'deleteTask':
      return deletions.Task(action.taskId);
    case 'addCondition':
      return conditionAddition(action.taskId, conditionBody.parse(action.condition));
    case 'updateCondition':
      return conditionUpdate(action.conditionId, conditionBody.parse(action.condition));
    case 'deleteCondition':
      return deletions.GateCondition(action.conditionId);
    case 'addDependency':
      return await dependencyAddition(context, run.requester, action.taskId, action.target);
    case 'deleteDependency':
      return deletions.Dependency(action.dependencyId);
    case 'deleteVariable':
      return deletions.Variable(action.variableId);
    case 'copyPhase':
      return phaseCopy(action.phaseId, action.position, copyIds(action));
    case 'movePhase':
      return phaseMove(action.phaseId, action.position);
    case 'deletePhase':
      return deletions.Phase(action.phaseId);
  }
  return { kind: 'Task', rawId: action.taskId, command: (taskId) => taskActionCommand(action, taskId) };
}

/** Resolves the copy or move of a task within its release. */
async function taskRelocation(
  { database }: ResourceContext,
  run: ActingRun,
  action: Does<'copyTask' | 'moveTask'>,
): Promise<PartCommand> {
  const { does, taskId, containerId: rawId, position } = action;
  const kind = idKindOf(['Phase', 'Task'], rawId);
  const containerId = ownPart(run, kind, rawId) ?? (await getPartLocation(database, run.requester, kind, rawId)).id;
  return relocation(does, taskId, { containerId, position }, does === 'copyTask' ? copyIds(action) : undefined);
}

/** Resolves the creation of a release from a template. The release starts at once if requested. Throws NotFound. */
async function createReleaseFrom(
  context: ResourceContext,
  { requester }: ActingRun,
  { does, templateId, order, madeId }: Does<'startTemplate' | 'createRelease'>,
): Promise<ResolvedAction> {
  const body = createBody.parse(order);
  const { id } = await getReleaseLocation(context.database, requester, templateId, { what: 'template' });
  const startsNow = does === 'startTemplate';
  const fields = { ...body, autoStart: !startsNow && body.autoStart, startedFromTaskId: undefined };
  const request = { ...(await parseCreateOrder(context, fields, startsNow)), id: madeId ?? null };
  return externalAction({
    description: startsNow ? 'start a release from a template' : 'make a release from a template',
    perform: (engine, caller) => engine.createRelease(id, request, caller),
  });
}
