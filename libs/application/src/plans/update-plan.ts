import {
  changesChildren,
  changesParts,
  changesTasks,
  planFromPhase,
  planFromTask,
  type RenderedPlan,
  requestedParts,
} from '@slipway/api-schema/edits';
import { changesIn } from '@slipway/api-schema/format';
import {
  type ParseOptions,
  type PhaseBody,
  type PhaseResponse,
  phasePatch,
  type ReleaseBody,
  type ReleaseResponse,
  releasePatch,
  renderedPhasePatch,
  renderedReleasePatch,
  requireSameType,
  type TaskBody,
  type TaskResponse,
  taskChanges,
} from '@slipway/api-schema/plans';
import { neededForCommand } from '@slipway/domain/commands';
import type { RequestedPlan } from '@slipway/domain/edits';
import { blankTaskPassive, type ReleasePatch, type TaskPatch, tasksIn, tasksOf } from '@slipway/domain/model';
import { changedScripts } from '@slipway/domain/scripts';
import type { Person } from '@slipway/engine';
import type { ReleaseView, TaskView } from '@slipway/persistence/plans';
import type { ResourceContext } from '../model/context.ts';
import { mailWarningsFor, withScriptWarnings } from '../model/script-warnings.ts';
import { changePlan, storedPassives } from './change-plan.ts';
import { type CredentialCheck, verifyRunAs } from './create.ts';
import { createdId, dispatchToPart, dispatchToRelease } from './dispatch.ts';
import { getPhase, getTask, reloadPhase, reloadPlan, reloadTask } from './find.ts';
import { parseOptionsFor } from './parse-options.ts';
import { phaseAddition, type TaskAddition, taskAddition } from './part-commands.ts';
import { type RenderResult, renderPhase, renderRelease, renderTask } from './render.ts';

/**
 * Returns the changes that a body makes to a release or template, compared with its rendered state. Teams have separate
 * requests.
 */
export const releaseChanges = (body: ReleaseBody, answer: ReleaseResponse): ReleasePatch =>
  changesIn(releasePatch(body), renderedReleasePatch(answer));

/**
 * Changes a release or template to the state in a request, with its phases, tasks and variables. Sending back an
 * unchanged response changes nothing. Without `credentialCheck`, the request cannot set another run-as user.
 */
export async function updateRelease(
  context: ResourceContext,
  caller: Person,
  view: ReleaseView,
  body: ReleaseBody,
  credentialCheck: CredentialCheck | null,
): Promise<RenderResult<ReleaseResponse>> {
  const before = await renderRelease(context, view, caller);
  const requestedPlanFor = async (currentView: ReleaseView): Promise<RequestedPlan> => {
    const { answer } = currentView === view ? before : await renderRelease(context, currentView, caller);
    const { release } = currentView;
    const { scriptUsername, scriptTokenId } = release;
    const patch = releaseChanges(body, answer);
    const runAsRequest = { caller, before: scriptTokenId && scriptUsername, patch };
    const verified = credentialCheck === null ? { patch } : await verifyRunAs(credentialCheck, runAsRequest);
    if (!changesParts(body, answer)) return verified;
    const current = { release, stored: storedPassives(currentView), answer };
    return { ...verified, ...requestedParts(body, current, await parseOptionsFor(context)) };
  };
  const after = await changePlan(context, caller, view, requestedPlanFor);
  if (after === null) return before;
  const rendered = await renderRelease(context, after, caller);
  const changed = changedScripts(tasksOf(after.release), after.details.tasks, view.details.tasks);
  const newTasks = [...tasksOf(after.release)].filter(({ id }) => !view.details.tasks.has(id));
  const others = mailWarningsFor(context, newTasks);
  return { ...rendered, answer: await withScriptWarnings(context, rendered.answer, changed, others) };
}

/** Returns the plan that the body of a phase or task requests, compared with the current plan. Throws Conflict. */
const requestedPart =
  (
    context: ResourceContext,
    caller: Person,
    build: (current: RenderedPlan, parseOptions: ParseOptions) => RequestedPlan,
  ): ((view: ReleaseView) => Promise<RequestedPlan>) =>
  async (view) => {
    const { answer } = await renderRelease(context, view, caller);
    return build({ release: view.release, stored: storedPassives(view), answer }, await parseOptionsFor(context));
  };

/**
 * Changes the fields and tasks of a phase that differ from its rendered state, all or none. Throws NotFound and the
 * errors of the commands.
 */
