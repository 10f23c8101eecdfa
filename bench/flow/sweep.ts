// The cost of a sweep without due work: with few releases, with many waiting releases, and with many more finished
// ones.
import { strict as assert } from 'node:assert';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkConsistency, type OpenEngine, openEngine } from '@slipway/engine';
import pg from 'pg';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { connect, type Http } from '../measure/http.ts';
import { type Client, measure, quantile } from '../measure/load.ts';
import { type Product, startProduct } from '../measure/product.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { copyFinished, copyRelease } from './copies.ts';
import { planDocument } from './sweep-plans.ts';

/**
 * Half of the finished releases are archived, the others are live. Half of the waiting ones wait for a date, the others
 * wait at a gate for one of them.
 */
const amounts = { finished: 1_000_000, waiting: 10_000 };
const sweeps = 200;
const maxMs = 60_000;
/** The number of statements of a sweep without due work, which run one after the other. */
const statements = 3;

interface ResourceRef {
  readonly id: string;
}
const lastSegment = ({ id }: ResourceRef): string => id.slice(id.lastIndexOf('/') + 1);

/**
 * Creates one release of each kind: one waits for a date, one waits at a gate for the first one, and one has finished.
 */
async function originals(
  http: Http,
): Promise<{ readonly dated: string; readonly gated: string; readonly finished: string }> {
  const release = async (task: object, order: object = {}) => {
    const phases = [{ title: 'Deliver', tasks: [{ title: 'Do it', ...task }] }];
    const { id } = await http.request<ResourceRef>('POST', '/templates', { title: 'One task', phases });
    return await http.request<ResourceRef>('POST', `/templates/${id}/create`, { releaseTitle: 'Original', ...order });
  };
  const started = async (created: ResourceRef) =>
    await http.request<ResourceRef>('POST', `/releases/${created.id}/start`, {});
  const dated = await release({}, { autoStart: true, scheduledStartDate: '2100-01-01T00:00:00Z' });
  const gated = await started(await release({ type: 'rel.GateTask', dependencies: [{ target: dated.id }] }));
  const releaseToAbort = await release({});
  await started(releaseToAbort);
  const finished = await http.request<ResourceRef>('POST', `/releases/${releaseToAbort.id}/abort`, {});
  return { dated: lastSegment(dated), gated: lastSegment(gated), finished: lastSegment(finished) };
}

/**
 * Returns one row: the duration of a sweep, and the duration of the same number of statements that each read one row by
 * its key.
 */
async function row(name: string, { engine }: OpenEngine, client: pg.Client): Promise<readonly string[]> {
  let remaining = sweeps;
  const sweeping: Client = async () => {
    const result = await engine.sweep(0);
    assert.deepEqual(result, { due: 0, unnotified: 0, failed: 0 });
    remaining -= 1;
    return remaining > 0;
  };
  const floorClient: Client = async () => {
    for (const _ of numbers(statements)) {
      await client.query({ name: 'one', text: 'select status from live_releases where id = $1', values: ['Release'] });
    }
    return true;
  };
  const floor = await measure([floorClient], 500);
  const { durationsMs } = await measure([sweeping], maxMs);
  const figures = [0.5, 0.99, 1].map((share) => formatMs(quantile(durationsMs, share)));
  const sendTimes = await measure([() => engine.sendWakes().then(() => true)], 500);
  return [
    name,
    ...figures,
    formatMs(quantile(sendTimes.durationsMs, 0.5)),
    formatMs(quantile(floor.durationsMs, 0.5)),
    '20',
  ];
}

async function fill(client: pg.Client, { dated, gated }: { readonly dated: string; readonly gated: string }) {
  const count = amounts.waiting / 2;
  const target = { id: dated, suffix: 'Dated' };
  await copyRelease(client, dated, { suffix: 'Dated', count, due: `now() + (n + 60) * interval '1 minute'` });
  await copyRelease(client, gated, { suffix: 'Gated', count, target });
}

async function measureOn(product: Product, print: Bench['print']): Promise<string> {
  const http = connect(product.origin);
  const { finished, ...waiting } = await originals(http);
  await http.close();
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const secretKey = await readFile(join(product.folder, 'secret.key'), 'utf8');
  const opened = await openEngine({ url: product.databaseUrl, secretKey, warn: (_, sentence) => print(sentence) });
  try {
    const rows = [await row('a few', opened, client)];
    await fill(client, waiting);
    rows.push(await row('10,000 waiting', opened, client));
    const startedAt = performance.now();
    const secondClient = new pg.Client({ connectionString: product.databaseUrl });
    await secondClient.connect();
    await Promise.all([
      copyFinished(client, finished, 'live', amounts.finished / 2),
      copyFinished(secondClient, finished, 'archived', amounts.finished / 2),
    ]).finally(() => secondClient.end());
    print(`Made ${amounts.finished} finished releases in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
    rows.push(await row('10,000 waiting, 1,000,000 finished', opened, client));
    await writeFile('bench/SWEEP-PLANS.md', await planDocument(opened.database, amounts));
    const checkStartedAt = performance.now();
    const { ok } = await checkConsistency(opened.database);
    assert.equal(ok, true);
    return sectionOf(rows, performance.now() - checkStartedAt);
  } finally {
    await opened.stop();
    await client.end();
  }
}

const sectionOf = (
  rows: readonly (readonly string[])[],
  checkMs: number,
): string => `One sweep without due work, ${sweeps} times for each number of releases. Half of the waiting releases wait for a date. The others wait at a gate for one of the former. Half of the finished releases are archived.

${formatTable(['releases', 'sweep p50 ms', 'p99 ms', 'max ms', 'lookahead p50 ms', 'floor p50 ms', 'target p99'], rows)}

A sweep claims due releases, checks the targets of 500 waiting gates, and deletes expired idempotency keys: ${statements} statements. Every second, a scheduler also runs a lookahead, which sends releases that are due soon to the queue. The floor is ${statements} prepared statements that read a row by its key. The product also sweeps during the measurement. [SWEEP-PLANS.md](SWEEP-PLANS.md) contains the query plans. The consistency check (\`GET /system/consistency\`, once a minute) took ${Math.round(checkMs)} ms over all releases.`;

async function run({ print }: Bench): Promise<string> {
  const product = await startProduct();
  try {
    return await measureOn(product, print);
  } finally {
    await product.stop();
  }
}

/** Sweeps for due work. */
export const sweep: Workload = { name: 'sweep', title: 'Sweep for due work', ownProduct: true, run };
