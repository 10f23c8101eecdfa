import type { Blackout } from '@slipway/domain/decision';
import { message } from '@slipway/domain/messages';
import { type Instant, Invalid, NotFound } from '@slipway/domain/model';
import { type Connection, type Database, sqlStateOf } from '../database/database.ts';
import { firstCandidate } from '../database/first-candidate.ts';
import { timestamp } from '../database/instants.ts';
import { convertMissingFolder, convertStorageErrors } from '../database/storage-errors.ts';
import { withFolderTree } from '../folders/tree-lock.ts';
import type { DatedEntry } from './published-calendars.ts';

/** A blackout and its folder. A null folder means that the blackout applies everywhere. */
interface FolderBlackout extends Blackout {
  readonly folderId: string | null;
}

/**
 * All blackouts that had not ended when they were read, and the calendar version. Each change of a blackout increases
 * the version.
 */
export interface Calendar {
  readonly version: number;
  readonly blackouts: readonly FolderBlackout[];
}

/** The time of a read, and the calendar version at that time. */
export interface CalendarSnapshot {
  readonly version: number;
  /** The time of the database. */
  readonly now: Instant;
}

/** Columns that add the calendar version and time to another statement, which saves a round trip. */
export const snapshotColumns = `(select version from calendar) as "calendarVersion",
  floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "readAt"`;
/** The same columns for objects without blackouts. */
export const noSnapshotColumns = 'null::bigint as "calendarVersion", null::bigint as "readAt"';

export interface SnapshotRow {
  readonly calendarVersion: number | null;
  readonly readAt: Instant | null;
}

export const toSnapshot = ({ calendarVersion: version, readAt: now }: SnapshotRow): CalendarSnapshot | null =>
  version === null || now === null ? null : { version, now };

const selectCalendar = {
  name: 'read-calendar',
  text: `select c.version, b.id, b.start_date as "startDate", b.end_date as "endDate", b.folder_id as "folderId"
    from calendar c left join blackouts b on b.end_date > clock_timestamp() order by b.start_date, b.id`,
};

interface Row {
  readonly version: number;
  readonly id: string | null;
  readonly startDate: number;
  readonly endDate: number;
  readonly folderId: string | null;
}

/** Reads all current and future blackouts with their version. */
export async function readCalendar(connection: Connection): Promise<Calendar> {
  const rows = await connection.query<Row>(selectCalendar);
  const blackouts = rows.flatMap(({ id, startDate, endDate, folderId }) =>
    id === null ? [] : [{ id, startDate, endDate, folderId }],
  );
  return { version: rows[0]?.version ?? 0, blackouts };
}

/** A blackout with its label. A null `folderId` means that it applies everywhere. */
export interface CalendarBlackout extends Blackout {
  readonly label: string;
  readonly folderId: string | null;
}

export interface BlackoutView extends CalendarBlackout {
  /** The ids from the root to its folder; null for a blackout that applies everywhere. */
  readonly folderPath: readonly string[] | null;
}

/** The changes of a blackout. Absent members keep their values. */
type BlackoutPatch = Partial<Omit<CalendarBlackout, 'id'>>;

const columns = `b.id, b.label, b.start_date as "startDate", b.end_date as "endDate", b.folder_id as "folderId",
  f.path as "folderPath"`;
const withFolder = 'left join folders f on f.id = b.folder_id';
const statements = {
  ahead: {
    name: 'blackouts-ahead',
    text: `select id, start_date as "startDate", end_date as "endDate" from blackouts
      where end_date > $1 and (folder_id is null or folder_id = any (select unnest(path) from folders where id = $2))
      order by start_date, id`,
  },
  list: {
    name: 'blackouts-between',
    text: `select ${columns} from blackouts b ${withFolder}
      where ($1::timestamptz is null or b.end_date > $1) and ($2::timestamptz is null or b.start_date < $2)
      order by b.start_date, b.id limit $3 offset $4`,
  },
  find: {
    name: 'find-blackout',
    text: `select ${columns} from blackouts b ${withFolder} where b.id = any ($1::text[])`,
  },
  insert: {
    name: 'insert-blackout',
    text: `insert into blackouts (id, label, start_date, end_date, folder_id) values ($1, $2, $3, $4, $5)
      on conflict (id) do nothing returning id`,
  },
  update: {
    name: 'update-blackout',
    text: `update blackouts set label = coalesce($2, label), start_date = coalesce($3, start_date),
        end_date = coalesce($4, end_date), folder_id = case when $5 then $6 else folder_id end
      where id = $1 returning id`,
  },
  delete: { name: 'delete-blackout', text: 'delete from blackouts where id = $1 returning id' },
};

