// Plugin tasks that poll a server once a minute with task.schedule: the cost per minute, their delay, and a check that
// no task polls twice.
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { jarOf, manifest, synthetic } from '../../libs/plugins/src/testing.ts';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { openCounters } from '../measure/counters.ts';
import { connect } from '../measure/http.ts';
import { quantile } from '../measure/load.ts';
import { type ProcessorUsage, processorTime, usageBetween } from '../measure/processor.ts';
import { type Product, startProduct } from '../measure/product.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { copyPolling, dueTimes } from './poll-copies.ts';
import { type Poll, type PollsServer, startPollsServer } from './polls-server.ts';

const minuteMs = 60_000;
const tasksOfRelease = 10;
/** In milliseconds: the time for writing the rows, before the first poll is due. */
const leadMs = 10_000;

const types = ['Js', 'Py'] as const;
type Type = (typeof types)[number];
const languages = { Js: 'JavaScript', Py: 'Python' } as const satisfies Record<Type, string>;

const property = '<property name="url"/><property name="count" kind="integer" category="script"/>';
const files = {
  'META-INF/MANIFEST.MF': manifest,
  'synthetic.xml': synthetic(
    types.map((type) => `<type type="bench.${type}" extends="rel.PythonScript">${property}</type>`).join(''),
  ),
  'bench/Js.js': "count = 0; task.schedule('bench/Poll.js', 3600);",
  'bench/Poll.js': `
const answer = new HttpRequest({ url }).get('/build?task=' + task.id + '&number=' + count);
count += 1;
if (JSON.parse(answer.response).state === 'running') task.schedule('bench/Poll.js', 60);`,
  'bench/Py.py': "count = 0\ntask.schedule('bench/Poll.py', 3600)",
  'bench/Poll.py': `
import json
answer = HttpRequest({'url': url}).get('/build?task=%s&number=%d' % (task.id, count))
count = count + 1
if json.loads(answer.response)['state'] == 'running':
    task.schedule('bench/Poll.py', 60)`,
};

/** Installs the types. Returns a release whose tasks of one type wait for their first poll. */
async function originalOf(product: Product, type: Type, url: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([await jarOf(files)]), 'bench.jar');
  const authorization = `Basic ${Buffer.from('admin:admin').toString('base64')}`;
  const installed = await fetch(`${product.origin}/api/v1/plugins`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  if (!installed.ok) throw new Error(`the plugin was not installed: ${await installed.text()}`);
  const http = connect(product.origin);
  const tasks = numbers(tasksOfRelease).map((copyIndex) => ({
    title: `Build ${copyIndex}`,
    type: `bench.${type}`,
    url,
  }));
  const allTasks = { title: 'all', type: 'rel.ParallelGroup', tasks };
  const template = { title: 'Builds', phases: [{ title: 'Build', tasks: [allTasks] }] };
  const { id } = await http.request<{ readonly id: string }>('POST', '/templates', template);
  const created = await http.request<{ readonly id: string }>('POST', `/templates/${id}/start`, {
    releaseTitle: 'Original',
  });
  await http.close();
  return created.id.slice(created.id.lastIndexOf('/') + 1);
}

/** Waits until all tasks of a release wait for their next poll. */
async function polling(client: pg.Client, release: string): Promise<void> {
  for (let remaining = 600; remaining > 0; remaining -= 1) {
    const { rows } = await client.query(
      `select count(*)::int as count from awaits where release_id = $1 and until > now() + interval '30 minutes'`,
      [release],
    );
    if (rows[0].count === tasksOfRelease) return;
    await pause(100);
  }
  throw new Error('the tasks of the original do not poll');
}

interface Measurement {
  readonly tasks: number;
  /** polls that reached the server per minute */
  readonly perMinute: number;
  /**
   * milliseconds from the due time of the first poll of each task until its request reached the server, in ascending
   * order
   */
  readonly lateMs: readonly number[];
  /** milliseconds from one poll of a task to the next, minus one minute */
  readonly apartMs: readonly number[];
  readonly twice: number;
  readonly used: ProcessorUsage;
  readonly statements: number;
}

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
const sorted = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b);

