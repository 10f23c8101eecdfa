import { joinIds } from '@slipway/api-schema/format';
import { type EditLimitsResponse, editLimitsResponse, showEditLimits } from '@slipway/api-schema/plans';
import { getRelease } from '@slipway/application/plans';
import { neededToRead } from '@slipway/domain/people';
import { editLimitsOf } from '@slipway/domain/plans';
import type { Person } from '@slipway/engine';
import type { Deps } from '../dependencies/deps.ts';
import { type Route, route } from '../http/route.ts';

async function renderEditLimits(deps: Deps, caller: Person, rawId: string): Promise<EditLimitsResponse> {
  const { release, folderPath } = await getRelease(deps.database, caller, rawId);
  const callerThere = await caller.callerAt({ folderId: release.folderId, releaseId: release.id });
  return showEditLimits(editLimitsOf(release, callerThere), joinIds(folderPath.join('/'), release.id));
}

/** What the caller cannot edit in a release, so that a client can disable it with the reason (an extension). */
export const editLimits: readonly Route[] = [
  route({
    method: 'GET',
    path: '/releases/{releaseId}/edit-limits',
    name: 'getEditLimits',
    summary: 'The edits of phases and tasks that the states and the permissions of the caller do not allow',
    needs: { on: 'releaseId', anyOf: [neededToRead.release] },
    reply: editLimitsResponse,
    answer: (deps, { caller, path }) => renderEditLimits(deps, caller, path.releaseId),
  }),
];
