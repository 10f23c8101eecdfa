import { openDatabase } from '@slipway/persistence/database';
import { expect, test } from 'vitest';
import { startSecondProcess, startSecondServer } from '../../harness/product/second-server.ts';
import { serve } from '../../harness/product/serve.ts';
import { fetchFormattedRelease, gate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { createRestClient } from '../../harness/rest/rest-client.ts';

/** A gate waits for another release, and two processes serve the two releases. */
const product = serve();
const { rest } = product;

async function waiting() {
  const target = await startRelease(rest, { Work: ['work'] });
  const waiter = await startRelease(rest, { Wait: [gate('open'), 'after'] });
  await rest.post(`/tasks/${idOf(waiter, 'open')}/dependencies/${target.id}`);
  await expect(fetchFormattedRelease(rest, waiter)).resolves.toBe('IN_PROGRESS Wait>: open> after.');
  return { target, waiter };
}
const isGateOpen = (waiter: Release) =>
  expect.poll(() => fetchFormattedRelease(rest, waiter), { interval: 10 }).toBe('IN_PROGRESS Wait>: open+ after>');

test('a target that ends in one process opens the gate of a release in another process', async () => {
  const secondServer = await startSecondServer(product);
  try {
    const secondClient = createRestClient(() => secondServer.url);
    for (const _ of [1, 2, 3]) {
      const { target, waiter } = await waiting();
      await secondClient.post(`/tasks/${idOf(target, 'work')}/complete`);
      await isGateOpen(waiter);
      // The process that has not processed the event continues the release.
      await rest.post(`/tasks/${idOf(waiter, 'after')}/complete`);
      expect(await fetchFormattedRelease(rest, waiter)).toBe('COMPLETED Wait+: open+ after+');
    }
  } finally {
    await secondServer.stop();
  }
});

test('other processes open the gate if the process that completed the target crashes first', async () => {
  const secondServer = await startSecondProcess(product);
  const { target, waiter } = await waiting();
  const database = openDatabase({ url: product.databaseUrl(), connections: 1, idleTimeoutMs: 600_000 });
  const id = waiter.id.slice(waiter.id.lastIndexOf('/') + 1);
  await database.transaction(async (connection) => {
    await connection.query({ text: 'select from live_releases where id = $1 for update' }, [id]);
    await createRestClient(() => secondServer.url).post(`/tasks/${idOf(target, 'work')}/complete`);
    process.kill(secondServer.pid, 'SIGKILL');
    await secondServer.stop().catch(() => {});
    // The kill does not end its open queries in the database, so the test ends them.
    await connection.query({
      text: `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    });
    expect(await fetchFormattedRelease(rest, waiter)).toBe('IN_PROGRESS Wait>: open> after.');
  });
  await isGateOpen(waiter);
  await database.stop();
});

test('a dependency on an archived target shows that the target is archived, with a new ETag', async () => {
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
  await isGateOpen(waiter);
  const paths = [`/tasks/${gateId}`, `/releases/${waiter.id}`];
  const tags = await Promise.all(paths.map(async (path) => (await read(path)).headers.get('etag') ?? ''));
  const again = () => Promise.all(paths.map(async (path, index) => (await read(path, tags[index])).status));
  expect(await again()).toEqual([304, 304]);
  await product.archive(target);
  expect(await again()).toEqual([200, 200]);
  expect(await dependency()).toMatchObject({
    targetId: target.id,
    archivedTargetId: target.id,
    archivedTargetTitle: 'Plan',
    archivedAsResolved: true,
  });
});

test('in a chain of gates, gates with ended targets open, up to the first gate whose target has not ended', async () => {
  const ended = await Promise.all([1, 2, 3].map(() => startRelease(rest, { Work: [] })));
  const open = await startRelease(rest, { Work: ['work'] });
  const on = (title: string, target: Release) => ({
    title,
    type: 'rel.GateTask',
    dependencies: [{ target: target.id }],
  });
  const [first, second, third] = ended as [Release, Release, Release];
  const chain = [on('one', first), on('two', second), on('three', open), on('four', third)];
  const waiter = await startRelease(rest, { Wait: chain });
  expect(await fetchFormattedRelease(rest, waiter)).toBe('IN_PROGRESS Wait>: one+ two+ three> four.');
  await rest.post(`/tasks/${idOf(open, 'work')}/complete`);
  await expect
    .poll(() => fetchFormattedRelease(rest, waiter), { interval: 10 })
    .toBe('COMPLETED Wait+: one+ two+ three+ four+');
});
