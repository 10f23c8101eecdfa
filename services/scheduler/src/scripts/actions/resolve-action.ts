import type { Command } from '@slipway/domain';
import type { LocatableKind } from '@slipway/persistence';
import { kindAmong, partLocated, readingOf, releaseLocated } from '@slipway/resources';
import type { ScriptAction } from '@slipway/scripts';
import { phaseBody, phaseDraft, releaseBody, taskBody, taskDraft, variableBody, variableDraft } from '@slipway/wire';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import type { RunRequest } from '../request/request.ts';
import { outsideCommand, own, type ResolvedAction } from './outside-action.ts';
import { isOwnRelease, ownPart } from './own-parts.ts';
import { setVariable } from './set-variable.ts';
import { startTemplate } from './start-template.ts';
import { updateRelease, updateTask, updateVariable } from './updates.ts';

type Run = ClaimedRun & RunRequest;
type Resolvable = Exclude<ScriptAction, { does: 'setStatusLine' }>;

/** An action as the command that REST would make of it. Throws Invalid, NotFound, and the schema's error for a body. */
export async function resolveAction(context: ScriptContext, run: Run, action: Resolvable): Promise<ResolvedAction> {
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
    case 'startTemplate':
      return await startTemplate(context, action);
    case 'deleteDependency':
      return await onPart(context, run, 'Dependency', action.dependencyId, (dependencyId) => ({
        type: 'deleteDependency',
        dependencyId,
      }));
    case 'addPhase':
    case 'createVariable':
    case 'startRelease':
    case 'abortRelease':
      return await onRelease(context, run, action.releaseId, await releaseCommand(context, action));
    case 'assignTask':
    case 'deleteTask':
    case 'completeTask':
    case 'failTask':
    case 'skipTask':
    case 'retryTask':
    case 'reopenTask':
    case 'startTaskNow':
    case 'abortTask':
    case 'commentTask':
      return await onPart(context, run, 'Task', action.taskId, (taskId) => taskCommand(action, taskId));
  }
}

type Does<D extends Resolvable['does']> = Extract<Resolvable, { does: D }>;
type OnTask = Exclude<Extract<Resolvable, { taskId: string }>, Does<'updateTask'>>;
type OnRelease = Exclude<Extract<Resolvable, { releaseId: string }>, Does<'updateRelease'>>;

function taskCommand(action: OnTask, taskId: string): Command {
  if (action.does === 'assignTask') return { type: 'assignTask', taskId, owner: action.username };
  if (action.does === 'deleteTask') return { type: 'deleteTask', taskId };
  return { type: action.does, taskId, comment: action.comment };
}

async function releaseCommand(context: ScriptContext, action: OnRelease): Promise<Command> {
  switch (action.does) {
    case 'addPhase': {
      const phase = phaseDraft(phaseBody.parse(action.phase), await readingOf(context));
      return { type: 'addPhase', phase, position: action.position };
    }
    case 'createVariable': {
      const variable = variableDraft(variableBody.parse(action.variable), context.typePrefix);
      return { type: 'addVariable', variable };
    }
    case 'startRelease':
      return { type: 'startRelease' };
    case 'abortRelease':
      return { type: 'abortRelease', abortComment: action.comment };
  }
}

async function addTask(context: ScriptContext, run: ClaimedRun, action: Does<'addTask'>): Promise<ResolvedAction> {
  const task = taskDraft(taskBody.parse(action.task), await readingOf(context));
  const kind = kindAmong(['Phase', 'Task'], action.containerId);
  const { position } = action;
  return await onPart(context, run, kind, action.containerId, (containerId) => ({
    type: 'addTask',
    containerId,
    task,
    position,
  }));
}

async function onRelease(
  { database }: ScriptContext,
  run: ClaimedRun,
  written: string,
  command: Command,
): Promise<ResolvedAction> {
  if (isOwnRelease(run, written)) return own(command);
  return outsideCommand((await releaseLocated(database, written)).id, command);
}

async function onPart(
  { database }: ScriptContext,
  run: ClaimedRun,
  kind: LocatableKind,
  written: string,
  command: (id: string) => Command,
): Promise<ResolvedAction> {
  const mine = ownPart(run, kind, written);
  if (mine !== undefined) return own(command(mine));
  const { releaseId, id } = await partLocated(database, kind, written);
  return outsideCommand(releaseId, command(id));
}
