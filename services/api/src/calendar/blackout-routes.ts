import { clip, type Instant, idCandidates, NotFound, toChange } from '@slipway/domain';
import { newId } from '@slipway/engine';
import {
  addBlackout,
  type BlackoutView,
  findBlackout,
  listBlackouts,
  removeBlackout,
  updateBlackout,
} from '@slipway/persistence';
import { folderNamed, showAlone } from '@slipway/resources';
import {
  type BlackoutAnswer,
  blackoutAnswer,
  blackoutBody,
  blackoutChanges,
  chosenId,
  date,
  list,
  optional,
  showBlackout,
  wholeNumber,
} from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';

/** The blackout that an id names. Throws NotFound. */
async function blackoutNamed({ database }: Deps, written: string): Promise<BlackoutView> {
  const found = await findBlackout(database, idCandidates('Blackout', written));
  if (found === null) throw new NotFound(`there is no blackout '${clip(written)}'`);
  return found;
}

const renderOne = async (deps: Deps, blackout: BlackoutView): Promise<BlackoutAnswer> =>
  showBlackout(blackout, showAlone(deps));

/** The folder that a request names, if it names one. Throws NotFound. */
const optionalFolder = async ({ database }: Deps, written: string | null | undefined) =>
  written === null || written === undefined ? null : await folderNamed(database, written);

async function add(deps: Deps, body: z.output<typeof blackoutBody>): Promise<BlackoutAnswer> {
  const folder = await optionalFolder(deps, body.folderId);
  const { label, startDate, endDate } = body;
  const made = { label, startDate, endDate, folderId: folder?.id ?? null, folderPath: folder?.path ?? null };
  const [fresh, chosen] = [newId('Blackout'), chosenId('Blackout', body.id)];
  const id = await deps.engine.change(async (database) => {
    if (chosen !== null && (await addBlackout(database, { ...made, id: chosen }))) return chosen;
    await addBlackout(database, { ...made, id: fresh });
    return fresh;
  });
  return renderOne(deps, { ...made, id });
}

async function change(deps: Deps, id: string, body: z.output<typeof blackoutChanges>): Promise<BlackoutAnswer> {
  const { folderId, ...changes } = body;
  const folder = folderId === undefined ? {} : { folderId: (await optionalFolder(deps, folderId))?.id ?? null };
  await updateBlackout(deps.database, id, { ...changes, ...folder });
  return renderOne(deps, await blackoutNamed(deps, id));
}

interface Bounds {
  readonly from: Instant | null;
  readonly to: Instant | null;
}

const query = z.object({
  from: optional(date).describe('those that are not over by then'),
  to: optional(date).describe('those that have begun before'),
  page: optional(wholeNumber()).describe('from 0'),
  resultsPerPage: optional(wholeNumber()).describe('100 unless given, at most 1000 are answered'),
});

async function listPage(deps: Deps, { from, to, page = 0, resultsPerPage = 100 }: z.output<typeof query>) {
  if (from !== undefined && to !== undefined && from > to) return [];
  const limit = Math.min(resultsPerPage, 1000);
  const bounds: Bounds = { from: from ?? null, to: to ?? null };
  const blackouts = await listBlackouts(deps.database, bounds, { limit, offset: page * limit });
  const show = showAlone(deps);
  return blackouts.map((blackout) => showBlackout(blackout, show));
}

/** Blackouts: times in which tasks that mind them do not start (operations.md, Blackouts and calendar; our own paths). */
export const calendar: readonly Route[] = [
  route({
    method: 'GET',
    path: '/calendar/blackouts',
    name: 'getBlackouts',
    summary: 'The blackouts that touch a time, by their start, one page of them',
    permission: null,
    query,
    reply: list(blackoutAnswer),
    answer: (deps, { query }) => listPage(deps, query),
  }),
  route({
    method: 'POST',
    path: '/calendar/blackouts',
    name: 'addBlackout',
    summary: 'Adds a blackout, for everything or for a folder and what is below it',
    permission: toChange.blackout,
    body: blackoutBody,
    reply: blackoutAnswer,
    answer: (deps, { body }) => add(deps, body),
  }),
  route({
    method: 'GET',
    path: '/calendar/blackouts/{blackoutId}',
    name: 'getBlackout',
    summary: 'A blackout',
    permission: null,
    reply: blackoutAnswer,
    answer: async (deps, { path }) => renderOne(deps, await blackoutNamed(deps, path.blackoutId)),
  }),
  route({
    method: 'PUT',
    path: '/calendar/blackouts/{blackoutId}',
    name: 'updateBlackout',
    summary: 'Changes a blackout; what waits for its end already is looked at again at its date',
    permission: toChange.blackout,
    body: blackoutChanges,
    reply: blackoutAnswer,
    answer: async (deps, { path, body }) => change(deps, (await blackoutNamed(deps, path.blackoutId)).id, body),
  }),
  route({
    method: 'DELETE',
    path: '/calendar/blackouts/{blackoutId}',
    name: 'deleteBlackout',
    summary: 'Deletes a blackout; what it has postponed keeps its new date',
    permission: toChange.blackout,
    reply: null,
    answer: async (deps, { path }) => removeBlackout(deps.database, (await blackoutNamed(deps, path.blackoutId)).id),
  }),
];
