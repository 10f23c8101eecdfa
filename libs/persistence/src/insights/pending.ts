import type { Connection } from '../database/database.ts';

/** A release whose facts are to be computed, or removed. */
export interface PendingRelease {
  readonly id: string;
  readonly deleted: boolean;
}

const takeStatement = {
  name: 'take-insight-pending',
  text: `select release_id as id, deleted from insight_pending order by at limit $1 for update skip locked`,
};

/** Locks the oldest entries of the outbox that no other transaction has locked. */
export const takePending = (connection: Connection, limit: number): Promise<readonly PendingRelease[]> =>
  connection.query<PendingRelease>(takeStatement, [limit]);

const removeStatement = {
  name: 'remove-insight-pending',
  text: 'delete from insight_pending where release_id = any ($1::text[])',
};

/** Removes entries from the outbox. */
export async function removePending(connection: Connection, ids: readonly string[]): Promise<void> {
  await connection.query(removeStatement, [ids]);
}

const lagStatement = {
  name: 'insight-lag',
  text: `select count(*)::int as pending,
      coalesce(extract(epoch from now() - min(at)), 0)::float8 as "lagSeconds" from insight_pending`,
};

/** The number of entries in the outbox, and the age of the oldest. */
export interface InsightLag {
  readonly pending: number;
  readonly lagSeconds: number;
}

export async function readInsightLag(connection: Connection): Promise<InsightLag> {
  const [row] = await connection.query<InsightLag>(lagStatement);
  return row ?? { pending: 0, lagSeconds: 0 };
}
