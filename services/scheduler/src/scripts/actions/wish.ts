import { type Command, clip, findPlace, idCandidates, NotFound, tasksOf } from '@slipway/domain';
import { type LocatableKind, locate, locateRelease } from '@slipway/persistence';
import type { ScriptAction } from '@slipway/scripts';
import {
  kindAmong,
  phaseBody,
  phaseDraft,
  type ReleaseBody,
  releaseBody,
  releasePatch,
  type TaskBody,
  taskBody,
  taskDraft,
  type VariableBody,
  variableBody,
  variableDraft,
} from '@slipway/wire';
import type { Scripting, TakenUp } from '../context/context.ts';
import type { Runnable } from '../request/request.ts';
import { changedRelease, changedTask, changedVariable, readingOf } from './changes.ts';
import { changedReleaseElsewhere, changedTaskElsewhere, changedVariableElsewhere } from './changes-elsewhere.ts';
import { commandElsewhere, type Elsewhere, type Wish } from './elsewhere.ts';
import { setVariable } from './set-variable.ts';
import { startTemplate } from './start-template.ts';

/** What may become a command. */
type Asked = Exclude<ScriptAction, { does: 'setStatusLine' }>;

/** An action as the command that REST would make of it. Throws Invalid, NotFound, and the schema's error for a body. */
export async function wishFor(scripting: Scripting, taken: TakenUp & Runnable, action: Asked): Promise<Wish> {
  switch (action.does) {
    case 'addTask':
      return await addTask(scripting, taken, action);
    case 'updateTask':
      return await updateTask(scripting, taken, action.taskId, taskBody.parse(action.task));
    case 'updateVariable':
      return await updateVariable(scripting, taken, action.variableId, variableBody.parse(action.variable));
    case 'updateRelease':
      return await updateRelease(scripting, taken, action.releaseId, releaseBody.parse(action.release));
    case 'setVariable':
      return await setVariable(scripting, taken, action);
    case 'startTemplate':
      return other(await startTemplate(scripting, action));
    case 'deleteDependency':
      return await onPart(scripting, taken, 'Dependency', action.dependencyId, (dependencyId) => ({
        type: 'deleteDependency',
        dependencyId,
      }));
    case 'addPhase':
    case 'createVariable':
    case 'startRelease':
    case 'abortRelease':
      return await onRelease(scripting, taken, action.releaseId, await toRelease(scripting, action));
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
      return await onPart(scripting, taken, 'Task', action.taskId, (taskId) => toTask(action, taskId));
  }
}

const own = (command: Command): Wish => ({ where: 'own', command });
const other = (elsewhere: Elsewhere): Wish => ({ where: 'elsewhere', elsewhere });
type Taken = TakenUp & Runnable;

const updateTask = async (scripting: Scripting, taken: Taken, written: string, body: TaskBody): Promise<Wish> =>
  isMine(taken, 'Task', written)
    ? own(await changedTask(scripting, taken, written, body))
    : other(await changedTaskElsewhere(scripting, written, body));

const updateVariable = async (
  scripting: Scripting,
  taken: Taken,
  written: string,
  body: VariableBody,
): Promise<Wish> =>
  isMine(taken, 'Variable', written)
    ? own(changedVariable(taken, written, body))
    : other(await changedVariableElsewhere(scripting, written, body));

const updateRelease = async (scripting: Scripting, taken: Taken, written: string, body: ReleaseBody): Promise<Wish> =>
  idCandidates('Release', written).includes(taken.view.release.id)
    ? own(changedRelease(taken, releasePatch(body)))
    : other(await changedReleaseElsewhere(scripting, written, body));

type Does<D extends Asked['does']> = Extract<Asked, { does: D }>;
type OnTask = Exclude<Extract<Asked, { taskId: string }>, Does<'updateTask'>>;
type OnRelease = Exclude<Extract<ScriptAction, { releaseId: string }>, Does<'updateRelease'>>;

function toTask(action: OnTask, taskId: string): Command {
  if (action.does === 'assignTask') return { type: 'assignTask', taskId, owner: action.username };
  if (action.does === 'deleteTask') return { type: 'deleteTask', taskId };
  return { type: action.does, taskId, comment: action.comment };
}

async function toRelease(scripting: Scripting, action: OnRelease): Promise<Command> {
  switch (action.does) {
    case 'addPhase': {
      const phase = phaseDraft(phaseBody.parse(action.phase), await readingOf(scripting));
      return { type: 'addPhase', phase, position: action.position };
    }
    case 'createVariable': {
      const variable = variableDraft(variableBody.parse(action.variable), scripting.typePrefix);
      return { type: 'addVariable', variable };
    }
    case 'startRelease':
      return { type: 'startRelease' };
    case 'abortRelease':
      return { type: 'abortRelease', abortComment: action.comment };
  }
}

async function addTask(scripting: Scripting, taken: TakenUp, action: Does<'addTask'>): Promise<Wish> {
  const task = taskDraft(taskBody.parse(action.task), await readingOf(scripting));
  const kind = kindAmong(['Phase', 'Task'], action.containerId);
  const { position } = action;
  return await onPart(scripting, taken, kind, action.containerId, (containerId) => ({
    type: 'addTask',
    containerId,
    task,
    position,
  }));
}

async function onRelease(scripting: Scripting, { view }: TakenUp, written: string, command: Command): Promise<Wish> {
  const candidates = idCandidates('Release', written);
  if (candidates.includes(view.release.id)) return own(command);
  const found = await locateRelease(scripting.database, candidates);
  if (found === null) throw new NotFound(`there is no release '${clip(written)}'`);
  return other(commandElsewhere(found.id, command));
}

async function onPart(
  scripting: Scripting,
  taken: TakenUp,
  kind: LocatableKind,
  written: string,
  command: (id: string) => Command,
): Promise<Wish> {
  const candidates = idCandidates(kind, written);
  const mine = candidates.find((id) => isOwn(taken, kind, id));
  if (mine !== undefined) return own(command(mine));
  const found = await locate(scripting.database, kind, candidates, written.split('/').slice(0, -1));
  if (found === null) throw new NotFound(`there is no ${kind.toLowerCase()} '${clip(written)}'`);
  return other(commandElsewhere(found.releaseId, command(found.id)));
}

const isMine = (taken: TakenUp, kind: LocatableKind, written: string): boolean =>
  idCandidates(kind, written).some((id) => isOwn(taken, kind, id));

function isOwn({ view: { release } }: TakenUp, kind: LocatableKind, id: string): boolean {
  switch (kind) {
    case 'Phase':
      return release.phases.some((phase) => phase.id === id);
    case 'Task':
      return findPlace(release, id) !== undefined;
    case 'Variable':
      return release.variables.some((variable) => variable.id === id);
    case 'GateCondition':
      return [...tasksOf(release)].some(({ definition }) => definition.conditions.some((each) => each.id === id));
    case 'Dependency':
      return [...tasksOf(release)].some(({ definition }) => definition.dependencies.some((each) => each.id === id));
  }
}
