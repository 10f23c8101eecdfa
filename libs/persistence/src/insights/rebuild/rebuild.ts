import type { Connection } from '../../database/database.ts';
import { isInSlice, sliceStatements } from './slices.ts';

/** The number of releases that one transaction of a rebuild computes. It has whole days, and at least one. */
const releasesPerSlice = 5_000;

interface Progress {
  readonly zone: string;
  readonly step: 'days' | 'sums';
  /** the days before this one are not done; null: none is done */
  readonly before: string | null;
}

const readStatement = {
  name: 'read-insight-rebuild',
  text: `select zone, step, to_char(before, 'YYYY-MM-DD') as before from insight_rebuild`,
};
const writeStatement = {
  name: 'write-insight-rebuild',
  text: `insert into insight_rebuild (zone, step, before) values ($1, $2, $3)
    on conflict (id) do update set zone = excluded.zone, step = excluded.step, before = excluded.before`,
};
const startStatement = {
  name: 'start-insight-rebuild',
  text: `with gone as (delete from insight_built_months)
    update insight_state set rebuild_requested = false, zone = case when $1 then zone end`,
};
const finishStatement = {
  name: 'finish-insight-rebuild',
  text: 'with done as (delete from insight_rebuild) update insight_state set rebuilt_at = now(), zone = $1',
};

/** The first day of the next slice, which ends before a day; null: the slice has all remaining days. */
const sliceStatement = {
  name: 'insight-rebuild-slice',
  text: `select to_char(least(ended_at at time zone $1, $2::date - interval '1 day'), 'YYYY-MM-DD') as "from"
    from insight_releases where ended_at < coalesce($2::date, 'infinity')::timestamp at time zone $1
    order by ended_at desc offset ${releasesPerSlice} limit 1`,
};

const setDay = 'set day = (f.ended_at at time zone $1)::date where f.day <> (f.ended_at at time zone $1)::date';
const dayStatements = [
  {
    name: 'insight-days-of-releases',
    text: `update insight_releases f ${setDay} and ${isInSlice('f.ended_at')}`,
  },
  {
    name: 'insight-days-of-tasks',
    text: `update insight_tasks f ${setDay} and f.release_id in (
      select id from insight_releases r where ${isInSlice('r.ended_at')})`,
  },
];

/** Computes the days of a slice, from the first day until before the last one. */
async function rebuildSlice(
  connection: Connection,
  { zone, step, before }: Progress,
  from: string | null,
): Promise<void> {
  for (const statement of dayStatements) await connection.query(statement, [zone, from, before]);
  if (step === 'days') return;
  for (const { empty, fill } of sliceStatements) {
    await connection.query(empty, [from, before]);
    await connection.query(fill, [zone, from, before]);
  }
}

/** Starts a rebuild, or returns the position of a running one. */
async function startedRebuild(
  connection: Connection,
  zone: string,
  { isRequested, hasZone }: { readonly isRequested: boolean; readonly hasZone: boolean },
): Promise<Progress> {
  const [running] = await connection.query<Progress>(readStatement);
  if (running !== undefined && running.zone === zone && !isRequested) return running;
  // Without a zone, queries read facts until the rebuild has finished.
  await connection.query(startStatement, [hasZone]);
  return { zone, step: hasZone ? 'sums' : 'days', before: null };
}

/**
 * Computes the aggregates of some more days again, for the days in this zone. Readers see the old sums of a slice until
 * its transaction ends. The caller has locked the facts. Returns whether the rebuild is finished.
 */
export async function advanceRebuild(
  connection: Connection,
  zone: string,
  reason: { readonly isRequested: boolean; readonly hasZone: boolean },
): Promise<boolean> {
  const progress = await startedRebuild(connection, zone, reason);
  const [slice] = await connection.query<{ readonly from: string }>(sliceStatement, [zone, progress.before]);
  const from = slice?.from ?? null;
  await rebuildSlice(connection, progress, from);
  if (from === null && progress.step === 'sums') {
    await connection.query(finishStatement, [zone]);
    return true;
  }
  const next = from === null ? { step: 'sums', before: null } : { step: progress.step, before: from };
  await connection.query(writeStatement, [zone, next.step, next.before]);
  return false;
}
