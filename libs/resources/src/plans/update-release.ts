import type { ReleasePatch, WantedPlan } from '@slipway/domain';
import { nobodyThere, type Person } from '@slipway/engine';
import type { ReleaseView } from '@slipway/persistence';
import {
  answeredReleasePatch,
  changesIn,
  type ReleaseAnswer,
  type ReleaseBody,
  releasePatch,
  showRelease,
  wantedParts,
  wantsOtherParts,
} from '@slipway/wire';

import type { ReadContext, ResourceContext } from '../model/context.ts';
import { showAlone } from '../model/show-for.ts';
import { changePlan, storedPassives } from './change-plan.ts';
import { readingOf } from './reading.ts';
import { type Rendered, renderRelease } from './render.ts';
import { type ProvesUser, provenRunAs } from './run-as.ts';

/** What a body changes of a release or template that was answered so. Its teams have calls of their own. */
export const releaseChanges = (body: ReleaseBody, answer: ReleaseAnswer): ReleasePatch =>
  changesIn(releasePatch(body), answeredReleasePatch(answer));

/** What a body changes of a release or template that was not answered yet: it is compared with what anybody may read. */
export const releaseChangesOf = (context: Pick<ReadContext, 'typePrefix'>, view: ReleaseView, body: ReleaseBody) =>
  releaseChanges(body, showRelease(view, nobodyThere, showAlone(context)));

/** Makes a release or template what a body says, with its phases, tasks and variables; a sent-back answer changes nothing. */
export async function updateRelease(
  context: ResourceContext,
  caller: Person,
  view: ReleaseView,
  body: ReleaseBody,
  proves: ProvesUser,
): Promise<Rendered<ReleaseAnswer>> {
  const before = await renderRelease(context, view, caller);
  const wantedOf = async (now: ReleaseView): Promise<WantedPlan> => {
    const { answer } = now === view ? before : await renderRelease(context, now, caller);
    const { release } = now;
    const { scriptUsername, scriptTokenId } = release;
    const given = { caller, before: scriptTokenId && scriptUsername, patch: releaseChanges(body, answer) };
    const proven = await provenRunAs(proves, given);
    if (!wantsOtherParts(body, answer)) return proven;
    const there = { release, stored: storedPassives(now), answer };
    return { ...proven, ...wantedParts(body, there, await readingOf(context)) };
  };
  const after = await changePlan(context, caller, view, wantedOf);
  return after === null ? before : await renderRelease(context, after, caller);
}
