import type { Caller, Command } from '@slipway/domain';
import { toRead } from '@slipway/domain';
import { flag, optional, type ReleaseAnswer, releaseAnswer, releaseBody } from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { polled } from '../polled.ts';
import { doToRelease, findRelease } from '../reach.ts';
import { releaseView } from '../reads.ts';
import { shownRelease } from '../shown.ts';
import { restartOrder, restartQuery } from './restart-order.ts';
import { updateRelease } from './update-release.ts';

const roleIds = z.object({ roleIds: optional(flag).describe('accepted; role ids come with roles') });

async function actOnRelease(deps: Deps, caller: Caller, written: string, command: Command): Promise<ReleaseAnswer> {
  const { id, done } = await doToRelease(deps, caller, written, command);
  return shownRelease(deps, done.whole ?? (await releaseView(deps, id)), caller);
}

async function restart(
  deps: Deps,
  caller: Caller,
  written: string,
  query: z.output<typeof restartQuery>,
): Promise<ReleaseAnswer> {
  const releaseId = await findRelease(deps, written);
  const order = await restartOrder(deps, releaseId, query);
  return actOnRelease(deps, caller, releaseId, { type: 'restartRelease', ...order });
}

/** One release (rest-api.md, Get release, Start release, Restart from a phase; operations.md, resume and abort). */
export const releases: readonly Route[] = [
  route({
    method: 'GET',
    path: '/releases/archived/{releaseId}',
    name: 'getArchivedRelease',
    summary: 'An archived release',
    permission: toRead.archivedRelease,
    subject: 'archived release',
    query: roleIds,
    reply: releaseAnswer,
    answer: (deps, { caller, path }) => polled(deps, { subject: 'archived release', written: path.releaseId, caller }),
  }),
  route({
    method: 'GET',
    path: '/releases/{releaseId}',
    name: 'getRelease',
    summary: 'A release with its phases and tasks',
    permission: toRead.release,
    subject: 'release',
    query: roleIds,
    reply: releaseAnswer,
    answer: (deps, { caller, path }) => polled(deps, { subject: 'release', written: path.releaseId, caller }),
  }),
  route({
    method: 'PUT',
    path: '/releases/{releaseId}',
    name: 'updateRelease',
    summary:
      'Changes the fields of a release that differ from what is stored; phases and variables have calls of their own',
    permission: 'release#edit',
    subject: 'release',
    body: releaseBody,
    reply: releaseAnswer,
    answer: async (deps, { caller, path, body }) =>
      updateRelease(deps, caller, await releaseView(deps, path.releaseId), body),
  }),
  route({
    method: 'DELETE',
    path: '/releases/{releaseId}',
    name: 'deleteRelease',
    summary: 'Deletes a release that is planned or over',
    permission: 'release#edit',
    subject: 'release',
    reply: null,
    answer: async (deps, { caller, path }) => {
      const { release } = await releaseView(deps, path.releaseId, false);
      await deps.engine.deleteRelease(release.id, caller);
    },
  }),
  route({
    method: 'POST',
    path: '/releases/{releaseId}/start',
    name: 'startRelease',
    summary: 'Starts a planned release',
    permission: 'release#start',
    subject: 'release',
    reply: releaseAnswer,
    answer: (deps, { caller, path }) => actOnRelease(deps, caller, path.releaseId, { type: 'startRelease' }),
  }),
  route({
    method: 'POST',
    path: '/releases/{releaseId}/abort',
    name: 'abortRelease',
    summary: 'Aborts a planned or active release',
    permission: 'release#abort',
    subject: 'release',
    body: z.object({ abortComment: z.string().nullish() }).meta({ id: 'AbortRelease' }),
    reply: releaseAnswer,
    answer: (deps, { caller, path, body: { abortComment } }) =>
      actOnRelease(deps, caller, path.releaseId, { type: 'abortRelease', abortComment: abortComment ?? null }),
  }),
  route({
    method: 'POST',
    path: '/releases/{releaseId}/resume',
    name: 'resumeRelease',
    summary: 'Resumes a paused release',
    permission: 'release#start',
    subject: 'release',
    reply: releaseAnswer,
    answer: (deps, { caller, path }) => actOnRelease(deps, caller, path.releaseId, { type: 'resumeRelease' }),
  }),
  route({
    method: 'POST',
    path: '/releases/{releaseId}/restart',
    name: 'restartRelease',
    summary: 'Restarts a release from a phase',
    permission: 'release#edit',
    subject: 'release',
    query: restartQuery,
    reply: releaseAnswer,
    answer: (deps, { caller, path, query }) => restart(deps, caller, path.releaseId, query),
  }),
];