export async function updatePhase(
  context: ResourceContext,
  caller: Person,
  rawId: string,
  body: PhaseBody,
): Promise<PhaseResponse> {
  const { database, engine } = context;
  const view = await getPhase(database, caller, rawId, neededForCommand('updatePhase'));
  const answer = await renderPhase(context, view, caller);
  const [phase] = view.release.phases;
  if (phase && changesTasks(body, answer)) {
    const requestedPlanFor = requestedPart(context, caller, (current, parseOptions) =>
      planFromPhase(body, phase.id, current, parseOptions),
    );
    const after = await changePlan(context, caller, await reloadPlan(database, view.release.id), requestedPlanFor);
    return after === null ? answer : await renderSavedPhase(context, caller, phase.id, view.details.tasks);
  }
  const patch = changesIn(phasePatch(body), renderedPhasePatch(answer));
  if (!phase || Object.keys(patch).length === 0) return answer;
  const command = { type: 'updatePhase', phaseId: phase.id, patch } as const;
  await engine.dispatch(view.release.id, { kind: 'command', caller, command });
  return await renderPhase(context, await reloadPhase(database, phase.id), caller);
}

/** Renders a saved phase, with warnings about changed scripts of its tasks. */
async function renderSavedPhase(
  context: ResourceContext,
  caller: Person,
  phaseId: string,
  before: ReleaseView['details']['tasks'],
): Promise<PhaseResponse> {
  const view = await reloadPhase(context.database, phaseId);
  const answer = await renderPhase(context, view, caller);
  const changed = changedScripts(tasksOf(view.release), view.details.tasks, before);
  const newTasks = [...tasksOf(view.release)].filter(({ id }) => view.details.tasks.has(id) && !before.has(id));
  return await withScriptWarnings(context, answer, changed, mailWarningsFor(context, newTasks));
}

interface PhaseAddition {
  /** the id of a release or template */
  readonly rawId: string;
  readonly body: PhaseBody;
  /** the index of the phase; null: the end */
  readonly position: number | null;
}

/** Adds a phase with its tasks. Throws NotFound and the errors of the command. */
export async function addPhase(
  context: ResourceContext,
  caller: Person,
  { rawId, body, position }: PhaseAddition,
): Promise<PhaseResponse> {
  const command = await phaseAddition(context, caller, { body, position });
  const { done: dispatched } = await dispatchToRelease(context, caller, rawId, command);
  return await renderSavedPhase(context, caller, createdId(dispatched, 'PHASE_CREATED'), new Map());
}

/** Returns the changes that a body makes to a task, compared with its rendered state. */
export async function taskChangesOf(
  context: Pick<ResourceContext, 'typePrefix' | 'seal' | 'plugins'>,
  { task, details: rest }: Pick<TaskView, 'task' | 'details'>,
  answer: TaskResponse,
  body: TaskBody,
): Promise<TaskPatch> {
  const passive = rest.tasks.get(task.id) ?? blankTaskPassive;
  return taskChanges(body, { task, passive, answer }, await parseOptionsFor(context));
}

/**
 * Changes the fields of a task that differ from its rendered state, and its inner parts: tasks of a group, conditions
 * and dependencies of a gate. All changes are made or none. The type of a task has a separate request. Throws Invalid,
 * NotFound and the errors of the commands.
 */
export async function updateTask(
  context: ResourceContext,
  caller: Person,
  rawId: string,
  body: TaskBody,
): Promise<RenderResult<TaskResponse>> {
  const { database, engine } = context;
  const view = await getTask(database, caller, rawId, neededForCommand('updateTask'));
  const taskId = view.task.id;
  requireSameType(body, view.task, context.typePrefix);
  const before = await renderTask(context, view, caller);
  if (changesChildren(body, before.answer)) {
    const requestedPlanFor = requestedPart(context, caller, (current, parseOptions) =>
      planFromTask(body, taskId, current, parseOptions),
    );
    const after = await changePlan(context, caller, await reloadPlan(database, view.releaseId), requestedPlanFor);
    return after === null ? before : await renderSavedTask(context, caller, taskId, view.details.tasks);
  }
  const patch = await taskChangesOf(context, view, before.answer, body);
  if (Object.keys(patch).length === 0) return before;
  await engine.dispatch(view.releaseId, { kind: 'command', caller, command: { type: 'updateTask', taskId, patch } });
  return await renderSavedTask(context, caller, taskId, view.details.tasks);
}

/** Renders a saved task, with warnings about its changed scripts and its mail. */
async function renderSavedTask(
  context: ResourceContext,
  caller: Person,
  taskId: string,
  before: TaskView['details']['tasks'],
): Promise<RenderResult<TaskResponse>> {
  const view = await reloadTask(context.database, taskId);
  const rendered = await renderTask(context, view, caller);
  const tasks = [...tasksIn([view.task])];
  const changed = changedScripts(tasks, view.details.tasks, before);
  const others = mailWarningsFor(context, tasks);
  return { ...rendered, answer: await withScriptWarnings(context, rendered.answer, changed, others) };
}

/** Adds a task to a phase or group. Throws NotFound and the errors of the command. */
export async function addTask(
  context: ResourceContext,
  caller: Person,
  addition: TaskAddition,
): Promise<RenderResult<TaskResponse>> {
  const command = await taskAddition(context, caller, addition);
  const { done: dispatched } = await dispatchToPart(context, { ...command, caller });
  return await renderSavedTask(context, caller, createdId(dispatched, 'TASK_CREATED'), new Map());
}
