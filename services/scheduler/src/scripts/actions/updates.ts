import { clip, NotFound, neededForCommand, taskOf } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import {
  phaseNamed,
  planNamed,
  releaseChanges,
  releaseChangesOf,
  renderPhase,
  renderTask,
  taskChangesOf,
  taskNamed,
  variableNamed,
  variablePatch,
} from '@slipway/resources';
import {
  answeredPhasePatch,
  changesIn,
  type PhaseBody,
  phasePatch,
  type ReleaseBody,
  type TaskAnswer,
  type TaskBody,
  type VariableBody,
} from '@slipway/wire';
import type { ScriptContext } from '../context/context.ts';
import type { ActingRun } from './acting-run.ts';
import { outsideCommand, own, type ResolvedAction } from './outside-action.ts';
import { isOwnRelease, ownPart } from './own-parts.ts';

/** Things of its own release are compared with what the script was given of them, others with what is there now, as by a PUT. */

/** What a whole task that a script hands back changes of that task. Throws NotFound. */
export async function updateTask(
  context: ScriptContext,
  { view, given, ...run }: ActingRun,
  written: string,
  body: TaskBody,
): Promise<ResolvedAction> {
  const id = ownPart({ view, ...run }, 'Task', written);
  if (id === undefined) return await updateOutsideTask(context, run.asker, written, body);
  const answer = taskAmong(
    given.phases.flatMap(({ tasks }) => tasks),
    id,
  );
  if (answer === undefined) throw new NotFound(`there is no task '${clip(written)}'`);
  const known = { task: taskOf(view.release, id), rest: view.rest };
  const patch = await taskChangesOf(context, known, answer, body);
  return own({ type: 'updateTask', taskId: id, patch });
}

async function updateOutsideTask(
  context: ScriptContext,
  asker: Person,
  written: string,
  body: TaskBody,
): Promise<ResolvedAction> {
  const view = await taskNamed(context.database, asker, written, neededForCommand.updateTask);
  const { answer } = await renderTask(context, view, asker);
  const patch = await taskChangesOf(context, view, answer, body);
  return outsideCommand(view.releaseId, { type: 'updateTask', taskId: view.task.id, patch });
}

function taskAmong(tasks: readonly TaskAnswer[], id: string): TaskAnswer | undefined {
  for (const task of tasks) {
    const found = task.id.endsWith(`/${id}`) ? task : taskAmong(task.tasks ?? [], id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a phase that a script hands back changes of that phase; its tasks have calls of their own. Throws NotFound. */
export async function updatePhase(
  context: ScriptContext,
  run: ActingRun,
  written: string,
  body: PhaseBody,
): Promise<ResolvedAction> {
  const mine = ownPart(run, 'Phase', written);
  const command = (phaseId: string, answer: object) =>
    ({ type: 'updatePhase', phaseId, patch: changesIn(phasePatch(body), answeredPhasePatch(answer)) }) as const;
  if (mine !== undefined) {
    const answer = run.given.phases.find(({ id }) => id.endsWith(`/${mine}`));
    return own(command(mine, answer ?? {}));
  }
  const view = await phaseNamed(context.database, run.asker, written, neededForCommand.updatePhase);
  const answer = await renderPhase(context, view, run.asker);
  const [phase] = view.release.phases;
  return outsideCommand(view.release.id, command(phase?.id ?? '', answer));
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
    mine === undefined
      ? await variableNamed(context.database, run.asker, written, neededForCommand.updateVariable)
      : { variable: mine, view };
  const patch = variablePatch(context, known, body);
  const command = { type: 'updateVariable', variableId: known.variable.id, patch } as const;
  return mine === undefined ? outsideCommand(known.view.release.id, command) : own(command);
}

/** What a release or template that a script hands back changes of it. Throws NotFound. */
export async function updateRelease(
  context: ScriptContext,
  run: ActingRun,
  written: string,
  body: ReleaseBody,
): Promise<ResolvedAction> {
  if (isOwnRelease(run, written)) return own({ type: 'updateRelease', patch: releaseChanges(body, run.given) });
  const view = await planNamed(context.database, run.asker, written, {
    needed: neededForCommand.updateRelease,
    phases: false,
  });
  return outsideCommand(view.release.id, { type: 'updateRelease', patch: releaseChangesOf(context, view, body) });
}
