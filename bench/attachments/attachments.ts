// Upload and download of an attachment of 100 MB, beside a bare express handler that stores and sends the same bytes.
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import pg from 'pg';
import { prepare } from '../flow/complete-task.ts';
import { startBare } from '../measure/bare.ts';
import { median } from '../measure/load.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { residentMemory } from '../report/memory.ts';
import { table } from '../report/table.ts';

const rounds = 3;
const megabytes = 100;
const piece = randomBytes(1_000_000);
const authorization = `Basic ${Buffer.from('admin:admin').toString('base64')}`;
const form = { authorization, 'content-type': 'multipart/form-data; boundary=between' };
const head = '--between\r\nContent-Disposition: form-data; name="file"; filename="large"\r\n\r\n';

interface Exchange {
  readonly seconds: number;
  readonly size: number;
  /** of what was answered */
  readonly text: string;
}

/** One request, with `megabytes` in its body or without one. */
async function exchange(url: string, method: 'GET' | 'POST'): Promise<Exchange> {
  const began = performance.now();
  const asking = request(url, { method, headers: method === 'POST' ? form : { authorization } });
  const answered = new Promise<Omit<Exchange, 'seconds'>>((resolve, reject) => {
    asking.on('error', reject);
    asking.on('response', (response) => {
      let size = 0;
      let text = '';
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (method === 'POST') text += chunk.toString();
      });
      response.on('end', () =>
        response.statusCode === 200 ? resolve({ size, text }) : reject(new Error(`${response.statusCode} ${text}`)),
      );
    });
  });
  if (method === 'POST') {
    asking.write(head);
    for (let sent = 0; sent < megabytes; sent += 1) {
      if (!asking.write(piece)) await new Promise((drained) => asking.once('drain', drained));
    }
    asking.write('\r\n--between--\r\n');
  }
  asking.end();
  const { size, text } = await answered;
  if (method === 'GET' && size < megabytes * piece.length) throw new Error(`only ${size} bytes came`);
  return { seconds: (performance.now() - began) / 1000, size, text };
}

/** Does the work, and tells how much more memory than before the process has had meanwhile. */
async function watching<T>(pid: number, work: () => Promise<T>): Promise<readonly [result: T, megabytes: number]> {
  const idle = residentMemory(pid);
  let most = idle;
  const looking = setInterval(() => {
    most = Math.max(most, residentMemory(pid));
  }, 20);
  try {
    return [await work(), most - idle];
  } finally {
    clearInterval(looking);
  }
}

interface Both {
  readonly up: number;
  readonly down: number;
}

async function bareRound(origin: string): Promise<Both> {
  const url = `${origin}/api/v1/attachments`;
  const up = await exchange(url, 'POST');
  return { up: up.seconds, down: (await exchange(url, 'GET')).seconds };
}

async function round({ product }: Bench, task: string) {
  const api = `${product.origin}/api/v1`;
  const [up, upMemory] = await watching(product.pid, () => exchange(`${api}/tasks/${task}/attachments`, 'POST'));
  const [given]: readonly { readonly id: string }[] = JSON.parse(up.text);
  const url = `${api}/releases/attachments/${given?.id}`;
  const [down, downMemory] = await watching(product.pid, () => exchange(url, 'GET'));
  return { up: up.seconds, down: down.seconds, upMemory, downMemory };
}

async function run(bench: Bench): Promise<string> {
  const { product, connections } = bench;
  const [release] = await prepare(connections[0]!, 1);
  const { text } = await connections[0]!.send('GET', `/releases/${release!.id}`);
  const task: string = JSON.parse(text).phases[0].tasks[0].id;
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  await client.query('create table bench_chunks (number integer primary key, data bytea not null)');
  const bare = await startBare(product.databaseUrl);
  const measured: { readonly work: Awaited<ReturnType<typeof round>>; readonly floor: Both }[] = [];
  for (let count = 0; count <= rounds; count += 1) {
    measured.push({ floor: await bareRound(bare.origin), work: await round(bench, task) });
  }
  await bare.stop();
  await client.query('drop table bench_chunks');
  await client.end();
  const pairs = measured.slice(1);
  const row = (way: 'up' | 'down', memory: 'upMemory' | 'downMemory') => [
    way === 'up' ? 'upload' : 'download',
    ...[({ work }: (typeof pairs)[0]) => work[way], ({ floor }: (typeof pairs)[0]) => floor[way]].map((of) =>
      String(Math.round(megabytes / median(pairs.map(of)))),
    ),
    median(pairs.map(({ work, floor }) => floor[way] / work[way])).toFixed(2),
    '0.50',
    String(Math.round(Math.max(...pairs.map(({ work }) => work[memory])))),
    '40',
  ];
  const names = ['', 'MB/s', 'floor MB/s', 'of the floor', 'aim', 'MB above idle', 'at most'];
  return `One attachment of ${megabytes} MB (of 10⁶ bytes that cannot be compressed), one client.

${table(names, [row('up', 'upMemory'), row('down', 'downMemory')])}

Medians of ${rounds} rounds, and the most memory of all of them. The floor is a bare express handler in a process of its own that stores the body as it comes, a MiB a row, in the same PostgreSQL, and sends these rows again; it parses no form, hashes nothing and asks nobody who they are.`;
}

/** Attachments of 100 MB. */
export const attachments: Workload = { name: 'attachments', title: 'Attachments of 100 MB', run };
