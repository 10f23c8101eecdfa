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
  phasePatch,
  type ReleaseBody,
  renderedPhasePatch,
  requireSameType,
  type TaskBody,
  type TaskResponse,
} from '@slipway/api-schema/plans';
import type { VariableBody } from '@slipway/api-schema/variables';
import { neededForCommand, type PlanEdit } from '@slipway/domain/commands';
import { planChanges, type RequestedPlan } from '@slipway/domain/edits';
import { message } from '@slipway/domain/messages';
import { NotFound, taskOf } from '@slipway/domain/model';
import { newId } from '@slipway/engine';
import type { ResourceContext } from '../model/context.ts';
import { storedPassives } from '../plans/change-plan.ts';
import { changeTaskType, commandForType } from '../plans/change-type.ts';
import { viewOrCommandNeeds } from '../plans/dispatch.ts';
import { getPartLocation, getPhase, getPlan, getTask } from '../plans/find.ts';
import { parseOptionsFor } from '../plans/parse-options.ts';
import { requireTargetsOfEdits } from '../plans/require-targets.ts';
import {
  updatePhase as changePhase,
  updateRelease as changeRelease,
  updateTask as changeTask,
  releaseChanges,
  taskChangesOf,
} from '../plans/update-plan.ts';
import { getVariableForUpdate, variableUpdate } from '../variables/variables.ts';
import {
  type ActingRun,
  externalAction,
  externalCommand,
  isOwnRelease,
  ownAction,
  ownPart,
  type ResolvedAction,
  withEngine,
} from './resolved-action.ts';

/**
 * Scripts send whole objects. For the script's own release, only the differences to the copy of the script are applied,
 * which preserves concurrent changes. For other releases, the differences to the current state are applied, as with
 * PUT.
 */

/** Returns the command that changes the own release to the requested plan, or null without differences. */
async function ownEdits(
  context: ResourceContext,
  { view, releaseAnswer, requester }: ActingRun,
  targetPlanOf: (answered: RenderedPlan, reading: ParseOptions) => RequestedPlan,
): Promise<ResolvedAction | null> {
  const stored = storedPassives(view);
  const { release } = view;
  const targetPlan = targetPlanOf({ release, stored, answer: releaseAnswer }, await parseOptionsFor(context));
  const edits: readonly PlanEdit[] = planChanges(release, targetPlan, stored, newId);
  await requireTargetsOfEdits(context, requester, edits);
  const [firstEdit] = edits;
  if (firstEdit === undefined) return null;
  return ownAction(edits.length === 1 ? firstEdit : { type: 'changePlan', edits });
}

/** Resolves the update of a whole task: changes of the task, and of its subtasks. Throws Invalid, NotFound. */
export async function updateTask(
  context: ResourceContext,
  run: ActingRun,
  rawId: string,
  body: TaskBody,
): Promise<ResolvedAction> {
  const { view, releaseAnswer } = run;
  const id = ownPart(run, 'Task', rawId);
  if (id === undefined) {
    await getTask(context.database, run.requester, rawId, neededForCommand('updateTask'));
    return externalAction({
      description: 'updateTask',
      perform: (engine, caller) => changeTask(withEngine(context, engine), caller, rawId, body),
    });
  }
  const answer = findTask(
    releaseAnswer.phases.flatMap(({ tasks }) => tasks),
    id,
  );
  if (answer === undefined) throw new NotFound(message('notFound.task', { id: rawId }));
  requireSameType(body, taskOf(view.release, id), context.typePrefix);
  const planEdits = changesChildren(body, answer)
    ? await ownEdits(context, run, (answered, reading) => planFromTask(body, id, answered, reading))
    : null;
  if (planEdits !== null) return planEdits;
  const located = { task: taskOf(view.release, id), details: view.details };
  const patch = await taskChangesOf(context, located, answer, body);
  return ownAction({ type: 'updateTask', taskId: id, patch });
}

