import { fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { processorTime, usageBetween } from '../measure/processor.ts';
import type { Product } from '../measure/product.ts';
import { numbers } from '../measure/workload.ts';
import { type Receiver, startFastReceiver } from './receivers.ts';

/** What a delivery costs at least. */
export interface DeliveryFloor {
  readonly perSecond: number;
  /** of the sender, of PostgreSQL and of the receivers, in microseconds */
  readonly senderUs: number;
  readonly postgresUs: number;
  readonly clientsUs: number;
}

const count = 10_000;

async function fillQueue(client: pg.Client): Promise<void> {
  const body = JSON.stringify({ time: new Date().toISOString(), text: 'x'.repeat(500) });
  await client.query('create table bench_queue (id bigint primary key, body text not null)');
  await client.query('insert into bench_queue select n, $1 from generate_series(1, $2::int) n', [body, count]);
  await client.query('vacuum analyze bench_queue');
}

async function measureSender(product: Product, receivers: readonly Receiver[]): Promise<DeliveryFloor> {
  const sender = fork('bench/notifications/bare-sender.ts', [product.databaseUrl, ...receivers.map(({ url }) => url)]);
  const startedAt = performance.now();
  const before = processorTime(product.pid);
  const [{ usage }] = await once(sender, 'message');
  const seconds = (performance.now() - startedAt) / 1_000;
  const used = usageBetween(before, processorTime(product.pid));
  const exited = once(sender, 'exit');
  sender.send('end');
  await exited;
  return {
    perSecond: count / seconds,
    senderUs: (usage.user + usage.system) / count,
    postgresUs: used.postgres / count,
    clientsUs: used.clients / count,
  };
}

/** Measures a minimal sender in its own process. */
export async function measureFloor(product: Product, receiverCount: number): Promise<DeliveryFloor> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const receivers = await Promise.all(numbers(receiverCount).map(() => startFastReceiver()));
  try {
    await fillQueue(client);
    return await measureSender(product, receivers);
  } finally {
    await client.query('drop table bench_queue');
    await client.end();
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  }
}
