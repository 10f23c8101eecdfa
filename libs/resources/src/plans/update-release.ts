import type { Command, ReleasePatch } from '@slipway/domain';
import { nobodyThere, type Person } from '@slipway/engine';
import type { ReleaseView } from '@slipway/persistence';
import {
  answeredReleasePatch,
  changesIn,
  type ReleaseAnswer,
  type ReleaseBody,
  releasePatch,
  showRelease,
} from '@slipway/wire';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { showAlone } from '../model/show-for.ts';
import { storedPlan } from './as-stored.ts';
import { type Rendered, renderRelease } from './render.ts';
import { type ProvesUser, provenRunAs } from './run-as.ts';

/** What a body changes of a release or template that was answered so. Its teams have calls of their own. */
export const releaseChanges = (body: ReleaseBody, answer: ReleaseAnswer): ReleasePatch =>
  changesIn(releasePatch(body), answeredReleasePatch(answer));

/** What a body changes of a release or template that was not answered yet: it is compared with what anybody may read. */
export const releaseChangesOf = (context: Pick<ReadContext, 'typePrefix'>, view: ReleaseView, body: ReleaseBody) =>
  releaseChanges(body, showRelease(view, nobodyThere, showAlone(context)));

/** Changes the fields of a release or template that differ from what was answered; a sent-back answer changes nothing. */
export async function updateRelease(
  context: ResourceContext,
  caller: Person,
  view: ReleaseView,
  body: ReleaseBody,
  proves: ProvesUser,
): Promise<Rendered<ReleaseAnswer>> {
  const before = await renderRelease(context, view, caller);
  const changes = releaseChanges(body, before.answer);
  if (Object.keys(changes).length === 0) return before;
  const { id, scriptUsername, scriptTokenId } = view.release;
  const given = { caller, before: scriptTokenId && scriptUsername, patch: changes };
  const command: Command = { type: 'updateRelease', ...(await provenRunAs(proves, given)) };
  const { whole } = await context.engine.dispatch(id, { kind: 'command', caller, command }, id);
  return await renderRelease(context, whole ?? (await storedPlan(context.database, id)), caller);
}
