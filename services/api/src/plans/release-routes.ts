import { flag, optional } from '@slipway/api-schema/format';
import { releaseBody, releaseResponse } from '@slipway/api-schema/plans';
import { getRelease, updateRelease } from '@slipway/application/plans';
import { neededForCommand, neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { createCredentialCheck } from '../people/confirm-credentials.ts';
import { archivedRelease, currentRelease, releaseWithoutComments } from './cached-answers.ts';
import { taggedFor } from './tagged-answers.ts';

const roleIds = z.object({ roleIds: optional(flag).describe('accepted; role ids come with roles') });

/** What scripts print is comments: they may be far more than all else of a release. */
const releaseQuery = roleIds.extend({
  comments: optional(flag).describe('false: tasks without their comments, which each task has in its own resource'),
});

const updateAccess = { needed: neededForCommand.updateRelease };
const deleteAccess = { needed: neededForCommand.deleteRelease, phases: false };

/** One release (rest-api.md, Get release; rest-operations.md, Releases). */
export const releases: readonly Route[] = [
  route({
    method: 'GET',
    path: '/releases/archived/{releaseId}',
    name: 'getArchivedRelease',
    mayLag: true,
    summary: 'An archived release',
    needs: { on: 'releaseId', anyOf: [neededToRead.archivedRelease] },
    subject: archivedRelease,
    query: roleIds,
    reply: releaseResponse,
    answer: (deps, { caller, path }) => archivedRelease(deps, path.releaseId, caller),
  }),
  route({
    method: 'GET',
    path: '/releases/{releaseId}',
    name: 'getRelease',
    summary: 'A release with its phases and tasks',
    needs: { on: 'releaseId', anyOf: [neededToRead.release] },
    subject: currentRelease,
    query: releaseQuery,
    reply: releaseResponse,
    answer: (deps, { caller, path, query }) =>
      (query.comments === false ? releaseWithoutComments : currentRelease)(deps, path.releaseId, caller),
  }),
  route({
    method: 'PUT',
    path: '/releases/{releaseId}',
    name: 'updateRelease',
    summary:
      'Changes a release to the state in the body: fields, phases, tasks and variables that differ, all of them or none',
    needs: { command: 'updateRelease', on: 'releaseId' },
    subject: currentRelease,
    body: releaseBody,
    reply: releaseResponse,
    answer: async (deps, { caller, actor, path, body }) =>
      taggedFor(
        deps,
        caller,
        await updateRelease(
          deps,
          caller,
          await getRelease(deps.database, caller, path.releaseId, updateAccess),
          body,
          createCredentialCheck(deps, actor),
        ),
      ),
  }),
  route({
    method: 'DELETE',
    path: '/releases/{releaseId}',
    name: 'deleteRelease',
    summary: 'Deletes a release that is planned or over',
    needs: { command: 'deleteRelease', on: 'releaseId' },
    subject: currentRelease,
    reply: null,
    answer: async (deps, { caller, path }) => {
      const { release } = await getRelease(deps.database, caller, path.releaseId, deleteAccess);
      await deps.engine.deleteRelease(release.id, caller);
    },
  }),
];
