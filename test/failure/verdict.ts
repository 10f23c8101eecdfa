import { checkConsistency, type OpenEngine } from '@slipway/engine';
import { allRuns, type Database } from '@slipway/persistence';
import { impossible, type Line } from './history.ts';
import type { Kind, Planned, Ticking } from './load.ts';
import type { Outages } from './outages.ts';

interface Stored {
  readonly id: string;
  readonly status: string;
  readonly version: number;
  readonly startDate: number | null;
}

/** The required result of a release: its status, after this number of changes. */
const ends: Readonly<Record<Kind, { readonly status: string; readonly changes: readonly number[] }>> = {
  works: { status: 'IN_PROGRESS', changes: [1] },
  makes: { status: 'COMPLETED', changes: [1] },
  // one where what it waits for had ended by the time it started
  waits: { status: 'COMPLETED', changes: [1, 2] },
};

/** How late what was due has started, in milliseconds, in order; and everything that is wrong, in sentences. */
export interface Verdict {
  /** releases */
  readonly lateMs: readonly number[];
  /** the same without the time in which something was away that they needed */
  readonly afterMs: readonly number[];
  /** times of triggers meanwhile, without that time, too */
  readonly ticksAfterMs: readonly number[];
  readonly wrong: readonly string[];
}

/** Holds all that is stored against what was planned. */
export async function judge(
  { database }: OpenEngine,
  releases: readonly Planned[],
  ticking: Ticking,
  outages: Outages,
): Promise<Verdict> {
  const rows = await database.query<Stored>({
    text: 'select id, status, version, start_date as "startDate" from live_releases',
  });
  const stored = new Map(rows.map((row) => [row.id, row]));
  const started = releases.map(({ id, at }) => [at, stored.get(id)?.startDate ?? Number.NaN] as const);
  const parts = await Promise.all([
    releases.flatMap((planned) => wrongWith(planned, stored.get(planned.id))),
    wrongWithMade(database, releases.filter(({ kind }) => kind === 'makes').length),
    wrongWithHistory(database),
    ...ticking.freely.map((id) => wrongWithTicks(database, id)),
    wrongWithSingle(database, ticking.single),
    wrongWithDebts(database),
  ]);
  const [first = 0, last = 0] = [releases[0]?.at, releases.at(-1)?.at];
  const fired = (await Promise.all([...ticking.freely, ticking.single].map((id) => allRuns(database, id)))).flat();
  const ticks = fired.flatMap(({ scheduledAt, firedAt }) =>
    scheduledAt !== null && scheduledAt >= first && scheduledAt <= last ? [[scheduledAt, firedAt] as const] : [],
  );
  const after = ([at, since]: readonly [number, number]): number => outages.without(at, since);
  return {
    lateMs: inOrder(started.map(([at, since]) => since - at)),
    afterMs: inOrder(started.map(after)),
    ticksAfterMs: inOrder(ticks.map(after)),
    wrong: parts.flat(),
  };
}

const inOrder = (values: readonly number[]): readonly number[] => values.toSorted((one, other) => one - other);

function wrongWith({ id, kind, at, version }: Planned, stored: Stored | undefined): readonly string[] {
  if (stored === undefined) return [`${id} is lost`];
  const { status, changes } = ends[kind];
  const done = stored.version - version;
  return [
    ...(stored.status === status ? [] : [`${id} (${kind}) is ${stored.status}`]),
    ...(changes.includes(done) ? [] : [`${id} (${kind}) was changed ${done} times`]),
    ...((stored.startDate ?? at) >= at ? [] : [`${id} was started before its date`]),
  ];
}

/** Every task that makes a release has made one. */
async function wrongWithMade(database: Database, makers: number): Promise<readonly string[]> {
  const made = await database.query<{ readonly id: string; readonly made: number }>({
    text: `select t.release_id as id, count(m.id) as made from live_tasks t
      left join live_releases m on m.started_from_task_id = t.id and m.status = 'COMPLETED'
      where t.release_id in (select id from live_releases where status <> 'TEMPLATE') and t.type = 'CreateReleaseTask'
      group by t.id, t.release_id`,
  });
  return [
    ...made.filter((one) => one.made !== 1).map((one) => `${one.id} made ${one.made} releases`),
    ...(made.length === makers ? [] : [`${made.length} releases make others and ${makers} should`]),
  ];
}

async function wrongWithHistory(database: Database): Promise<readonly string[]> {
  const lines = await database.query<Line>({
    text: 'select target_id as "targetId", activity_type as "activityType" from live_activities order by release_id, seq',
  });
  const stored = await database.query<Pick<Stored, 'id' | 'status'>>({
    text: `with run as (select id from live_releases where status <> 'TEMPLATE')
      select id, status from live_releases where status <> 'TEMPLATE'
      union all select id, status from live_phases where release_id in (select id from run)
      union all select id, status from live_tasks where release_id in (select id from run)`,
  });
  return impossible(lines, new Map(stored.map(({ id, status }) => [id, status])));
}

/** A line and a release for every second since the first. */
async function wrongWithTicks(database: Database, id: string): Promise<readonly string[]> {
  const runs = await allRuns(database, id);
  const first = runs[0]?.scheduledAt ?? 0;
  const missing = runs.filter(({ scheduledAt }, index) => scheduledAt !== first + index * 1_000);
  const failed = runs.filter(({ outcome }) => outcome !== 'created');
  return [
    ...(missing.length === 0 ? [] : [`${id} does not have one line for every second: ${missing[0]?.scheduledAt}`]),
    ...failed.map(({ outcome, reason }) => `${id} has ${outcome} for a time: ${reason}`),
    ...(await wrongNumberOfReleases(database, id, runs.length)),
  ];
}

/** One release, which still runs, and a refusal for every second since. */
async function wrongWithSingle(database: Database, id: string): Promise<readonly string[]> {
  const outcomes = (await allRuns(database, id)).map(({ outcome }) => outcome);
  const right = outcomes.every((outcome, index) => outcome === (index === 0 ? 'created' : 'refused'));
  return [
    ...(right ? [] : [`${id} does not make one release at a time: ${outcomes.join(' ')}`]),
    ...(await wrongNumberOfReleases(database, id, 1)),
  ];
}

/** What a trigger makes has its id among its tags. */
async function wrongNumberOfReleases(database: Database, id: string, expected: number): Promise<readonly string[]> {
  const [row] = await database.query<{ readonly count: number }>(
    { text: 'select count(*) as count from live_releases where tags @> array[$1]' },
    [id],
  );
  return row?.count === expected ? [] : [`${id} made ${row?.count} releases and not ${expected}`];
}

async function wrongWithDebts(database: Database): Promise<readonly string[]> {
  const { findings } = await checkConsistency(database);
  return findings.map(({ sentence }) => `the consistency check finds: ${sentence}`);
}
