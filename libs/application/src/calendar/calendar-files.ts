import { type FilterBody, filterBody } from '@slipway/api-schema/search';
import { productName, productVersion } from '@slipway/api-schema/system';
import { message } from '@slipway/domain/messages';
import { type Instant, NotFound, type Status } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Engine, Person } from '@slipway/engine';
import { type CalendarEvent, writeCalendar } from '@slipway/formats';
import {
  type DatedEntry,
  findCalendarOwner,
  findPublishedPlan,
  listDatedReleases,
} from '@slipway/persistence/calendar';
import type { Database } from '@slipway/persistence/database';
import { getFolder } from '../folders/find.ts';
import { findReleaseIds } from '../search/search.ts';

/** The maximum number of events of a calendar. */
const maxEvents = 1_000;

/** The product identifier in calendar files. */
const writer = `${productName}//${productName} ${productVersion}`;

const canceledStatuses: ReadonlySet<Status> = new Set(['ABORTED', 'SKIPPED', 'SKIPPED_IN_ADVANCE']);

const statusOf = (status: Status): CalendarEvent['status'] => {
  if (canceledStatuses.has(status)) return 'CANCELLED';
  return status === 'PLANNED' ? 'TENTATIVE' : 'CONFIRMED';
};

const categories = { release: 'Release', phase: 'Phase', task: 'Task' } as const satisfies Record<
  DatedEntry['kind'],
  string
>;

const statusText = (status: Status): string => status.toLowerCase().replaceAll('_', ' ');

/** Returns the end of an entry, or its start plus its planned duration. */
const endOf = ({ start, end, duration }: DatedEntry): DatedEntry['end'] =>
  end ?? (start === null || duration === null ? null : start + duration * 1000);

/**
 * Returns the event of an entry. `release` is the title of the release that contains the entry, or null for a release.
 */
const eventOf = (entry: DatedEntry, release: string | null, changedAt: Instant | null): CalendarEvent => ({
  uid: `${entry.id}@${productName.toLowerCase()}`,
  title: entry.title,
  description: release === null ? statusText(entry.status) : `${release}: ${statusText(entry.status)}`,
  category: categories[entry.kind],
  start: entry.start,
  end: endOf(entry),
  status: statusOf(entry.status),
  changedAt: changedAt ?? 0,
});

interface Context {
  readonly database: Database;
  readonly engine: Pick<Engine, 'access'>;
}

const day = 24 * 3_600_000;
/** Releases that ended before this period are omitted. */
const shownPeriodMs = 90 * day;

interface CalendarSelection {
  readonly title: string;
  readonly filter: Partial<FilterBody>;
}

/** Returns the title of a folder that the caller may view. Throws NotFound, Forbidden. */
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
 * Returns the calendar at an address as a file of RFC 5545: the live releases that its owner can view now. The address
 * is given by the hash of its token. Throws the same NotFound for an unknown address, for an owner who cannot log in,
 * and for a folder that the owner cannot view.
 */
export async function ownCalendar(context: Context, hash: string, now: number): Promise<string> {
  const notFound = new NotFound(message('notFound.calendar'));
  const owner = await findCalendarOwner(context.database, hash);
  if (owner === null) throw notFound;
  const { username, accessVersion, folderId } = owner;
  const caller = await context.engine.access.person({ username, accessVersion, restrictedTo: null });
  const selection = await selectionOf(context, caller, folderId).catch((error: unknown) => {
    throw error instanceof NotFound ? notFound : error;
  });
  return await renderCalendar(context, caller, selection, now);
}

/** The form of a release token: a signed 64-bit number. Other texts are rejected without a statement. */
const tokenForm = /^-?\d{1,19}$/;

/**
 * Returns the calendar that a release publishes under a token, as a file of RFC 5545. It contains all parts with a
 * date, without comments, owners and descriptions. Throws the same NotFound for an unknown token and for an unpublished
 * calendar.
 */
export async function publishedCalendar({ database }: { readonly database: Database }, token: string): Promise<string> {
  const plan = tokenForm.test(token) ? await findPublishedPlan(database, token, maxEvents) : null;
  if (plan === null) throw new NotFound(message('notFound.calendar'));
  const { title, changedAt, entries } = plan;
  const events = entries.map((entry) => eventOf(entry, entry.kind === 'release' ? null : title, changedAt));
  return writeCalendar({ title, writer, events });
}
