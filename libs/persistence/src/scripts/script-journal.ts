import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';

/** An effect of a script run. `effect` and `reply` are encrypted. */
export interface JournalRow {
  readonly nth: number;
  readonly effect: string;
  /** Null: the effect has started, and its result is unknown. */
  readonly reply: string | null;
}

/** The writer of a row: a run, and the lease of the current attempt. */
export interface JournalWriter {
  readonly releaseId: string;
  readonly runId: string;
  readonly leaseUntil: Instant;
}

const insert = {
  name: 'write-journal',
  text: `insert into script_journal (run_id, nth, release_id, effect, reply, replied_at)
    select $2, $3, $1, $4, $5, case when $5::text is null then null else now() end
    from awaits where release_id = $1 and reference = $2 and kind = 'script' and until <= $6
    on conflict do nothing returning nth`,
};

/**
 * Writes the next row of a run. Returns false and writes nothing in these cases: the release no longer waits for the run,
 * another attempt has started, or another attempt has already written this row.
 */
export async function writeJournal(
  connection: Connection,
  { releaseId, runId, leaseUntil }: JournalWriter,
  { nth, effect, reply }: JournalRow,
): Promise<boolean> {
  const values = [releaseId, runId, nth, effect, reply, timestamp(leaseUntil)];
  return (await connection.query(insert, values)).length > 0;
}

const storeReplyStatement = {
  name: 'answer-journal',
  text: `update script_journal set reply = $3, replied_at = now()
    where run_id = $1 and nth = $2 and reply is null returning nth`,
};

/** Stores the result of an effect. Returns false if the row has a result, or was deleted. */
export const storeJournalReply = async (
  connection: Connection,
  runId: string,
  nth: number,
  reply: string,
): Promise<boolean> => (await connection.query(storeReplyStatement, [runId, nth, reply])).length > 0;

const select = {
  name: 'read-journal',
  text: `select nth, effect, reply from script_journal where run_id = $1 order by nth`,
};

/** Reads all rows of a run, in order. */
export const readJournal = (connection: Connection, runId: string): Promise<readonly JournalRow[]> =>
  connection.query<JournalRow>(select, [runId]);

const deleteStatement = {
  name: 'drop-journal',
  text: `delete from script_journal j where run_id = $1
    and not exists (select from awaits a where a.reference = j.run_id and a.kind = 'script') returning nth`,
};

/**
 * Deletes the rows of a run, unless a release waits for it. Returns whether this call deleted them: of several callers,
 * only one gets true.
 */
export const deleteJournal = async (connection: Connection, runId: string): Promise<boolean> =>
  (await connection.query(deleteStatement, [runId])).length > 0;

const deleteExpiredStatement = {
  name: 'delete-journal',
  text: `delete from script_journal where (run_id, nth) in (
      select j.run_id, j.nth from script_journal j
      where j.written_at < now() - interval '1 hour'
        and not exists (select from awaits a where a.reference = j.run_id and a.kind = 'script')
      order by j.written_at limit $1 for update skip locked
    ) returning nth`,
};

/**
 * Deletes at most `limit` rows of runs that no release waits for. Such rows remain if a run is aborted, or if its process
 * crashes at the end.
 */
export const deleteExpiredJournals = async (connection: Connection, limit: number): Promise<number> =>
  (await connection.query(deleteExpiredStatement, [limit])).length;
