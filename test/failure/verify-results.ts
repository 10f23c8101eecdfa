import { textOf } from '@slipway/domain/messages';
import { checkConsistency, type OpenEngine } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { readAllRuns } from '@slipway/persistence/triggers';
import { type ActivityLine, findImpossibleTransitions } from './activity-history.ts';
import type { PlannedRelease, ReleaseBehavior, TickingTriggers } from './load.ts';
import type { Outages } from './outages.ts';

interface StoredRelease {
  readonly id: string;
  readonly status: string;
  readonly version: number;
  readonly startDate: number | null;
}

/** The required result of a release: its status, and the number of its changes. */
const expectedEnds: Readonly<
  Record<ReleaseBehavior, { readonly status: string; readonly changes: readonly number[] }>
> = {
  works: { status: 'IN_PROGRESS', changes: [1] },
  makes: { status: 'COMPLETED', changes: [1] },
  // one change if the target of the gate had ended before the start
  waits: { status: 'COMPLETED', changes: [1, 2] },
};

/** Sorted delays in milliseconds, and one sentence for each error. */
export interface VerificationResult {
  /** delays of releases */
  readonly lateMs: readonly number[];
  /** delays of releases without the time in which a required service was unavailable */
  readonly afterMs: readonly number[];
  /** delays of triggers without the time in which a required service was unavailable */
  readonly ticksAfterMs: readonly number[];
  readonly wrong: readonly string[];
}

/** Compares all stored data with the planned releases and triggers. */
export async function verifyResults(
  { database }: OpenEngine,
  releases: readonly PlannedRelease[],
  triggers: TickingTriggers,
  outages: Outages,
): Promise<VerificationResult> {
  const rows = await database.query<StoredRelease>({
    text: 'select id, status, version, start_date as "startDate" from live_releases',
  });
  const stored = new Map(rows.map((row) => [row.id, row]));
  const started = releases.map(({ id, at }) => [at, stored.get(id)?.startDate ?? Number.NaN] as const);
  const parts = await Promise.all([
    releases.flatMap((planned) => checkRelease(planned, stored.get(planned.id))),
    checkCreatedReleases(database, releases.filter(({ kind }) => kind === 'makes').length),
    checkHistory(database),
    ...triggers.freely.map((id) => checkTicks(database, id)),
    checkSingle(database, triggers.single),
    checkPendingWork(database),
  ]);
  const [first = 0, last = 0] = [releases[0]?.at, releases.at(-1)?.at];
  const fired = (
    await Promise.all([...triggers.freely, triggers.single].map((id) => readAllRuns(database, id)))
  ).flat();
  const ticks = fired.flatMap(({ scheduledAt, firedAt }) =>
    scheduledAt !== null && scheduledAt >= first && scheduledAt <= last ? [[scheduledAt, firedAt] as const] : [],
  );
  const latenessOf = ([at, startedAt]: readonly [number, number]): number => outages.without(at, startedAt);
  return {
    lateMs: sortAscending(started.map(([at, startedAt]) => startedAt - at)),
    afterMs: sortAscending(started.map(latenessOf)),
    ticksAfterMs: sortAscending(ticks.map(latenessOf)),
    wrong: parts.flat(),
  };
}

const sortAscending = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b);

function checkRelease({ id, kind, at, version }: PlannedRelease, stored: StoredRelease | undefined): readonly string[] {
  if (stored === undefined) return [`${id} is lost`];
  const { status, changes } = expectedEnds[kind];
  const changeCount = stored.version - version;
  return [
    ...(stored.status === status ? [] : [`${id} (${kind}) is ${stored.status}`]),
    ...(changes.includes(changeCount) ? [] : [`${id} (${kind}) was changed ${changeCount} times`]),
    ...((stored.startDate ?? at) >= at ? [] : [`${id} was started before its date`]),
  ];
}

/** Checks that every create-release task has created exactly one release. */
async function checkCreatedReleases(database: Database, expectedCount: number): Promise<readonly string[]> {
  const made = await database.query<{ readonly id: string; readonly made: number }>({
    text: `select t.release_id as id, count(m.id) as made from live_tasks t
      left join live_releases m on m.started_from_task_id = t.id and m.status = 'COMPLETED'
      where t.release_id in (select id from live_releases where status <> 'TEMPLATE') and t.type = 'CreateReleaseTask'
      group by t.id, t.release_id`,
  });
  return [
    ...made.filter((a) => a.made !== 1).map((a) => `${a.id} made ${a.made} releases`),
    ...(made.length === expectedCount ? [] : [`${made.length} releases make others and ${expectedCount} should`]),
  ];
}

async function checkHistory(database: Database): Promise<readonly string[]> {
  const lines = await database.query<ActivityLine>({
    text: 'select target_id as "targetId", activity_type as "activityType" from live_activities order by release_id, seq',
  });
  const stored = await database.query<Pick<StoredRelease, 'id' | 'status'>>({
    text: `with run as (select id from live_releases where status <> 'TEMPLATE')
      select id, status from live_releases where status <> 'TEMPLATE'
      union all select id, status from live_phases where release_id in (select id from run)
      union all select id, status from live_tasks where release_id in (select id from run)`,
  });
  return findImpossibleTransitions(lines, new Map(stored.map(({ id, status }) => [id, status])));
}

/** Checks that a trigger has one run and one release for every second since its first. */
async function checkTicks(database: Database, id: string): Promise<readonly string[]> {
  const runs = await readAllRuns(database, id);
  const first = runs[0]?.scheduledAt ?? 0;
  const missing = runs.filter(({ scheduledAt }, index) => scheduledAt !== first + index * 1_000);
  const failed = runs.filter(({ outcome }) => outcome !== 'created');
  return [
    ...(missing.length === 0 ? [] : [`${id} does not have one line for every second: ${missing[0]?.scheduledAt}`]),
    ...failed.map(({ outcome, reason }) => `${id} has ${outcome} for a time: ${reason}`),
    ...(await checkReleaseCount(database, id, runs.length)),
  ];
}

/** Checks that a trigger has one running release, and one refused run for every later second. */
async function checkSingle(database: Database, id: string): Promise<readonly string[]> {
  const outcomes = (await readAllRuns(database, id)).map(({ outcome }) => outcome);
  const isCorrect = outcomes.every((outcome, index) => outcome === (index === 0 ? 'created' : 'refused'));
  return [
    ...(isCorrect ? [] : [`${id} does not make one release at a time: ${outcomes.join(' ')}`]),
    ...(await checkReleaseCount(database, id, 1)),
  ];
}

/** Checks the number of releases of a trigger, whose id is a tag of its releases. */
async function checkReleaseCount(database: Database, id: string, expected: number): Promise<readonly string[]> {
  const [row] = await database.query<{ readonly count: number }>(
    { text: 'select count(*) as count from live_releases where tags @> array[$1]' },
    [id],
  );
  return row?.count === expected ? [] : [`${id} made ${row?.count} releases and not ${expected}`];
}

async function checkPendingWork(database: Database): Promise<readonly string[]> {
  const { findings } = await checkConsistency(database);
  return findings.map(({ message }) => `the consistency check finds: ${textOf(message)}`);
}
