// The time from a webhook delivery to a started release of fifty tasks: sixteen clients send deliveries, and the
// measurement ends when the last release is running.
import pg from 'pg';
import { formatTable } from '../../test/harness/markdown-table.ts';
import { connectAnonymously, type Http } from '../measure/http.ts';
import { measure, median, type Round } from '../measure/load.ts';
import { type ProcessorUsage, processorTime, usageBetween } from '../measure/processor.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { pushEvent } from './push-event.ts';

const rounds = 3;
const clients = 16;
const deliveriesEach = 320;

interface Kind {
  readonly name: string;
  /** number of endpoints, each with its own trigger and template */
  readonly endpoints: number;
  readonly tasks: number;
}
const kinds: readonly Kind[] = [
  { name: '50 tasks, one endpoint, trigger and template', endpoints: 1, tasks: 50 },
  { name: '50 tasks, eight of each', endpoints: 8, tasks: 50 },
  { name: '1 task, one of each', endpoints: 1, tasks: 1 },
];

/** A template of manual tasks in at most five phases. */
const templateOf = (tasks: number) => ({
  title: 'Pushed',
  maxConcurrentReleases: 1_000_000,
  variables: [{ key: 'ref', type: 'rel.StringVariable', requiresValue: false }],
  phases: numbers(Math.min(5, tasks)).map((phase) => ({
    title: `Phase ${phase}`,
    tasks: numbers(Math.ceil(tasks / 5)).map((task) => ({ title: `Task ${task} of \${ref}` })),
  })),
});

async function createEndpoints(http: Http, name: string, tasks: number): Promise<string> {
  const created = (path: string, body: object) => http.request<{ readonly id: string }>('POST', path, body);
  const path = `events/${name.replace(/\W+/g, '-')}`;
  const authentication = { type: 'events.NoAuthentication' };
  const endpoint = await created('/config', { type: 'events.PostWebhookEndpoint', title: name, path, authentication });
  const template = await created('/templates', templateOf(tasks));
  await created('/triggers', {
    type: 'events.EventBasedTrigger',
    title: name,
    template: template.id,
    eventSource: endpoint.id,
    eventFilter: {
      type: 'events.ExpressionEventFilter',
      expressions: [{ path: 'ref', operator: 'STARTS_WITH', value: 'refs/heads/' }],
    },
    mappedProperties: [
      {
        type: 'StringValue',
        targetProperty: 'releaseTitle',
        value: 'Push ${counter} to ${event.repository.full_name}',
      },
      { type: 'StringValue', targetProperty: 'variables[ref]', value: '${event.ref}' },
    ],
  });
  return `/webhooks/${path}`;
}

interface Measurement {
  readonly answered: Round;
  /** releases per second, from the first delivery until the last release is running */
  readonly perSecond: number;
  readonly used: ProcessorUsage;
}

async function measureRound(database: pg.Client, bench: Bench, paths: readonly string[]): Promise<Measurement> {
  const anonymousClients = numbers(clients).map(() => connectAnonymously(bench.product.origin));
  const headers = { 'content-type': 'application/json' };
  let remaining = deliveriesEach;
  const before = processorTime(bench.product.pid);
  const startedAt = performance.now();
  const responded = await measure(
    anonymousClients.map((anonymousClient, index) => async () => {
      if (remaining-- <= 0) return false;
      const { status, text } = await anonymousClient.post(paths[index % paths.length] ?? '', headers, pushEvent);
      if (status !== 200) throw new Error(`a delivery was answered ${status}: ${text}`);
      return true;
    }),
    60_000,
  );
  // uses the index of unprocessed deliveries, which does not load the product
  const text = `select exists (select from deliveries where verdict = 'ACCEPTED' and processed_at is null) as more`;
  const unprocessed = async () => (await database.query({ name: 'unprocessed', text })).rows[0].more === true;
  while (await unprocessed()) await new Promise((done) => setTimeout(done, 10));
  const perSecond = deliveriesEach / ((performance.now() - startedAt) / 1_000);
  const used = usageBetween(before, processorTime(bench.product.pid));
  await Promise.all(anonymousClients.map((anonymousClient) => anonymousClient.close()));
  return { answered: responded, perSecond, used };
}

/** Checks that each delivery has created one running release. */
async function requireReleases(database: pg.Client, expected: number): Promise<void> {
  const { rows } = await database.query(
    `select count(*) as runs, count(distinct r.release_id) filter (where l.status = 'IN_PROGRESS') as running
      from trigger_runs r left join live_releases l on l.id = r.release_id`,
  );
  const { runs, running } = rows[0];
  if (Number(runs) !== expected || Number(running) !== expected)
    throw new Error(`of ${expected} deliveries ${runs} were heard, and ${running} releases run`);
}

async function run(bench: Bench): Promise<string> {
  const database = new pg.Client({ connectionString: bench.product.databaseUrl });
  await database.connect();
  try {
    return await measureKinds(database, bench);
  } finally {
    await database.end();
  }
}

async function measureKinds(database: pg.Client, bench: Bench): Promise<string> {
  const rows: (readonly string[])[] = [];
  let delivered = 0;
  for (const { name, endpoints, tasks } of kinds) {
    const paths: string[] = [];
    for (const index of numbers(endpoints))
      paths.push(await createEndpoints(bench.connections[0]!, `${name} ${index}`, tasks));
    await measureRound(database, bench, paths);
    const measured: Measurement[] = [];
    for (const _ of numbers(rounds)) measured.push(await measureRound(database, bench, paths));
    delivered += (rounds + 1) * deliveriesEach;
    await requireReleases(database, delivered);
    const figure = (value: (one: Measurement) => number) => String(Math.round(median(measured.map(value))));
    rows.push([
      name,
      figure(({ perSecond }) => perSecond),
      figure(({ answered: responded }) => responded.perSecond),
      figure(({ used }) => used.server / deliveriesEach),
      figure(({ used }) => used.postgres / deliveriesEach),
    ]);
    bench.print(rows.at(-1)!.join('  '));
  }
  const names = ['release', 'started /s', 'responses /s', 'server CPU µs', 'PostgreSQL CPU µs'];
  return `A push event of ${pushEvent.length} bytes is delivered ${deliveriesEach} times by ${clients} clients. The measurement ends when the last release runs. The server stores, evaluates, answers, filters and maps each event. It creates and starts one release for each event. The target is five times the rate of n8n on such a machine, which is 102 /s.

${formatTable(names, rows)}

Medians of ${rounds} rounds. Pending deliveries of one trigger fire together, at most sixteen in a transaction. Releases from one template are created one after the other, because each creation counts the running releases.`;
}

/** Starts releases by webhooks. */
export const events: Workload = { name: 'events', title: 'Start a release by a webhook', run };
