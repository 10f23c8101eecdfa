import { expect, test } from 'vitest';
import { createHealth } from './health.ts';

test('a process without checks is ready', async () => {
  expect(await createHealth().readiness()).toEqual({ ready: true, draining: false, checks: {} });
});

test('one failed check makes it not ready, and is reported without its reason', async () => {
  const health = createHealth();
  health.check('database', async () => {
    throw new Error('password authentication failed');
  });
  health.check('disk', async () => 'fine');
  expect(await health.readiness()).toEqual({
    ready: false,
    draining: false,
    checks: { database: 'failed', disk: 'ok' },
  });
});

test('a draining process is not ready, independent of its checks', async () => {
  const health = createHealth();
  health.check('database', async () => 1);
  health.drain();
  expect(await health.readiness()).toEqual({ ready: false, draining: true, checks: { database: 'ok' } });
});

test('a check that does not respond has failed', async () => {
  const health = createHealth({ limitMs: 5 });
  health.check('database', () => new Promise(() => undefined));
  expect((await health.readiness()).checks).toEqual({ database: 'failed' });
});

test('an optional service does not affect readiness, but is reported', async () => {
  const health = createHealth({ limitMs: 5 });
  health.softCheck('queue', async () => 'degraded');
  health.softCheck('mail', () => new Promise(() => undefined));
  health.softCheck('cache', async () => 'ok');
  expect(await health.readiness()).toEqual({
    ready: true,
    draining: false,
    checks: { queue: 'degraded', mail: 'degraded', cache: 'ok' },
  });
});

test('a process is not ready before its dependencies, and reports them', async () => {
  const health = createHealth();
  health.check('database', async () => 1);
  const come = health.waitFor('schema');
  expect(await health.readiness()).toEqual({
    ready: false,
    draining: false,
    checks: { database: 'ok', schema: 'waiting' },
  });
  come();
  expect(await health.readiness()).toEqual({ ready: true, draining: false, checks: { database: 'ok' } });
});