/** Returns the delays of the polls that the server has received, and the number of duplicates. */
function timesOf(
  polls: readonly Poll[],
  due: ReadonlyMap<string, number>,
): Pick<Measurement, 'lateMs' | 'apartMs' | 'twice'> {
  const byTask = Map.groupBy(polls, ({ task }) => lastOf(task));
  const lateness = [...byTask].flatMap(([task, [first]]) => {
    const at = due.get(task);
    return first === undefined || at === undefined ? [] : [first.at - at];
  });
  const apart = [...byTask.values()].flatMap((ownTasks) =>
    ownTasks.slice(1).map(({ at }, index) => at - (ownTasks[index]?.at ?? at) - minuteMs),
  );
  const pollKinds = new Set(polls.map(({ task, number }) => `${task} ${number}`));
  return { lateMs: sorted(lateness), apartMs: sorted(apart), twice: polls.length - pollKinds.size };
}

/** Runs this number of tasks, during the minute of the first polls and the following minute. */
async function measureTasks(
  product: Product,
  server: PollsServer,
  { original, tasks }: { readonly original: string; readonly tasks: number },
): Promise<Measurement> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  await polling(client, original);
  const counters = await openCounters(product.databaseUrl);
  const firstAt = Date.now() + leadMs + 11_000;
  const count = tasks / tasksOfRelease;
  await copyPolling(client, original, { suffix: 'Poll', count, firstAt, spreadMs: minuteMs });
  const due = await dueTimes(client, 'Poll');
  const before = await counters.commits();
  await pause(Math.max(0, firstAt - Date.now()));
  const usageBefore = processorTime(product.pid);
  await pause(2 * minuteMs);
  const used = usageBetween(usageBefore, processorTime(product.pid));
  const polls = [...server.polls];
  const statements = ((await counters.commits()) - before) / server.polls.length;
  await counters.close();
  await client.end();
  return { tasks, perMinute: polls.length / 2, ...timesOf(polls, due), used, statements };
}

/** Runs one measurement on its own product. Throws if a poll was duplicated. */
async function on(type: Type, tasks: number, { print }: Bench): Promise<readonly string[]> {
  const server = await startPollsServer();
  const product = await startProduct({ SCRIPT_HTTP_ALLOW: '127.0.0.1' });
  try {
    const original = await originalOf(product, type, server.url);
    const measured = await measureTasks(product, server, { original, tasks });
    if (measured.twice > 0) throw new Error(`${measured.twice} polls of ${languages[type]} came twice`);
    const cells = row(type, measured);
    print(cells.join('  '));
    return cells;
  } finally {
    await product.stop();
    await server.stop();
  }
}

const names = [
  'scripts',
  'tasks',
  'polls /min',
  'delay, p50 ms',
  'delay, p99 ms',
  'interval, p50 ms',
  'interval, p99 ms',
  'server CPU ms',
  'PostgreSQL CPU ms',
  'runner CPU ms',
  'statements',
  'max polls /min',
];

function row(type: Type, { tasks, perMinute, lateMs, apartMs, used, statements }: Measurement): readonly string[] {
  const rounded = (value: number) => (Number.isNaN(value) ? '' : Math.round(value).toLocaleString('en'));
  const copyIndex = (usedUs: number) => formatMs(usedUs / 1_000 / (2 * perMinute));
  const allUs = (used.server + used.postgres + used.runner) / (2 * perMinute);
  return [
    languages[type],
    rounded(tasks),
    rounded(perMinute),
    ...[lateMs, apartMs].flatMap((times) => [rounded(quantile(times, 0.5)), rounded(quantile(times, 0.99))]),
    copyIndex(used.server),
    copyIndex(used.postgres),
    copyIndex(used.runner),
    statements.toFixed(1),
    rounded((availableParallelism() * minuteMs * 1_000) / allUs),
  ];
}

/** The target number of tasks of each language, and a number that two cores can sustain. */
const counts = { Js: [10_000, 600], Py: [10_000, 100] } as const satisfies Record<Type, readonly number[]>;

async function run(bench: Bench): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const type of types) for (const tasks of counts[type]) rows.push(await on(type, tasks, bench));
  return `Tasks of a plugin send one request to a server on loopback and continue by \`task.schedule\` after 60 s. A release has ten tasks, and each task has its own due time. A separate instance of the product runs them. The process of the clients is the server. No poll ran twice: each request contains the number of polls of its task.

${formatTable(names, rows)}

Two minutes are measured. "delay" is the time from the first due time of a task until its request reaches the server. "interval" is the time from one poll of a task to its next, minus the 60 s. Processor time and statements are those of one poll, including its share of lookaheads and sweeps. If the server is overloaded, polls run one after the other, the longest overdue first. "max polls" is the rate of the cores without other load, computed from the processor time of one poll.`;
}

/** Polls with task.schedule. */
export const polls: Workload = { name: 'polls', title: 'Poll with task.schedule', ownProduct: true, run };
