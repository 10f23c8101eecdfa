import { changesTasks, planFromPhase } from '@slipway/api-schema/edits';
import { changesIn } from '@slipway/api-schema/format';
import {
  type PhaseBody,
  type PhaseResponse,
  phaseDraft,
  phasePatch,
  renderedPhasePatch,
} from '@slipway/api-schema/plans';
import { tasksOf } from '@slipway/domain/model';
import { neededForCommand } from '@slipway/domain/people';
import { changedScripts } from '@slipway/domain/scripts';
import type { Person } from '@slipway/engine';
import type { ReleaseView } from '@slipway/persistence/plans';
import type { ResourceContext } from '../model/context.ts';
import { withScriptWarnings } from '../scripts/script-warnings.ts';
import { changePlan } from './change-plan.ts';
import { createdId, dispatchToRelease } from './dispatch.ts';
import { getPhase } from './find.ts';
import { parseOptionsFor } from './parse-options.ts';
import { reloadPhase, reloadPlan } from './reload.ts';
import { renderPhase } from './render.ts';
import { requestedPart } from './requested-part.ts';
import { requireTargetsOfEdits } from './require-targets.ts';

/**
 * Changes the fields of a phase that differ from what was answered, and its tasks where these do: all of it or nothing.
 * Throws what the commands throw, and NotFound.
 */
export async function updatePhase(
  context: ResourceContext,
  caller: Person,
  rawId: string,
  body: PhaseBody,
): Promise<PhaseResponse> {
  const { database, engine } = context;
  const view = await getPhase(database, caller, rawId, neededForCommand.updatePhase);
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

/** A phase as it was saved, with warnings about scripts of its tasks that are others than before. */
async function renderSavedPhase(
  context: ResourceContext,
  caller: Person,
  phaseId: string,
  before: ReleaseView['details']['tasks'],
): Promise<PhaseResponse> {
  const view = await reloadPhase(context.database, phaseId);
  const answer = await renderPhase(context, view, caller);
  const changed = changedScripts(tasksOf(view.release), view.details.tasks, before);
  return await withScriptWarnings(context, answer, changed);
}

interface Addition {
  /** the id of a release or template */
  readonly rawId: string;
  readonly body: PhaseBody;
  /** from 0; null: the end */
  readonly position: number | null;
}

/** Adds a phase with its tasks. Throws what the command throws, and NotFound. */
export async function addPhase(
  context: ResourceContext,
  caller: Person,
  { rawId, body, position }: Addition,
): Promise<PhaseResponse> {
  const phase = phaseDraft(body, await parseOptionsFor(context));
  const command = { type: 'addPhase', phase, position } as const;
  await requireTargetsOfEdits(context, caller, [command]);
  const { done: dispatched } = await dispatchToRelease(context, caller, rawId, command);
  return await renderSavedPhase(context, caller, createdId(dispatched, 'PHASE_CREATED'), new Map());
}
