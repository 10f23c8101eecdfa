// Upload and download of an attachment of 100 MB, compared with a bare express handler that stores and sends the same
// bytes.
import pg from 'pg';
import { formatTable } from '../../test/harness/markdown-table.ts';
import { prepare } from '../flow/complete-task.ts';
import { startBareServer } from '../measure/bare-server.ts';
import { median } from '../measure/load.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { concurrentTransfers } from './concurrent-transfers.ts';
import { megabytes, transfer, withMemoryPeak } from './exchange.ts';

const rounds = 3;

interface TransferTimes {
  readonly up: number;
  readonly down: number;
}

async function bareRound(origin: string): Promise<TransferTimes> {
  const url = `${origin}/api/v1/attachments`;
  const up = await transfer(url, 'POST');
  return { up: up.seconds, down: (await transfer(url, 'GET')).seconds };
}

async function round({ product }: Bench, task: string) {
  const api = `${product.origin}/api/v1`;
  const { result: up, extraMb: upMemory } = await withMemoryPeak(product.pid, () =>
    transfer(`${api}/tasks/${task}/attachments`, 'POST'),
  );
  const [attachment]: readonly { readonly id: string }[] = JSON.parse(up.text);
  const url = `${api}/releases/attachments/${attachment?.id}`;
  const { result: down, extraMb: downMemory } = await withMemoryPeak(product.pid, () => transfer(url, 'GET'));
  return { up: up.seconds, down: down.seconds, upMemory, downMemory };
}

async function run(bench: Bench): Promise<string> {
  const { product, connections } = bench;
  const http = connections[0]!;
  const [release] = await prepare(http, 1);
  // warm-up: the heap growth of ordinary requests must not count as that of files
  for (let count = 0; count < 400; count += 1) await http.send('GET', `/releases/${release!.id}`);
  const { text } = await http.send('GET', `/releases/${release!.id}`);
  const task: string = JSON.parse(text).phases[0].tasks[0].id;
  const concurrentTable = await concurrentTransfers(product, task);
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  await client.query('create table bench_chunks (number integer primary key, data bytea not null)');
  const bare = await startBareServer(product.databaseUrl);
  const measured: { readonly work: Awaited<ReturnType<typeof round>>; readonly floor: TransferTimes }[] = [];
  for (let count = 0; count <= rounds; count += 1) {
    measured.push({ floor: await bareRound(bare.origin), work: await round(bench, task) });
  }
  await bare.stop();
  await client.query('drop table bench_chunks');
  await client.end();
  const pairs = measured.slice(1);
  const row = (direction: 'up' | 'down', memory: 'upMemory' | 'downMemory') => [
    direction === 'up' ? 'upload' : 'download',
    ...[({ work }: (typeof pairs)[0]) => work[direction], ({ floor }: (typeof pairs)[0]) => floor[direction]].map(
      (rateOf) => String(Math.round(megabytes / median(pairs.map(rateOf)))),
    ),
    median(pairs.map(({ work, floor }) => floor[direction] / work[direction])).toFixed(2),
    '0.50',
    String(Math.round(Math.max(...pairs.map(({ work }) => work[memory])))),
    '40',
  ];
  const names = ['', 'MB/s', 'floor MB/s', 'ratio to floor', 'target', 'MB above idle', 'limit'];
  return `One client transfers one attachment of ${megabytes} MB (1 MB is 10⁶ bytes) that cannot be compressed.

${formatTable(names, [row('up', 'upMemory'), row('down', 'downMemory')])}

Medians of ${rounds} rounds, and the maximum memory of all rounds. The floor is a minimal Express handler in a separate process. It stores the body as it arrives, one MiB for each row, in the same PostgreSQL, and sends these rows. It does not parse a form, compute a hash or authenticate a user.

${concurrentTable}`;
}

/** Transfers attachments of 100 MB, one and many at once. */
export const attachments: Workload = { name: 'attachments', title: 'Attachments of 100 MB', run };
