import { type FilterBody, filterBody } from '@slipway/api-schema/search';
import { NotFound } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Engine, Person } from '@slipway/engine';
import { writeCalendar } from '@slipway/formats';
import { findCalendarOwner, listDatedReleases } from '@slipway/persistence/calendar';
import type { Database } from '@slipway/persistence/database';
import { getFolder } from '../folders/find.ts';
import { findReleaseIds } from '../search/search.ts';
import { eventOf, maxEvents, writer } from './events.ts';

interface Context {
  readonly database: Database;
  readonly engine: Pick<Engine, 'access'>;
}

const day = 24 * 3_600_000;
/** What ended longer ago is left out. */
const shownPeriodMs = 90 * day;

interface CalendarSelection {
  readonly title: string;
  readonly filter: Partial<FilterBody>;
}

/** The title of a folder, for callers who may view it. Throws NotFound, Forbidden. */
async function selectionOf({ database }: Context, caller: Person, folderId: string | null): Promise<CalendarSelection> {
  if (folderId === null) return { title: `Releases of ${caller.username}`, filter: { onlyMine: true } };
  const { title } = await getFolder(database, folderId, { caller, anyOf: [neededToRead.folder] });
  return { title, filter: { parentId: folderId } };
}

async function renderCalendar(
  context: Context,
  caller: Person,
  { title, filter }: CalendarSelection,
  now: number,
): Promise<string> {
  const from = Math.floor((now - shownPeriodMs) / day) * day;
  const search = { caller, body: { ...filterBody.parse({}), ...filter, from }, archived: false };
  const ids = await findReleaseIds(context, { ...search, page: { limit: maxEvents, offset: 0 } });
  const releases = await listDatedReleases(context.database, ids);
  const events = releases.map((datedRelease) =>
    eventOf({ ...datedRelease, kind: 'release' }, null, datedRelease.changedAt),
  );
  return writeCalendar({ title, writer, events });
}

/**
 * The calendar at an address, by the hash of its token, as a file of RFC 5545: the live releases that its owner can
 * view now. Throws the same NotFound for an unknown address, for an owner who cannot log in, and for a folder that the
 * owner cannot view.
 */
export async function ownCalendar(context: Context, hash: string, now: number): Promise<string> {
  const notFound = new NotFound('there is no such calendar');
  const owner = await findCalendarOwner(context.database, hash);
  if (owner === null) throw notFound;
  const { username, accessVersion, folderId } = owner;
  const caller = await context.engine.access.person({ username, accessVersion, restrictedTo: null });
  const selection = await selectionOf(context, caller, folderId).catch((error: unknown) => {
    throw error instanceof NotFound ? notFound : error;
  });
  return await renderCalendar(context, caller, selection, now);
}
