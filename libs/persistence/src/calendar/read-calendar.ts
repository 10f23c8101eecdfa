import type { Blackout } from '@slipway/domain/decision';
import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';

/** A blackout and the folder that it is for; null: for everything. */
export interface FolderBlackout extends Blackout {
  readonly folderId: string | null;
}

/** Every blackout that was not over when it was read, under the version that each change of a blackout raises. */
export interface Calendar {
  readonly version: number;
  readonly blackouts: readonly FolderBlackout[];
}

/** When something was read, and under which version of the calendar. */
export interface CalendarSnapshot {
  readonly version: number;
  /** the database's clock */
  readonly now: Instant;
}

/** A calendar moment as columns of a statement that reads something else: it takes no round trip of its own. */
export const snapshotColumns = `(select version from calendar) as "calendarVersion",
  floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "readAt"`;
/** The same for what shows no blackouts. */
export const noSnapshotColumns = 'null::bigint as "calendarVersion", null::bigint as "readAt"';

export interface SnapshotRow {
  readonly calendarVersion: number | null;
  readonly readAt: Instant | null;
}

export const toSnapshot = ({ calendarVersion: version, readAt: now }: SnapshotRow): CalendarSnapshot | null =>
  version === null || now === null ? null : { version, now };

const select = {
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

/** The calendar as it is at one moment. */
export async function readCalendar(connection: Connection): Promise<Calendar> {
  const rows = await connection.query<Row>(select);
  const blackouts = rows.flatMap(({ id, startDate, endDate, folderId }) =>
    id === null ? [] : [{ id, startDate, endDate, folderId }],
  );
  return { version: rows[0]?.version ?? 0, blackouts };
}
