import { clip, NotFound, neededForCommand, type PlanEdit, planChanges, taskOf, type WantedPlan } from '@slipway/domain';
import { newId } from '@slipway/engine';
import {
  updatePhase as changePhase,
  updateRelease as changeRelease,
  updateTask as changeTask,
  changeTaskType,
  commandForType,
  knowingOf,
  partLocated,
  phaseNamed,
  planNamed,
  readingOf,
  releaseChanges,
  requireTargetsOfEdits,
  storedPassives,
  taskChangesOf,
  taskNamed,
  variablePatch,
  variableToUpdate,
} from '@slipway/resources';
import {
  type AnsweredPlan,
  answeredPhasePatch,
  changesIn,
  type PhaseBody,
  phasePatch,
  type Reading,
  type ReleaseBody,
  requireSameType,
  type TaskAnswer,
  type TaskBody,
  type VariableBody,
  wantedInPhase,
  wantedInTask,
  wantedParts,
  wantsOtherInside,
  wantsOtherParts,
  wantsOtherTasks,
} from '@slipway/wire';
import type { ScriptContext } from '../context/context.ts';
import type { ActingRun } from './acting-run.ts';
import { outside, outsideCommand, own, type ResolvedAction, within } from './outside-action.ts';
import { isOwnRelease, ownPart } from './own-parts.ts';

/**
 * Parts of its own release are compared with the copy of the script, so that concurrent changes are kept; others with
 * their present state, as by a PUT.
 */

/** What makes the own release the plan that a body wants, as one command; null where that is what it is already. */
async function ownEdits(
  context: ScriptContext,
  { view, given, asker }: ActingRun,
  wantedOf: (there: AnsweredPlan, reading: Reading) => WantedPlan,
): Promise<ResolvedAction | null> {
  const stored = storedPassives(view);
  const { release } = view;
  const wanted = wantedOf({ release, stored, answer: given }, await readingOf(context));
  const edits: readonly PlanEdit[] = planChanges(release, wanted, stored, newId);
  await requireTargetsOfEdits(context, asker, edits);
  const [first] = edits;
  if (first === undefined) return null;
  return own(edits.length === 1 ? first : { type: 'changePlan', edits });
}

/** What a whole task that a script hands back changes of that task, and inside of it. Throws Invalid, NotFound. */
export async function updateTask(
  context: ScriptContext,
  run: ActingRun,
  written: string,
  body: TaskBody,
): Promise<ResolvedAction> {
  const { view, given } = run;
  const id = ownPart(run, 'Task', written);
  if (id === undefined) {
    await taskNamed(context.database, run.asker, written, neededForCommand.updateTask);
    return outside({
      doing: 'updateTask',
      perform: (engine, caller) => changeTask(within(context, engine), caller, written, body),
    });
  }
  const answer = taskAmong(
    given.phases.flatMap(({ tasks }) => tasks),
    id,
  );
  if (answer === undefined) throw new NotFound(`there is no task '${clip(written)}'`);
  requireSameType(body, taskOf(view.release, id), context.typePrefix);
  const whole = wantsOtherInside(body, answer)
    ? await ownEdits(context, run, (there, reading) => wantedInTask(body, id, there, reading))
    : null;
  if (whole !== null) return whole;
  const known = { task: taskOf(view.release, id), rest: view.rest };
  const patch = await taskChangesOf(context, known, answer, body);
  return own({ type: 'updateTask', taskId: id, patch });
}

/** What makes a task one of another type, with what an unknown type had when it is that again. Throws NotFound. */
export async function changeType(
  context: ScriptContext,
  run: ActingRun,
  written: string,
  targetType: string,
): Promise<ResolvedAction> {
  const taskId = ownPart(run, 'Task', written);
  if (taskId === undefined) {
    await partLocated(context.database, run.asker, 'Task', written, knowingOf(neededForCommand.changeTaskType));
    return outside({
      doing: 'changeTaskType',
      perform: (engine, caller) => changeTaskType(within(context, engine), caller, written, targetType),
    });
  }
  const tasks = run.given.phases.flatMap((phase) => phase.tasks);
  const answer = taskAmong(tasks, taskId) ?? null;
  return own(await commandForType(context, { taskId, answer, writtenType: targetType }));
}

function taskAmong(tasks: readonly TaskAnswer[], id: string): TaskAnswer | undefined {
  for (const task of tasks) {
    const found = task.id.endsWith(`/${id}`) ? task : taskAmong(task.tasks ?? [], id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a phase that a script hands back changes of that phase and its tasks. Throws NotFound. */
export async function updatePhase(
  context: ScriptContext,
  run: ActingRun,
  written: string,
  body: PhaseBody,
): Promise<ResolvedAction> {
  const phaseId = ownPart(run, 'Phase', written);
  if (phaseId === undefined) {
    await phaseNamed(context.database, run.asker, written, neededForCommand.updatePhase);
    return outside({
      doing: 'updatePhase',
      perform: (engine, caller) => changePhase(within(context, engine), caller, written, body),
    });
  }
  const answer = run.given.phases.find(({ id }) => id.endsWith(`/${phaseId}`));
  const whole =
    answer && wantsOtherTasks(body, answer)
      ? await ownEdits(context, run, (there, reading) => wantedInPhase(body, phaseId, there, reading))
      : null;
  const patch = changesIn(phasePatch(body), answeredPhasePatch(answer ?? {}));
  return whole ?? own({ type: 'updatePhase', phaseId, patch });
}

/** What a variable that a script hands back changes of that variable. Throws NotFound. */
export async function updateVariable(
  context: ScriptContext,
  run: ActingRun,
  written: string,
  body: VariableBody,
): Promise<ResolvedAction> {
  const { view } = run;
  const id = ownPart(run, 'Variable', written);
  const mine = view.release.variables.find((variable) => variable.id === id);
  const known =
    mine === undefined ? await variableToUpdate(context.database, run.asker, written) : { variable: mine, view };
  const patch = variablePatch(context, known, body);
  const command = { type: 'updateVariable', variableId: known.variable.id, patch } as const;
  return mine === undefined ? outsideCommand(known.view.release.id, command) : own(command);
}

/** What a release or template that a script hands back changes of it, with its phases, tasks and variables. Throws NotFound. */
export async function updateRelease(
  context: ScriptContext,
  run: ActingRun,
  written: string,
  body: ReleaseBody,
): Promise<ResolvedAction> {
  const { given } = run;
  if (isOwnRelease(run, written)) {
    const patch = releaseChanges(body, given);
    const whole = wantsOtherParts(body, given)
      ? await ownEdits(context, run, (there, reading) => ({ patch, ...wantedParts(body, there, reading) }))
      : null;
    return whole ?? own({ type: 'updateRelease', patch });
  }
  const needed = neededForCommand.updateRelease;
  await planNamed(context.database, run.asker, written, { needed, phases: false });
  return outside({
    doing: 'updateRelease',
    perform: async (engine, caller) => {
      const view = await planNamed(context.database, caller, written, { needed });
      return await changeRelease(within(context, engine), caller, view, body, null);
    },
  });
}
