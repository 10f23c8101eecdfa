import { createWorkingTime, percentilesOfValues, type WorkingHours } from '@slipway/domain/insights';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { type ReleaseTimes, readReleaseTimes, type SumsQuery, type SumsRow } from '@slipway/persistence/insights';
import { readInsightOptions } from './options.ts';
import type { InsightContext } from './selection.ts';

/** The maximum number of releases of a query for working time, which reads the times of each one. */
const maxReleases = 100_000;

/** Returns the working hours. Throws Invalid if there are none. */
export async function requireWorkingHours(context: Pick<InsightContext, 'database'>): Promise<WorkingHours> {
  const { workingHours } = await readInsightOptions(context);
  if (workingHours === undefined) throw new Invalid(message('insights.noWorkingHours'));
  return workingHours;
}

/** The durations of the releases of a row, in milliseconds. */
interface Durations {
  readonly duration: number[];
  readonly timeToStart: number[];
  readonly leadTime: number[];
}

type Place = Pick<SumsRow, 'level' | 'group' | 'key'>;

const placeKey = ({ level, group, key }: Place): string => JSON.stringify([level, group, key]);

/** The rows in which a release counts. */
const placesOf = ({ groups, key }: ReleaseTimes): readonly Place[] => [
  { level: 'all', group: null, key: null },
  ...groups.flatMap((group): readonly Place[] => [
    { level: 'group', group, key: null },
    { level: 'bucket', group, key },
  ]),
];

/** Collects the durations of each row. */
function collect(releases: readonly ReleaseTimes[], between: (start: number, end: number) => number) {
  const byPlace = new Map<string, Durations>();
  for (const release of releases) {
    const { createdAt, startedAt, endedAt } = release;
    for (const place of placesOf(release)) {
      const key = placeKey(place);
      const durations = byPlace.get(key) ?? { duration: [], timeToStart: [], leadTime: [] };
      byPlace.set(key, durations);
      if (startedAt !== null) durations.duration.push(between(startedAt, endedAt));
      if (createdAt !== null) durations.leadTime.push(between(createdAt, endedAt));
      if (createdAt !== null && startedAt !== null) durations.timeToStart.push(between(createdAt, startedAt));
    }
  }
  return byPlace;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Replaces the durations of a row. */
const withDurations = (row: SumsRow, durations: Durations | undefined): SumsRow => {
  const { duration = [], timeToStart = [], leadTime = [] } = durations ?? {};
  return {
    ...row,
    measures: {
      ...row.measures,
      ...{ duration_n: duration.length, duration_sum: sumOf(duration) },
      ...{ start_n: timeToStart.length, start_sum: sumOf(timeToStart) },
      ...{ lead_n: leadTime.length, lead_sum: sumOf(leadTime) },
    },
    percentiles: {
      ...row.percentiles,
      ...(duration.length > 0 && { duration: percentilesOfValues(duration) }),
      ...(timeToStart.length > 0 && { time_to_start: percentilesOfValues(timeToStart) }),
      ...(leadTime.length > 0 && { lead_time: percentilesOfValues(leadTime) }),
    },
  };
};

/** Replaces the durations of rows by those in the working hours. Throws Invalid for too many releases. */
export async function countWorkingTime(
  { database }: Pick<InsightContext, 'database'>,
  query: SumsQuery,
  rows: readonly SumsRow[],
  hours: WorkingHours,
): Promise<readonly SumsRow[]> {
  if (query.percentiles.every((value) => value === 'variance')) return rows;
  const releases = await readReleaseTimes(database, query, maxReleases + 1);
  if (releases.length > maxReleases) throw new Invalid(message('insights.workingTime', { max: maxReleases }));
  const { from, to } = query.selection;
  const first = releases.reduce(
    (low, { createdAt, startedAt }) => Math.min(low, createdAt ?? from, startedAt ?? from),
    from,
  );
  const durations = collect(releases, createWorkingTime(hours, first, to));
  return rows.map((row) => withDurations(row, durations.get(placeKey(row))));
}
