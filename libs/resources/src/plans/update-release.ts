import { changedScripts, type ReleasePatch, tasksOf, type WantedPlan } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { ReleaseView } from '@slipway/persistence';
import {
  answeredReleasePatch,
  changesIn,
  type ReleaseAnswer,
  type ReleaseBody,
  releasePatch,
  wantedParts,
  wantsOtherParts,
} from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import { withScriptWarnings } from '../scripts/script-warnings.ts';
import { changePlan, storedPassives } from './change-plan.ts';
import { readingOf } from './reading.ts';
import { type Rendered, renderRelease } from './render.ts';
import { type ProvesUser, provenRunAs } from './run-as.ts';

/** What a body changes of a release or template that was answered so. Its teams have calls of their own. */
export const releaseChanges = (body: ReleaseBody, answer: ReleaseAnswer): ReleasePatch =>
  changesIn(releasePatch(body), answeredReleasePatch(answer));

/**
 * Changes a release or template to the state in a request, with its phases, tasks and variables; an unchanged response
 * changes nothing. Without `proves`, the request cannot set another run-as user.
 */
export async function updateRelease(
  context: ResourceContext,
  caller: Person,
  view: ReleaseView,
  body: ReleaseBody,
  proves: ProvesUser | null,
): Promise<Rendered<ReleaseAnswer>> {
  const before = await renderRelease(context, view, caller);
  const wantedOf = async (now: ReleaseView): Promise<WantedPlan> => {
    const { answer } = now === view ? before : await renderRelease(context, now, caller);
    const { release } = now;
    const { scriptUsername, scriptTokenId } = release;
    const patch = releaseChanges(body, answer);
    const given = { caller, before: scriptTokenId && scriptUsername, patch };
    const proven = proves === null ? { patch } : await provenRunAs(proves, given);
    if (!wantsOtherParts(body, answer)) return proven;
    const there = { release, stored: storedPassives(now), answer };
    return { ...proven, ...wantedParts(body, there, await readingOf(context)) };
  };
  const after = await changePlan(context, caller, view, wantedOf);
  if (after === null) return before;
  const rendered = await renderRelease(context, after, caller);
  const changed = changedScripts(tasksOf(after.release), after.rest.tasks, view.rest.tasks);
  return { ...rendered, answer: await withScriptWarnings(context, rendered.answer, changed) };
}
