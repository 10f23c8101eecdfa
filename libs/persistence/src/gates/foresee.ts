import type { Foresight, Instant, PhaseStatus, ReleaseStatus, TaskStatus } from '@slipway/domain';
import type { Connection } from '../database/database.ts';
import { stateOf } from '../plans/reading/lock.ts';

const ends = {
  name: 'target-ends',
  text: `select id, status, coalesce(end_date, due_date) as "endsAt" from releases where id = any ($1::text[])
    union all select id, status, coalesce(end_date, due_date) from phases where id = any ($1::text[])
    union all select id, status, coalesce(end_date, due_date) from tasks where id = any ($1::text[])`,
};

interface End {
  readonly id: string;
  readonly status: ReleaseStatus | PhaseStatus | TaskStatus;
  readonly endsAt: Instant | null;
}

/** How the releases, phases and tasks with these ids stand, and when they have ended or are due; locks nothing. */
export async function foreseeTargets(connection: Connection, ids: readonly string[]): Promise<Foresight['targets']> {
  if (ids.length === 0) return new Map();
  const rows = await connection.query<End>(ends, [ids]);
  return new Map(rows.map(({ id, status, endsAt }) => [id, { state: stateOf(status), endsAt }]));
}
