import { changesParts, requestedParts } from '@slipway/api-schema/edits';
import { changesIn } from '@slipway/api-schema/format';
import { type ReleaseBody, type ReleaseResponse, releasePatch, renderedReleasePatch } from '@slipway/api-schema/plans';
import type { RequestedPlan } from '@slipway/domain/edits';
import { type ReleasePatch, tasksOf } from '@slipway/domain/model';
import { changedScripts } from '@slipway/domain/scripts';
import type { Person } from '@slipway/engine';
import type { ReleaseView } from '@slipway/persistence/plans';
import type { ResourceContext } from '../model/context.ts';
import { withScriptWarnings } from '../scripts/script-warnings.ts';
import { changePlan, storedPassives } from './change-plan.ts';
import { parseOptionsFor } from './parse-options.ts';
import { type RenderResult, renderRelease } from './render.ts';
import { type CredentialCheck, verifyRunAs } from './run-as.ts';

/** What a body changes of a release or template that was answered so. Its teams have calls of their own. */
export const releaseChanges = (body: ReleaseBody, answer: ReleaseResponse): ReleasePatch =>
  changesIn(releasePatch(body), renderedReleasePatch(answer));

/**
 * Changes a release or template to the state in a request, with its phases, tasks and variables; an unchanged response
 * changes nothing. Without `credentialCheck`, the request cannot set another run-as user.
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
  return { ...rendered, answer: await withScriptWarnings(context, rendered.answer, changed) };
}
