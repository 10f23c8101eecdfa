import type { Caller } from '@slipway/domain';
import type { ReleaseView } from '@slipway/persistence';
import type { Deps } from '../deps.ts';
import { anyView } from '../reads.ts';
import { shownRelease } from '../shown.ts';
import { changesIn } from '../wire/echo.ts';
import type { ReleaseAnswer } from '../wire/release-answer.ts';
import { type ReleaseBody, releaseBody, releasePatch } from '../wire/release-request.ts';

/** Changes the fields of a release or template that differ from what was answered; a sent-back answer changes nothing. */
export async function updateRelease(
  deps: Deps,
  caller: Caller,
  view: ReleaseView,
  body: ReleaseBody,
): Promise<ReleaseAnswer> {
  const answer = await shownRelease(deps, view, caller);
  const patch = changesIn(releasePatch(body), releasePatch(releaseBody.parse(answer)));
  if (Object.keys(patch).length === 0) return answer;
  await deps.engine.dispatch(view.release.id, { kind: 'command', caller, command: { type: 'updateRelease', patch } });
  return shownRelease(deps, await anyView(deps, view.release.id), caller);
}
