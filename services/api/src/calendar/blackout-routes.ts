import {
  blackoutBody,
  blackoutChanges,
  blackoutResponse,
  firstFreeResponse,
  showFirstFree,
} from '@slipway/api-schema/calendar';
import { date, list, optional, wholeNumber } from '@slipway/api-schema/format';
import { changeBlackout, createBlackout, getBlackout, renderBlackout } from '@slipway/application/calendar';
import { getFolder } from '@slipway/application/folders';
import { firstFreeStart } from '@slipway/domain/calendar';
import { rootFolderId } from '@slipway/domain/ids';
import type { Instant } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { listBlackouts, readUpcomingBlackouts, removeBlackout } from '@slipway/persistence/calendar';
import { readClock } from '@slipway/persistence/database';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';

interface Bounds {
  readonly from: Instant | null;
  readonly to: Instant | null;
}

const query = z.object({
  from: optional(date).describe('those that are not over by then'),
  to: optional(date).describe('those that have begun before'),
  page: optional(wholeNumber()).describe('from 0'),
  resultsPerPage: optional(wholeNumber()).describe('default 100, at most 1000'),
});

async function listPage(deps: Deps, { from, to, page = 0, resultsPerPage = 100 }: z.output<typeof query>) {
  if (from !== undefined && to !== undefined && from > to) return [];
  const limit = Math.min(resultsPerPage, 1000);
  const bounds: Bounds = { from: from ?? null, to: to ?? null };
  const blackouts = await listBlackouts(deps.database, bounds, { limit, offset: page * limit });
  return blackouts.map((blackout) => renderBlackout(deps, blackout));
}

const firstFreeQuery = z.object({
  from: optional(date).describe('now unless given'),
  plannedDuration: optional(wholeNumber()).describe('the duration, in seconds; 0 by default'),
  folderId: z.string().optional().describe('where it is to happen; left out: blackouts for everything are looked at'),
});

async function findFirstFree(deps: Deps, caller: Person, query: z.output<typeof firstFreeQuery>) {
  const { database } = deps;
  const { from = await readClock(database), plannedDuration = 0, folderId = rootFolderId } = query;
  const folder = await getFolder(database, folderId, { caller, anyOf: [neededToRead.folder] });
  const blackouts = await readUpcomingBlackouts(database, from, folder.id);
  return showFirstFree(firstFreeStart(from, blackouts, plannedDuration * 1000));
}

type BlackoutPath = '/calendar/blackouts' | '/blackouts';

/** The names of the operations at one path. */
interface OperationNames {
  readonly all: string;
  readonly add: string;
  readonly get: string;
  readonly update: string;
  readonly remove: string;
}

/** The methods of blackouts at a path: that of the calendar, and a short one. */
const blackoutsAt = (path: BlackoutPath, names: OperationNames): readonly Route[] => [
  ...blackoutReadsAt(path, names),
  ...blackoutChangesAt(path, names),
];

const blackoutReadsAt = (path: BlackoutPath, names: OperationNames): readonly Route[] => [
  route({
    method: 'GET',
    path,
    name: names.all,
    summary: 'The blackouts that touch a time, by their start, one page of them',
    needs: 'anyone',
    query,
    reply: list(blackoutResponse),
    answer: (deps, { query }) => listPage(deps, query),
  }),
  route({
    method: 'GET',
    path: `${path}/{blackoutId}`,
    name: names.get,
    summary: 'A blackout',
    needs: 'anyone',
    reply: blackoutResponse,
    answer: async (deps, { path: { blackoutId } }) =>
      renderBlackout(deps, await getBlackout(deps.database, blackoutId)),
  }),
];

const blackoutChangesAt = (path: BlackoutPath, names: OperationNames): readonly Route[] => [
  route({
    method: 'POST',
    path,
    name: names.add,
    summary: 'Adds a blackout, for everything or for a folder and what is below it',
    needs: { global: [neededToChange.blackout] },
    body: jsonBody(blackoutBody),
    reply: blackoutResponse,
    answer: (deps, { body }) => createBlackout(deps, body),
  }),
  route({
    method: 'PUT',
    path: `${path}/{blackoutId}`,
    name: names.update,
    summary: 'Changes a blackout; tasks that wait for its end are checked again at their date',
    needs: { global: [neededToChange.blackout] },
    body: jsonBody(blackoutChanges),
    reply: blackoutResponse,
    answer: (deps, { path: { blackoutId }, body }) => changeBlackout(deps, blackoutId, body),
  }),
  route({
    method: 'DELETE',
    path: `${path}/{blackoutId}`,
    name: names.remove,
    summary: 'Deletes a blackout; postponed tasks keep their new date',
    needs: { global: [neededToChange.blackout] },
    reply: null,
    answer: async (deps, { path: { blackoutId } }) =>
      removeBlackout(deps.database, (await getBlackout(deps.database, blackoutId)).id),
  }),
];

/** Blackouts: times in which tasks that respect them do not start (rest-operations.md, Blackouts and calendar; own paths). */
export const calendar: readonly Route[] = [
  route({
    method: 'GET',
    path: '/calendar/first-free',
    name: 'getFirstFree',
    summary: 'The first moment from a date on at which something fits outside blackouts, a minute after one has ended',
    needs: 'anyone',
    query: firstFreeQuery,
    reply: firstFreeResponse,
    answer: (deps, { caller, query }) => findFirstFree(deps, caller, query),
  }),
  ...blackoutsAt('/calendar/blackouts', {
    all: 'getBlackouts',
    add: 'addBlackout',
    get: 'getBlackout',
    update: 'updateBlackout',
    remove: 'deleteBlackout',
  }),
  ...blackoutsAt('/blackouts', {
    all: 'listBlackouts',
    add: 'createBlackout',
    get: 'readBlackout',
    update: 'changeBlackout',
    remove: 'removeBlackout',
  }),
];
