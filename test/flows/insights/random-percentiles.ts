import type { Database } from '@slipway/persistence/database';
import type { InsightSelection, readTaskRows, readWaitRows } from '@slipway/persistence/insights';
import { expect } from 'vitest';

type TaskRow = Awaited<ReturnType<typeof readTaskRows>>[number];
type WaitRow = Awaited<ReturnType<typeof readWaitRows>>[number];

/** An estimate is the middle of the bucket of a value. Values below a second are in one bucket. */
export const isEstimateOf = (estimate: number, value: number): boolean =>
  value < 1_000 ? estimate < 1_000 : Math.abs(estimate / value - 1) <= 0.010_001;

/** The value that a sketch estimates: the first one with at least this share of the values before and at it. */
export const rankedValue = (values: readonly number[], share: number): number =>
  values[Math.max(0, Math.ceil(share * values.length - 1e-9) - 1)] ?? Number.NaN;

/** Linear interpolation, as defined for percentiles. */
export function interpolated(values: readonly number[], share: number): number {
  const position = share * (values.length - 1);
  const [low = Number.NaN, high = low] = [values[Math.floor(position)], values[Math.ceil(position)]];
  return low + (high - low) * (position - Math.floor(position));
}

/** The durations of the rows of a table, in ascending order, by the values of the key. */
async function readDurations(
  database: Database,
  { table, key, condition }: { readonly table: string; readonly key: readonly string[]; readonly condition: string },
  { from, to }: InsightSelection,
  folders: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await database.query<{ readonly key: unknown; readonly durations: readonly number[] }>(
    {
      text: `select json_build_array(${key.join(', ')}) as key,
          array_agg(duration order by duration)::float8[] as durations
        from ${table} where ended_at >= $1 and ended_at < $2 and folder_id = any ($3::text[]) and ${condition}
        group by ${key.join(', ')}`,
    },
    [new Date(from).toISOString(), new Date(to).toISOString(), folders],
  );
  return new Map(rows.map(({ key, durations }) => [JSON.stringify(key), durations]));
}

interface Estimated<Row> {
  readonly facts: readonly Row[];
  readonly aggregates: readonly Row[];
  readonly selection: InsightSelection;
  /** the folders of the selection */
  readonly folders: readonly string[];
}

/** Compares percentiles of a row, computed and estimated, with the definition. */
function expectPercentile(
  durations: readonly number[],
  share: number,
  exact: number | undefined,
  estimate: number | undefined,
): void {
  expect(exact).toBeCloseTo(interpolated(durations, share), 3);
  expect(isEstimateOf(estimate ?? Number.NaN, rankedValue(durations, share))).toBe(true);
}

/** Compares the percentiles of all tasks. */
export async function compareTaskPercentiles(
  database: Database,
  { facts, aggregates, selection, folders }: Estimated<TaskRow>,
): Promise<void> {
  const source = {
    ...{ table: 'insight_tasks', condition: 'duration is not null' },
    key: ['template_id', 'phase_title', 'task_title', 'task_type'],
  };
  const durations = await readDurations(database, source, selection, folders);
  const keyOf = ({ templateId, phaseTitle, taskTitle, taskType }: TaskRow) =>
    JSON.stringify([templateId, phaseTitle, taskTitle, taskType]);
  const estimated = new Map(aggregates.map((row) => [keyOf(row), row.percentiles]));
  for (const row of facts.filter(({ n }) => n > 0))
    for (const [index, share] of [0.5, 0.85].entries())
      expectPercentile(
        durations.get(keyOf(row)) ?? [],
        share,
        row.percentiles?.[index],
        estimated.get(keyOf(row))?.[index],
      );
}

const waitingColumns = { folder: 'folder_id', team: 'waiting_team' } as const;
const awaitedColumns = { folder: 'awaited_folder_id', team: 'awaited_team' } as const;

/** Compares the medians of all cells of a table of waits. */
export async function compareWaitMedians(
  database: Database,
  [rows, columns]: readonly ['folder' | 'team', 'folder' | 'team'],
  { facts, aggregates, selection, folders }: Estimated<WaitRow>,
): Promise<void> {
  const source = {
    ...{ table: 'insight_waits', condition: 'true' },
    key: ['source', waitingColumns[rows], awaitedColumns[columns]],
  };
  const durations = await readDurations(database, source, selection, folders);
  const keyOf = ({ source, waiting, awaited }: WaitRow) => JSON.stringify([source, waiting, awaited]);
  const estimated = new Map(aggregates.map((row) => [keyOf(row), row.p50]));
  for (const row of facts) expectPercentile(durations.get(keyOf(row)) ?? [], 0.5, row.p50, estimated.get(keyOf(row)));
}
