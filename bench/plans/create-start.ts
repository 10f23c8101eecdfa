// Creates a release of 50 tasks from a template and starts it, with one client, compared with the inserts that are at
// least necessary.
import pg from 'pg';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import type { Http } from '../measure/http.ts';
import { type Client, measure, median, quantile, type Round } from '../measure/load.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';

const rounds = 5;
const releasesPerRound = 150;
const maxMs = 60_000;

interface ResourceRef {
  readonly id: string;
}

const template = {
  title: 'Fifty tasks to create',
  phases: numbers(5).map((phase) => ({
    title: `Phase ${phase}`,
    tasks: numbers(10).map((task) => ({
      title: `Do step ${task}`,
      description: 'What has to be done, and by whom it is checked.',
    })),
  })),
};

/** The durations of the two calls of each item, in milliseconds. */
interface CallTimes {
  readonly create: number[];
  readonly start: number[];
}

function createAndStart(http: Http, templateId: string, calls: CallTimes): Client {
  let remaining = releasesPerRound;
  return async () => {
    if (remaining-- === 0) return false;
    const startedAt = performance.now();
    const made = await http.request<ResourceRef>('POST', `/templates/${templateId}/create`, {
      releaseTitle: `Made ${remaining}`,
    });
    const created = performance.now();
    await http.request('POST', `/releases/${made.id}/start`, {});
    calls.create.push(created - startedAt);
    calls.start.push(performance.now() - created);
    return true;
  };
}

const tables = ['releases', 'phases', 'tasks'] as const;

/** Creates a client whose statement copies the rows of a release with new ids, each time in its own transaction. */
async function inserting(url: string, releaseId: string): Promise<Client & { close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const copies = tables.map((name) => `create table if not exists bench_${name} (like live_${name} including all)`);
  await client.query(copies.join(';'));
  const rows: string[] = [];
  for (const name of tables) {
    const key = name === 'releases' ? 'id' : 'release_id';
    const statistics = await client.query(`select json_agg(t) as rows from live_${name} t where ${key} = $1`, [
      releaseId,
    ]);
    rows.push(JSON.stringify(statistics.rows[0].rows));
  }
  const columns = await columnsOf(client);
  const inserts = tables.map((name, index) => {
    const selected = columns[name].map((column) => (column === 'id' ? `id || $${tables.length + 1}` : column));
    return `${name} as (insert into bench_${name} (${columns[name].join(', ')})
      select ${selected.join(', ')} from json_populate_recordset(null::bench_${name}, $${index + 1}))`;
  });
  const statement = { name: 'rows', text: `with ${inserts.join(', ')} select 1` };
  let number = 0;
  return Object.assign(
    async () => {
      number += 1;
      await client.query({ ...statement, values: [...rows, String(number)] });
      return number % releasesPerRound !== 0;
    },
    {
      close: async () => {
        await client.query(tables.map((name) => `drop table bench_${name}`).join(';'));
        await client.end();
      },
    },
  );
}

/** Returns the columns of each table without the generated ones. */
async function columnsOf(client: pg.Client): Promise<Readonly<Record<(typeof tables)[number], readonly string[]>>> {
  const { rows } = await client.query(
    `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and table_name like 'bench\\_%' and is_generated = 'NEVER' order by ordinal_position`,
  );
  const of = (name: string) =>
    rows.filter((row) => row.table_name === `bench_${name}`).map((row) => String(row.column_name));
  return { releases: of('releases'), phases: of('phases'), tasks: of('tasks') };
}

async function run({ connections, product, print }: Bench): Promise<string> {
  const [http] = connections;
  const { id } = await http!.request<ResourceRef>('POST', '/templates', template);
  const sample = await http!.request<ResourceRef>('POST', `/templates/${id}/create`, { releaseTitle: 'Sample' });
  const floor = await inserting(product.databaseUrl, sample.id.slice(sample.id.lastIndexOf('/') + 1));
  const measured: { readonly lowest: Round; readonly work: Round; readonly calls: CallTimes }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const calls: CallTimes = { create: [], start: [] };
    const lowest = await measure([floor], maxMs);
    measured.push({ lowest, work: await measure([createAndStart(http!, id, calls)], maxMs), calls });
    print(`Round ${round} of ${rounds} is done.`);
  }
  await floor.close();
  const counted = measured.slice(1);
  const figures = [
    median(counted.map(({ work }) => quantile(work.durationsMs, 0.5))),
    median(counted.map(({ calls }) => median(calls.create))),
    median(counted.map(({ calls }) => median(calls.start))),
    median(counted.map(({ work }) => quantile(work.durationsMs, 0.99))),
    median(counted.map(({ lowest }) => quantile(lowest.durationsMs, 0.5))),
  ];
  const times = median(
    counted.map(({ work, lowest }) => quantile(work.durationsMs, 0.5) / quantile(lowest.durationsMs, 0.5)),
  );
  const names = [
    '',
    'both p50 ms',
    'create p50',
    'start p50',
    'both p99',
    'floor p50 ms',
    'ratio to floor',
    'target p50',
  ];
  return `One client creates a release of 5 phases and 50 tasks from a template and starts it. It sends two calls, and both responses contain the whole release.

${formatTable(names, [['create and start', ...figures.map(formatMs), `${times.toFixed(1)} ×`, 'under 5']])}

Medians of ${rounds} rounds of ${releasesPerRound}. The floor inserts the same rows by one prepared statement and its commit. The rows are a release, its phases and its tasks, with all indexes.`;
}

/** Creates and starts a release of 50 tasks. */
export const createStart: Workload = { name: 'create-start', title: 'Create and start a release of 50 tasks', run };
