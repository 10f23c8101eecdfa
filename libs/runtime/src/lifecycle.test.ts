import { expect, test } from 'vitest';
import { createLifecycle, Stopping } from './lifecycle.ts';
import { createLogger } from './logger.ts';

function observed(deadlineMs = 5000) {
  const seen: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => seen.push(JSON.parse(line).msg) });
  const lifecycle = createLifecycle({ logger, deadlineMs, exit: (code) => seen.push(`exit ${code}`) });
  const part = (name: string) =>
    lifecycle.start(
      name,
      () => seen.push(`start ${name}`),
      () => seen.push(`stop ${name}`),
    );
  return { seen, lifecycle, part };
}

test('parts stop in reverse order, once, however often a stop is asked for', async () => {
  const { seen, lifecycle, part } = observed();
  await part('database');
  await part('api');
  await Promise.all([lifecycle.stop(), lifecycle.stop(1), lifecycle.stop()]);
  expect(seen).toEqual(['start database', 'start api', 'stop api', 'stop database', 'exit 0']);
});

test('a part that is starting when the stop arrives is waited for and stopped, and no other starts', async () => {
  const { seen, lifecycle, part } = observed();
  const opened = Promise.withResolvers<string>();
  const starting = lifecycle.start(
    'database',
    () => opened.promise,
    (name) => seen.push(`stop ${name}`),
  );
  const stopped = lifecycle.stop();
  opened.resolve('database');
  await expect(starting).rejects.toThrow(Stopping);
  await expect(part('api')).rejects.toThrow(Stopping);
  await stopped;
  expect(seen).toEqual(['stop database', 'exit 0']);
});

test('a part that fails to start has nothing to stop', async () => {
  const { seen, lifecycle, part } = observed();
  await part('database');
  await expect(
    lifecycle.start(
      'api',
      () => Promise.reject(new Error('taken')),
      () => seen.push('never'),
    ),
  ).rejects.toThrow('taken');
  await lifecycle.stop(1);
  expect(seen).toEqual(['start database', 'stop database', 'exit 1']);
});

test('a part that fails to stop is logged, the others stop all the same, and the exit code tells', async () => {
  const { seen, lifecycle, part } = observed();
  await part('database');
  await lifecycle.start(
    'api',
    () => undefined,
    () => Promise.reject(new Error('stuck')),
  );
  await lifecycle.stop();
  expect(seen).toEqual(['start database', 'a part could not be stopped in order', 'stop database', 'exit 1']);
});

test('a stop that takes longer than the deadline ends the process', async () => {
  const exited = Promise.withResolvers<number>();
  const logger = createLogger({ logLevel: 'silent' });
  const lifecycle = createLifecycle({ logger, deadlineMs: 5, exit: exited.resolve });
  await lifecycle.start(
    'api',
    () => undefined,
    () => new Promise(() => undefined),
  );
  void lifecycle.stop();
  expect(await exited.promise).toBe(1);
});