/** Reads the blackouts that apply to a folder and have not ended at `now`, ordered by start. */
export const readUpcomingBlackouts = (
  connection: Connection,
  now: Instant,
  folderId: string,
): Promise<readonly Blackout[]> => connection.query<Blackout>(statements.ahead, [timestamp(now), folderId]);

/**
 * Reads one page of the blackouts that overlap the time from `from` (inclusive) to `to` (exclusive), ordered by start.
 * A null bound is open.
 */
export const listBlackouts = (
  connection: Connection,
  { from, to }: { readonly from: Instant | null; readonly to: Instant | null },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly BlackoutView[]> =>
  connection.query<BlackoutView>(statements.list, [timestamp(from), timestamp(to), limit, offset]);

/** Finds the blackout with the first of these ids that exists. Returns null if none exists. */
export async function findBlackout(
  connection: Connection,
  candidates: readonly string[],
): Promise<BlackoutView | null> {
  const rows = await connection.query<BlackoutView>(statements.find, [candidates]);
  return firstCandidate(candidates, rows, (blackout) => blackout.id);
}

/** The latest end of a blackout. Tasks are postponed to its end, which must be a year that can be stored. */
const maxEndDate = Date.parse('9999-12-31T00:00:00Z');
const invalidEndDate = message('field.endDate');

/**
 * Adds a blackout. Returns false if its id is in use. Throws Invalid if it ends before it starts, NotFound for an
 * unknown folder.
 */
export async function addBlackout(database: Database, blackout: CalendarBlackout): Promise<boolean> {
  const { id, label, startDate, endDate, folderId } = blackout;
  if (!(endDate > startDate && endDate <= maxEndDate)) throw new Invalid(invalidEndDate);
  const values = [id, label, timestamp(startDate), timestamp(endDate), folderId];
  const added = await writeInFolderTree(database, (connection) => connection.query(statements.insert, values));
  return added.length > 0;
}

/** Changes a blackout. Throws the errors of `addBlackout`, and NotFound for an unknown blackout. */
export async function updateBlackout(database: Database, id: string, patch: BlackoutPatch): Promise<void> {
  const { label = null, startDate = null, endDate = null, folderId } = patch;
  if (endDate !== null && endDate > maxEndDate) throw new Invalid(invalidEndDate);
  const values = [id, label, timestamp(startDate), timestamp(endDate), folderId !== undefined, folderId ?? null];
  const updated = await writeInFolderTree(database, (connection) => connection.query(statements.update, values));
  if (updated.length === 0) throw new NotFound(message('notFound.blackout', { id }));
}

/**
 * Locks the folder tree before the write, so that the folder is not deleted at the same time. Otherwise, the two would
 * deadlock.
 */
async function writeInFolderTree<T>(database: Database, write: (connection: Connection) => Promise<T>): Promise<T> {
  try {
    return await convertMissingFolder(() => convertStorageErrors(() => withFolderTree(database, 'shared', write)));
  } catch (error) {
    if (sqlStateOf(error) === '23514') throw new Invalid(invalidEndDate);
    throw error;
  }
}

/** Deletes a blackout. Throws NotFound. */
export async function removeBlackout(connection: Connection, id: string): Promise<void> {
  const removed = await connection.query(statements.delete, [id]);
  if (removed.length === 0) throw new NotFound(message('notFound.blackout', { id }));
}

/** A live release with a date. */
type DatedRelease = Omit<DatedEntry, 'kind'> & { readonly changedAt: DatedEntry['start'] };

const datedReleasesStatement = {
  name: 'list-dated-releases',
  text: `select r.id, r.title, r.status, coalesce(r.start_date, r.scheduled_start_date) as start,
      coalesce(r.end_date, r.due_date) as end, r.planned_duration as duration,
      (select a.event_time from live_activities a where a.release_id = r.id order by a.seq desc limit 1) as "changedAt"
    from unnest($1::text[]) with ordinality as wanted (id, nth) join live_releases r using (id) order by nth`,
};

/** Reads live releases for calendars, in the order of the ids. Omits unknown ids. */
export const listDatedReleases = (connection: Connection, ids: readonly string[]): Promise<readonly DatedRelease[]> =>
  connection.query<DatedRelease>(datedReleasesStatement, [ids]);
