import { changedScripts, neededForCommand, tasksOf } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { ReleaseView } from '@slipway/persistence';
import {
  answeredPhasePatch,
  changesIn,
  type PhaseAnswer,
  type PhaseBody,
  phaseDraft,
  phasePatch,
  wantedInPhase,
  wantsOtherTasks,
} from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import { withScriptWarnings } from '../scripts/script-warnings.ts';
import { storedPhase, storedPlan } from './as-stored.ts';
import { changePlan } from './change-plan.ts';
import { dispatchToRelease, madeBy } from './dispatch.ts';
import { phaseNamed } from './find.ts';
import { readingOf } from './reading.ts';
import { renderPhase } from './render.ts';
import { requireTargetsOfEdits } from './require-targets.ts';
import { wantedPart } from './wanted-part.ts';

/**
 * Changes the fields of a phase that differ from what was answered, and its tasks where these do: all of it or nothing.
 * Throws what the commands throw, and NotFound.
 */
export async function updatePhase(
  context: ResourceContext,
  caller: Person,
  written: string,
  body: PhaseBody,
): Promise<PhaseAnswer> {
  const { database, engine } = context;
  const view = await phaseNamed(database, caller, written, neededForCommand.updatePhase);
  const answer = await renderPhase(context, view, caller);
  const [phase] = view.release.phases;
  if (phase && wantsOtherTasks(body, answer)) {
    const wantedOf = wantedPart(context, caller, (there, reading) => wantedInPhase(body, phase.id, there, reading));
    const after = await changePlan(context, caller, await storedPlan(database, view.release.id), wantedOf);
    return after === null ? answer : await savedPhase(context, caller, phase.id, view.rest.tasks);
  }
  const patch = changesIn(phasePatch(body), answeredPhasePatch(answer));
  if (!phase || Object.keys(patch).length === 0) return answer;
  const command = { type: 'updatePhase', phaseId: phase.id, patch } as const;
  await engine.dispatch(view.release.id, { kind: 'command', caller, command });
  return await renderPhase(context, await storedPhase(database, phase.id), caller);
}

/** A phase as it was saved, with warnings about scripts of its tasks that are others than before. */
async function savedPhase(
  context: ResourceContext,
  caller: Person,
  phaseId: string,
  before: ReleaseView['rest']['tasks'],
): Promise<PhaseAnswer> {
  const view = await storedPhase(context.database, phaseId);
  const answer = await renderPhase(context, view, caller);
  const changed = changedScripts(tasksOf(view.release), view.rest.tasks, before);
  return await withScriptWarnings(context, answer, changed);
}

interface Addition {
  /** the id of a release or template */
  readonly written: string;
  readonly body: PhaseBody;
  /** from 0; null: the end */
  readonly position: number | null;
}

/** Adds a phase with its tasks. Throws what the command throws, and NotFound. */
export async function addPhase(
  context: ResourceContext,
  caller: Person,
  { written, body, position }: Addition,
): Promise<PhaseAnswer> {
  const phase = phaseDraft(body, await readingOf(context));
  const command = { type: 'addPhase', phase, position } as const;
  await requireTargetsOfEdits(context, caller, [command]);
  const { done } = await dispatchToRelease(context, caller, written, command);
  return await savedPhase(context, caller, madeBy(done, 'PHASE_CREATED'), new Map());
}
