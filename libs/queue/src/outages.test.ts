import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/harness/database.ts';
import { startFlakyProxy } from '../../../test/harness/servers/flaky-proxy.ts';
import { type FreshRedis, findRedisProgram, freshRedis } from '../../../test/harness/servers/redis.ts';
import { execute } from '../../../test/harness/servers/statements.ts';
import { isLong } from '../../../test/harness/test-length.ts';
import { type Message, openQueue, type Queue, type QueueOptions } from './queue.ts';
import { consumeWakes, createWake } from './testing.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const open = (options: Partial<QueueOptions> = {}): Queue =>
  openQueue({ databaseUrl: database.url, now: async () => Date.now(), warn: () => {}, ...options });
const until = (queue: Queue, word: 'ok' | 'degraded') => expect.poll(() => queue.health(), { interval: 20 }).toBe(word);

test('on PostgreSQL, a consumer reconnects automatically', async () => {
  const queue = open();
  const consumed = consumeWakes(queue);
  await expect.poll(() => queue.sendMany('wake', [createWake('Before')]), { interval: 20 }).toBe(true);
  await consumed.until((ids) => ids.includes('Before'));
  await execute(
    database.url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await expect.poll(() => queue.sendMany('wake', [createWake('After')]), { interval: 20 }).toBe(true);
  expect(await consumed.until((ids) => ids.includes('After'))).toEqual(['After', 'Before']);
  await queue.stop();
});

test('an unavailable database is an outage, and a stop completes', async () => {
  const queue = open({ databaseUrl: 'postgresql://nobody@127.0.0.1:9/nothing' });
  consumeWakes(queue);
  expect(await queue.health()).toBe('degraded');
  expect(await queue.sendMany('wake', [createWake('Lost')])).toBe(false);
  await queue.stop();
});

test('a database outage at any time of a start only delays it: consumers start, and their process continues', async () => {
  const started = Array.from({ length: 24 }, async (_, index) => {
    const own = await freshDatabase();
    const gate = await startFlakyProxy(own.url, index + 1);
    const queue = open({ databaseUrl: gate.url });
    const consumed = consumeWakes(queue);
    await expect.poll(() => queue.sendMany('wake', [createWake('After')]), { interval: 100 }).toBe(true);
    const ids = await consumed.until((seen) => seen.length > 0);
    await queue.stop();
    gate.close();
    await own.drop();
    return [...new Set(ids)];
  });
  expect(await Promise.all(started)).toEqual(started.map(() => ['After']));
});

describe.skipIf((await findRedisProgram()) === null && process.env.CI !== 'true')('on Redis', () => {
  let redis: FreshRedis;
  beforeAll(async () => {
    redis = await freshRedis();
  });
  afterAll(() => redis.stop());

  test('an unavailable server rejects messages immediately and is reported once, and a consumer reconnects', async () => {
    let lost = 0;
    const warnings: string[] = [];
    const queue = open({
      redisUrl: redis.url,
      warn: (_, sentence) => warnings.push(sentence),
      onLost: (count) => {
        lost += count;
      },
    });
    await until(queue, 'ok');
    const consumed = consumeWakes(queue);
    queue.send('wake', createWake('Before'));
    await consumed.until((ids) => ids.includes('Before'));
    await redis.kill();
    await until(queue, 'degraded');
    let tries = 0;
    const elapsedMs = async () => {
      const began = performance.now();
      expect(await queue.sendMany('wake', [createWake('Lost')])).toBe(false);
      queue.send('wake', createWake('LostToo'));
      tries += 1;
      return performance.now() - began;
    };
    // Waiting for a response would take two seconds each time.
    await expect.poll(elapsedMs).toBeLessThan(1_000);
    await expect.poll(() => lost).toBe(2 * tries);
    expect(warnings).toEqual(['the queue cannot be reached; releases are woken by the sweep meanwhile']);
    await redis.restart();
    await until(queue, 'ok');
    queue.send('wake', createWake('After'));
    expect(await consumed.until((ids) => ids.includes('After'))).toEqual(['After', 'Before']);
    await queue.stop();
  });

  test('a message that a flush has deleted can be sent again, and is delivered once', async () => {
    const queue = open({ redisUrl: redis.url });
    const at = Date.now() + 500;
    const send = (...messages: Message<'wake'>[]) => expect.poll(() => queue.sendMany('wake', messages)).toBe(true);
    await send(createWake('Flushed', at));
    await redis.flush();
    await send(createWake('Flushed', at), createWake('Last', at + 1));
    const consumed = consumeWakes(queue);
    expect(await consumed.until((ids) => ids.length > 1)).toEqual(['Flushed', 'Last']);
    await queue.stop();
  });

  test('a server that does not respond counts as unavailable, and a stop completes', async () => {
    const queue = open({ redisUrl: redis.url });
    await until(queue, 'ok');
    consumeWakes(queue);
    redis.hang();
    expect(await queue.sendMany('wake', [createWake('Unheard')])).toBe(false);
    expect(await queue.health()).toBe('degraded');
    await queue.stop();
    await redis.restart();
  });

  test.runIf(isLong)('a lost server that never closed its connections is found again after its return', async () => {
    const gate = await startFlakyProxy(redis.url, 40, 'mute');
    const queue = open({ redisUrl: gate.url });
    const consumed = consumeWakes(queue);
    let sent = 0;
    while (await queue.sendMany('wake', [createWake('Before', sent)])) sent += 1;
    expect(sent).toBeGreaterThan(0);
    await until(queue, 'ok');
    expect(await queue.sendMany('wake', [createWake('After')])).toBe(true);
    await consumed.until((ids) => ids.includes('After'));
    await queue.stop();
    gate.close();
  });

  test('a server that rejects everything is polled with pauses, and used when it is available again', async () => {
    const queue = open({ redisUrl: redis.url });
    const served = new EventEmitter();
    const [started, refusing, after] = ['begun', 'refusing', 'After'].map((name) => once(served, name));
    queue.serve(
      'wake',
      async ({ releaseId }) => {
        served.emit('begun');
        await refusing;
        served.emit(releaseId);
      },
      { concurrency: 4 },
    );
    const many = Array.from({ length: 40 }, (_, index) => createWake(`Busy${index}`));
    expect(await queue.sendMany('wake', many)).toBe(true);
    await started;
    await redis.sendCommand('CONFIG SET min-replicas-to-write 1');
    const commands = async () =>
      Number(/total_commands_processed:(\d+)/.exec(await redis.sendCommand('INFO stats'))?.[1]);
    const before = await commands();
    served.emit('refusing');
    await redis.sendCommand('WAIT 1 1000');
    expect((await commands()) - before).toBeLessThan(200);
    await redis.sendCommand('CONFIG SET min-replicas-to-write 0');
    expect(await queue.sendMany('wake', [createWake('After')])).toBe(true);
    await after;
    await queue.stop();
  });

  test('with a wrong password, no message is sent, no call fails, and a stop completes', async () => {
    const url = new URL(redis.url);
    url.password = 'wrong';
    const queue = open({ redisUrl: url.href });
    consumeWakes(queue);
    expect(await queue.health()).toBe('degraded');
    expect(await queue.sendMany('wake', [createWake('Refused')])).toBe(false);
    await queue.stop();
  });
});
