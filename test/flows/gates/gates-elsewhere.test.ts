import { openDatabase } from '@slipway/persistence';
import { expect, test } from 'vitest';
import { startApart, startBeside } from '../../harness/product/second.ts';
import { serve } from '../../harness/product/serve.ts';
import { boardOf, gate, idOf, startedOf } from '../../harness/rest/plans.ts';
import { restAt } from '../../harness/rest/rest.ts';
import type { Release } from '../../harness/rest/shapes.ts';

/** A gate in one release waits for another one, and two processes serve them. */
const served = serve();
const { rest } = served;

async function waiting() {
  const target = await startedOf(rest, { Work: ['work'] });
  const waiter = await startedOf(rest, { Wait: [gate('open'), 'after'] });
  await rest.post(`/tasks/${idOf(waiter, 'open')}/dependencies/${target.id}`);
  await expect(boardOf(rest, waiter)).resolves.toBe('IN_PROGRESS Wait>: open> after.');
  return { target, waiter };
}
const hasOpened = (waiter: Release) =>
  expect.poll(() => boardOf(rest, waiter), { interval: 10 }).toBe('IN_PROGRESS Wait>: open+ after>');

test('a target that ends in one process opens the gate of a release in another process', async () => {
  const beside = await startBeside(served);
  try {
    const other = restAt(() => beside.url);
    for (const _ of [1, 2, 3]) {
      const { target, waiter } = await waiting();
      await other.post(`/tasks/${idOf(target, 'work')}/complete`);
      await hasOpened(waiter);
      // The process that has not seen the event continues from it.
      await rest.post(`/tasks/${idOf(waiter, 'after')}/complete`);
      expect(await boardOf(rest, waiter)).toBe('COMPLETED Wait+: open+ after+');
    }
  } finally {
    await beside.stop();
  }
});

test('if the process that must notify the gate is killed first, other processes do it', async () => {
  const beside = await startApart(served);
  const { target, waiter } = await waiting();
  const database = openDatabase({ url: served.databaseUrl(), connections: 1, idleTimeoutMs: 600_000 });
  const id = waiter.id.slice(waiter.id.lastIndexOf('/') + 1);
  await database.transaction(async (connection) => {
    await connection.query({ text: 'select from live_releases where id = $1 for update' }, [id]);
    await restAt(() => beside.url).post(`/tasks/${idOf(target, 'work')}/complete`);
    process.kill(beside.pid, 'SIGKILL');
    await beside.stop().catch(() => {});
    // Its open queries in the database end with it.
    await connection.query({
      text: `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    });
    expect(await boardOf(rest, waiter)).toBe('IN_PROGRESS Wait>: open> after.');
  });
  await hasOpened(waiter);
  await database.stop();
});

test('a dependency on an archived target shows this, with another ETag', async () => {
  const { target, waiter } = await waiting();
  const gateId = idOf(waiter, 'open');
  const read = (path: string, tag = '""') => rest.send('GET', path, undefined, { 'if-none-match': tag });
  const dependency = async () => {
    const { dependencies } = (await read(`/tasks/${gateId}`)).body as { dependencies: readonly object[] };
    return dependencies[0];
  };
  const before = await dependency();
  expect(before).toMatchObject({ targetId: target.id, archivedAsResolved: false });
  expect(Object.keys(before ?? {}).filter((name) => name.startsWith('archivedTarget'))).toEqual([]);
  await rest.post(`/tasks/${idOf(target, 'work')}/complete`);
  await hasOpened(waiter);
  const paths = [`/tasks/${gateId}`, `/releases/${waiter.id}`];
  const tags = await Promise.all(paths.map(async (path) => (await read(path)).headers.get('etag') ?? ''));
  const again = () => Promise.all(paths.map(async (path, index) => (await read(path, tags[index])).status));
  expect(await again()).toEqual([304, 304]);
  await served.archive(target);
  expect(await again()).toEqual([200, 200]);
  expect(await dependency()).toMatchObject({
    targetId: target.id,
    archivedTargetId: target.id,
    archivedTargetTitle: 'Plan',
    archivedAsResolved: true,
  });
});

test('a chain of gates goes through those whose targets have ended, and stops at the first whose target has not', async () => {
  const ended = await Promise.all([1, 2, 3].map(() => startedOf(rest, { Work: [] })));
  const open = await startedOf(rest, { Work: ['work'] });
  const on = (title: string, target: Release) => ({
    title,
    type: 'rel.GateTask',
    dependencies: [{ target: target.id }],
  });
  const [first, second, third] = ended as [Release, Release, Release];
  const chain = [on('one', first), on('two', second), on('three', open), on('four', third)];
  const waiter = await startedOf(rest, { Wait: chain });
  expect(await boardOf(rest, waiter)).toBe('IN_PROGRESS Wait>: one+ two+ three> four.');
  await rest.post(`/tasks/${idOf(open, 'work')}/complete`);
  await expect.poll(() => boardOf(rest, waiter), { interval: 10 }).toBe('COMPLETED Wait+: one+ two+ three+ four+');
});