/**
 * Resolves a change of the type of a task. A return to an unknown type restores its stored members. Throws NotFound.
 */
export async function changeType(
  context: ResourceContext,
  run: ActingRun,
  rawId: string,
  targetType: string,
): Promise<ResolvedAction> {
  const taskId = ownPart(run, 'Task', rawId);
  if (taskId === undefined) {
    await getPartLocation(
      context.database,
      run.requester,
      'Task',
      rawId,
      viewOrCommandNeeds(neededForCommand('changeTaskType')),
    );
    return externalAction({
      description: 'changeTaskType',
      perform: (engine, caller) => changeTaskType(withEngine(context, engine), caller, rawId, targetType),
    });
  }
  const tasks = run.releaseAnswer.phases.flatMap((phase) => phase.tasks);
  const answer = findTask(tasks, taskId) ?? null;
  return ownAction(await commandForType(context, { taskId, answer, rawType: targetType }));
}

function findTask(tasks: readonly TaskResponse[], id: string): TaskResponse | undefined {
  for (const task of tasks) {
    const match = task.id.endsWith(`/${id}`) ? task : findTask(task.tasks ?? [], id);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** Resolves the update of a whole phase: changes of the phase, and of its tasks. Throws NotFound. */
export async function updatePhase(
  context: ResourceContext,
  run: ActingRun,
  rawId: string,
  body: PhaseBody,
): Promise<ResolvedAction> {
  const phaseId = ownPart(run, 'Phase', rawId);
  if (phaseId === undefined) {
    await getPhase(context.database, run.requester, rawId, neededForCommand('updatePhase'));
    return externalAction({
      description: 'updatePhase',
      perform: (engine, caller) => changePhase(withEngine(context, engine), caller, rawId, body),
    });
  }
  const answer = run.releaseAnswer.phases.find(({ id }) => id.endsWith(`/${phaseId}`));
  const planEdits =
    answer && changesTasks(body, answer)
      ? await ownEdits(context, run, (answered, reading) => planFromPhase(body, phaseId, answered, reading))
      : null;
  const patch = changesIn(phasePatch(body), renderedPhasePatch(answer ?? {}));
  return planEdits ?? ownAction({ type: 'updatePhase', phaseId, patch });
}

/** Resolves the update of a whole variable. Throws NotFound. */
export async function updateVariable(
  context: ResourceContext,
  run: ActingRun,
  rawId: string,
  body: VariableBody,
): Promise<ResolvedAction> {
  const { view } = run;
  const id = ownPart(run, 'Variable', rawId);
  const ownVariable = view.release.variables.find((variable) => variable.id === id);
  const located =
    ownVariable === undefined
      ? await getVariableForUpdate(context.database, run.requester, rawId)
      : { variable: ownVariable, view };
  const command = variableUpdate(context, located, body);
  return ownVariable === undefined ? externalCommand(located.view.release.id, command) : ownAction(command);
}

/** Resolves the update of a whole release or template, with its phases, tasks and variables. Throws NotFound. */
export async function updateRelease(
  context: ResourceContext,
  run: ActingRun,
  rawId: string,
  body: ReleaseBody,
): Promise<ResolvedAction> {
  const { releaseAnswer } = run;
  if (isOwnRelease(run, rawId)) {
    const patch = releaseChanges(body, releaseAnswer);
    const planEdits = changesParts(body, releaseAnswer)
      ? await ownEdits(context, run, (answered, reading) => ({ patch, ...requestedParts(body, answered, reading) }))
      : null;
    return planEdits ?? ownAction({ type: 'updateRelease', patch });
  }
  const needed = neededForCommand('updateRelease');
  await getPlan(context.database, run.requester, rawId, { needed, phases: false });
  return externalAction({
    description: 'updateRelease',
    perform: async (engine, caller) => {
      const view = await getPlan(context.database, caller, rawId, { needed });
      return await changeRelease(withEngine(context, engine), caller, view, body, null);
    },
  });
}
