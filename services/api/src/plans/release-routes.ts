import { flag, optional } from '@slipway/api-schema/format';
import { releaseResponse } from '@slipway/api-schema/plans';
import { neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { archivedRelease, currentRelease, releaseWithoutComments } from './cached-answers.ts';
import { deletePlanRoute, updatePlanRoute } from './plan-change-routes.ts';

const roleIds = z.object({ roleIds: optional(flag).describe('accepted; role ids come with roles') });

/** Clients can omit comments: the output of scripts is stored as comments, which can be most of a release. */
const releaseQuery = roleIds.extend({
  comments: optional(flag).describe('false: tasks without their comments, which each task has in its own resource'),
});

/** Routes for one release (rest-api.md, Get release; rest-operations.md, Releases). */
export const releases: readonly Route[] = [
  route({
    method: 'GET',
    path: '/releases/archived/{releaseId}',
    name: 'getArchivedRelease',
    effect: 'replicaRead',
    summary: 'An archived release',
    needs: { on: 'releaseId', anyOf: [neededToRead.archivedRelease] },
    etag: archivedRelease,
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
    etag: currentRelease,
    query: releaseQuery,
    reply: releaseResponse,
    answer: (deps, { caller, path, query }) =>
      (query.comments === false ? releaseWithoutComments : currentRelease)(deps, path.releaseId, caller),
  }),
  updatePlanRoute('release'),
  deletePlanRoute('release'),
];
