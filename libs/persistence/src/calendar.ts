import { type Blackout, type Instant, Invalid, NotFound } from '@slipway/domain';
import type { Connection } from './database.ts';
import { timestamp } from './instants.ts';

/** A blackout with its label; `folderId` null is for everything. */
export interface CalendarBlackout extends Blackout {
  readonly label: string;
  readonly folderId: string | null;
}

const columns = 'id, label, start_date as "startDate", end_date as "endDate", folder_id as "folderId"';
const statements = {
  ahead: {
    name: 'blackouts-ahead',
    text: `select id, start_date as "startDate", end_date as "endDate" from blackouts
      where end_date > $1 and (folder_id is null or folder_id = any (select unnest(path) from folders where id = $2))
      order by start_date, id`,
  },
  list: {
    name: 'blackouts-between',
    text: `select ${columns} from blackouts where end_date > $1 and start_date < $2 order by start_date, id`,
  },
  insert: {
    name: 'insert-blackout',
    text: `insert into blackouts (id, label, start_date, end_date, folder_id) values ($1, $2, $3, $4, $5)`,
  },
  delete: { name: 'delete-blackout', text: 'delete from blackouts where id = $1 returning id' },
};

/** The blackouts for things in this folder that are not over at `now`, in order of their start. */
export const blackoutsAhead = (connection: Connection, now: Instant, folderId: string): Promise<readonly Blackout[]> =>
  connection.query<Blackout>(statements.ahead, [timestamp(now), folderId]);

/** All blackouts that touch the time from `from` until before `to`. */
export const listBlackouts = (
  connection: Connection,
  from: Instant,
  to: Instant,
): Promise<readonly CalendarBlackout[]> =>
  connection.query<CalendarBlackout>(statements.list, [timestamp(from), timestamp(to)]);

/** Adds a blackout. Throws Invalid when it ends before it starts. */
export async function addBlackout(connection: Connection, blackout: CalendarBlackout): Promise<void> {
  const { id, label, startDate, endDate, folderId } = blackout;
  if (!(endDate > startDate)) throw new Invalid('endDate: a blackout must end after its start');
  await connection.query(statements.insert, [id, label, timestamp(startDate), timestamp(endDate), folderId]);
}

/** Removes a blackout. Throws NotFound. */
export async function removeBlackout(connection: Connection, id: string): Promise<void> {
  const removed = await connection.query(statements.delete, [id]);
  if (removed.length === 0) throw new NotFound(`there is no blackout '${id}'`);
}
