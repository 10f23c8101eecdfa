import { type ReleaseResponse, releaseResponse } from '@slipway/api-schema/plans';
import { dispatchToRelease, reloadPlan } from '@slipway/application/plans';
import type { Command } from '@slipway/domain/commands';
import type { Person } from '@slipway/engine';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import type { TaggedAnswer } from '../http/tagged-answer.ts';
import { currentRelease } from '../plans/cached-answers.ts';
import { taggedRelease } from '../plans/tagged-answers.ts';

/** Executes a command on a release and returns the changed release. Throws the errors of the command, and NotFound. */
export async function actOnRelease(
  deps: Deps,
  caller: Person,
  rawId: string,
  command: Command,
): Promise<TaggedAnswer<ReleaseResponse>> {
  const { id, done } = await dispatchToRelease(deps, caller, rawId, command);
  return taggedRelease(deps, done.releaseView ?? (await reloadPlan(deps.database, id)), caller);
}

/** Starting, aborting and resuming a release (rest-api.md, Start release; rest-operations.md, resume and abort). */
export const releaseActions: readonly Route[] = [
  route({
    method: 'POST',
    path: '/releases/{releaseId}/start',
    name: 'startRelease',
    summary: 'Starts a planned release',
    needs: { command: 'startRelease', on: 'releaseId' },
    etag: currentRelease,
    reply: releaseResponse,
    answer: (deps, { caller, path }) => actOnRelease(deps, caller, path.releaseId, { type: 'startRelease' }),
  }),
  route({
    method: 'POST',
    path: '/releases/{releaseId}/abort',
    name: 'abortRelease',
    summary: 'Aborts a planned or active release',
    needs: { command: 'abortRelease', on: 'releaseId' },
    etag: currentRelease,
    body: jsonBody(z.object({ abortComment: z.string().nullish() }).meta({ id: 'AbortRelease' })),
    reply: releaseResponse,
    answer: (deps, { caller, path, body: { abortComment } }) =>
      actOnRelease(deps, caller, path.releaseId, { type: 'abortRelease', abortComment: abortComment ?? null }),
  }),
  route({
    method: 'POST',
    path: '/releases/{releaseId}/resume',
    name: 'resumeRelease',
    summary: 'Resumes a paused release',
    needs: { command: 'resumeRelease', on: 'releaseId' },
    etag: currentRelease,
    reply: releaseResponse,
    answer: (deps, { caller, path }) => actOnRelease(deps, caller, path.releaseId, { type: 'resumeRelease' }),
  }),
];
