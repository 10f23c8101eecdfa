import { expects, list } from '@slipway/api-schema/format';
import { filterVisible, idCandidatesOrNone } from '@slipway/application/model';
import { message } from '@slipway/domain/messages';
import { releaseStatuses, taskStatuses as statuses } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { readTaskStates, type TaskState } from '@slipway/persistence/plans';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';

const maxIds = 500;

const idsBody = z
  .array(z.string(expects(message('expected.taskId'))), expects(message('expected.ids')))
  .max(maxIds, expects(message('expected.maxIds', { max: maxIds })))
  .readonly()
  .describe('ids of tasks in any form');

const statusAnswer = z
  .object({
    id: z.string().describe('full, as it is now; its last segment never changes'),
    status: z.enum(statuses),
    releaseId: z.string(),
    releaseStatus: z.enum(releaseStatuses),
  })
  .meta({ id: 'TaskStatus' });

const renderState = ({ full: fullId, status, release, releaseStatus }: TaskState) => ({
  id: fullId,
  status,
  releaseId: release,
  releaseStatus,
});

async function findStates({ database }: Deps, caller: Person, ids: readonly string[]) {
  const candidateIds = ids.map((id) => idCandidatesOrNone('Task', id));
  const states = await readTaskStates(database, [...new Set(candidateIds.flat())]);
  const visibleIds = await filterVisible(caller, new Map([...states].map(([id, { access }]) => [id, access])));
  const visibleStates = (id: string) => (visibleIds.has(id) ? (states.get(id) ?? []) : []);
  return candidateIds.flatMap((candidates) => candidates.flatMap(visibleStates).slice(0, 1)).map(renderState);
}

/** The statuses of many tasks in one request, for clients that poll (an extension). */
export const taskStatuses: readonly Route[] = [
  route({
    method: 'POST',
    path: '/tasks/statuses',
    name: 'getTaskStatuses',
    summary:
      'The statuses of tasks, archived ones included, in the order of the ids; unknown and deleted tasks are left out, so identify them by the last segment of the id',
    needs: { lists: neededToRead.release },
    effect: 'read',
    body: jsonBody(idsBody),
    reply: list(statusAnswer),
    answer: (deps, { caller, body }) => findStates(deps, caller, body),
  }),
];
