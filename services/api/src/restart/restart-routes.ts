import { type ReleaseResponse, releaseResponse } from '@slipway/api-schema/plans';
import { getReleaseId } from '@slipway/application/plans';
import type { Person } from '@slipway/engine';
import type { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { actOnRelease } from '../flow/release-action-routes.ts';
import { type Route, route } from '../http/route.ts';
import type { TaggedAnswer } from '../http/tagged-answer.ts';
import { currentRelease } from '../plans/cached-answers.ts';
import { restartOrder, restartQuery } from './restart-order.ts';

async function restart(
  deps: Deps,
  caller: Person,
  rawId: string,
  query: z.output<typeof restartQuery>,
): Promise<TaggedAnswer<ReleaseResponse>> {
  const releaseId = await getReleaseId(deps.database, caller, rawId);
  const order = await restartOrder(deps, releaseId, query);
  return actOnRelease(deps, caller, releaseId, { type: 'restartRelease', ...order });
}

/** Routes that restart a release from a phase (rest-api.md, Restart from a phase). */
export const restarts: readonly Route[] = [
  route({
    method: 'POST',
    path: '/releases/{releaseId}/restart',
    name: 'restartRelease',
    summary: 'Restarts a release from a phase',
    needs: { command: 'restartRelease', on: 'releaseId' },
    etag: currentRelease,
    query: restartQuery,
    reply: releaseResponse,
    answer: (deps, { caller, path, query }) => restart(deps, caller, path.releaseId, query),
  }),
];
