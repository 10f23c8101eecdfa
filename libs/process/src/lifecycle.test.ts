import { expect, test } from 'vitest';
import { createLifecycle, ProcessStopping, stopInOrder } from './lifecycle.ts';
import { createLogger } from './logger.ts';

function observed({ deadlineMs = 5000, drainMs = 0 } = {}) {
  const seen: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => seen.push(JSON.parse(line).msg) });
  const lifecycle = createLifecycle({ logger, drainMs, deadlineMs, exit: (code) => seen.push(`exit ${code}`) });
  const part = (name: string) =>
    lifecycle.start(
      name,
      () => seen.push(`start ${name}`),
      () => seen.push(`stop ${name}`),
    );
  const draining = (name: string) =>
    lifecycle.start(name, () => seen.push(`start ${name}`), {
      end: () => seen.push(`stop ${name}`),
      drain: () => seen.push(`drain ${name}`),
    });
  return { seen, lifecycle, part, draining };
}

test('parts stop in reverse order, once, for any number of stop requests', async () => {
  const { seen, lifecycle, part } = observed();
  await part('database');
  await part('api');
  await Promise.all([lifecycle.stop(), lifecycle.stop(1), lifecycle.stop()]);
  expect(seen).toEqual(['start database', 'start api', 'stop api', 'stop database', 'exit 0']);
});

test('a part that is starting during a stop is awaited and stopped, and no other starts', async () => {
  const { seen, lifecycle, part } = observed();
  const opened = Promise.withResolvers<string>();
  const starting = lifecycle.start(
    'database',
    () => opened.promise,
    (name) => seen.push(`stop ${name}`),
  );
  const stopped = lifecycle.stop();
  opened.resolve('database');
  await expect(starting).rejects.toThrow(ProcessStopping);
  await expect(part('api')).rejects.toThrow(ProcessStopping);
  await stopped;
  expect(seen).toEqual(['stop database', 'exit 0']);
});

test('a part that fails to start is not stopped', async () => {
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

test('an error of a stopping part is logged, the others stop, and the exit code is 1', async () => {
  const { seen, lifecycle, part } = observed();
  await part('database');
  await lifecycle.start(
    'api',
    () => undefined,
    () => Promise.reject(new Error('stuck')),
  );
  await lifecycle.stop();
  expect(seen).toEqual(['start database', 'could not stop a part of the process in order', 'stop database', 'exit 1']);
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

const serving = 'the process is no longer ready, and continues to serve until it stops';

test('parts drain in reverse order without a pause, and stop after the drain time', async () => {
  const { seen, lifecycle, part, draining } = observed({ drainMs: 5 });
  await part('database');
  await draining('api');
  await draining('readiness');
  const drained = lifecycle.drain();
  expect(lifecycle.stopping).toBe(false);
  expect(seen.slice(3)).toEqual(['drain readiness', 'drain api', serving]);
  await drained;
  expect(seen.slice(6)).toEqual(['stop readiness', 'stop api', 'stop database', 'exit 0']);
});

test('a second stop request ends the drain', async () => {
  const { seen, lifecycle, draining } = observed({ drainMs: 3_600_000 });
  await draining('api');
  const drained = lifecycle.drain();
  await lifecycle.stop();
  await drained;
  expect(seen).toEqual(['start api', 'drain api', serving, 'stop api', 'exit 0']);
});

test.each([
  ['if the drain time is 0', 0, 'draining'],
  ['if no part can drain', 3_600_000, 'part'],
] as const)('there is no drain %s', async (_, drainMs, kind) => {
  const { seen, lifecycle, ...begin } = observed({ drainMs });
  await begin[kind]('api');
  await lifecycle.drain();
  expect(seen).toEqual(['start api', 'stop api', 'exit 0']);
});

test('a process that drains completes the start of its parts', async () => {
  const { seen, lifecycle, part, draining } = observed({ drainMs: 5 });
  await draining('api');
  const drained = lifecycle.drain();
  await part('late');
  await drained;
  expect(seen.slice(-4)).toEqual(['start late', 'stop late', 'stop api', 'exit 0']);
});

test.each([
  ['the first step', ['streams']],
  ['two steps', ['listener', 'events']],
  ['the last step', ['recorders']],
])('a stop runs all steps in order after a failure of %s', async (_, failing) => {
  const seen: string[] = [];
  const step = (name: string) => async () => {
    seen.push(name);
    if (failing.includes(name)) throw new Error(`${name} failed`);
  };
  const stopping = stopInOrder(step('streams'), step('listener'), step('events'), step('recorders'));
  const error: unknown = await stopping.catch((failure: unknown) => failure);
  expect(seen).toEqual(['streams', 'listener', 'events', 'recorders']);
  const last = error instanceof SuppressedError ? error.error : error;
  expect(last).toEqual(new Error(`${failing.at(-1)} failed`));
});

test('a stop without a failure waits for each step before the next one', async () => {
  const seen: string[] = [];
  const step = (name: string) => async () => {
    seen.push(`${name} begins`);
    await Promise.resolve();
    seen.push(`${name} ends`);
  };
  await stopInOrder(step('a'), step('b'));
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});
