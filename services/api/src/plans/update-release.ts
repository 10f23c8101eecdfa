import type { Caller, Input } from '@slipway/domain';
import type { ReleaseView } from '@slipway/persistence';
import { changesIn, type ReleaseAnswer, type ReleaseBody, releasePatch, releasePatchShown } from '@slipway/wire';
import type { Deps } from '../context/deps.ts';
import type { TaggedAnswer } from '../http/tagged-answer.ts';
import { anyView } from './reads.ts';
import { shownRelease } from './shown.ts';
import { audienceOf } from './tag.ts';
import { tagged, taggedRelease } from './tagged-answers.ts';
import { teamsIn, teamsOf } from './teams.ts';

/** Changes the fields of a release or template that differ from what was answered; a sent-back answer changes nothing. */
export async function updateRelease(
  deps: Deps,
  caller: Caller,
  view: ReleaseView,
  body: ReleaseBody,
): Promise<TaggedAnswer<ReleaseAnswer>> {
  const rendered = await shownRelease(deps, view, caller);
  const fields = changesIn(releasePatch(body), releasePatchShown(rendered.answer));
  const teams = teamsIn(body, caller, teamsOf(view.release, view.passive));
  const patch = teams === undefined ? fields : { ...fields, teams };
  if (Object.keys(patch).length === 0) return tagged(deps, rendered, audienceOf(caller));
  const { id } = view.release;
  const input: Input = { kind: 'command', caller, command: { type: 'updateRelease', patch } };
  const { whole } = await deps.engine.dispatch(id, input, id);
  return taggedRelease(deps, whole ?? (await anyView(deps, id)), caller);
}
