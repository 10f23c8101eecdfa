import { openDatabase } from '@slipway/persistence/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReplica } from '../../../libs/persistence/src/database/replica.ts';
import { type ServerProcess, startServer } from '../../harness/product/serve.ts';
import { openEventStream } from '../../harness/rest/event-stream.ts';
import { basicAuth, createRestClient, fetchVersion } from '../../harness/rest/rest-client.ts';
import { type PostgresPair, startPostgresPair } from '../../harness/servers/postgres-pair.ts';
import { execute } from '../../harness/servers/statements.ts';

let pair: PostgresPair;
let server: ServerProcess;
beforeAll(async () => {
  pair = await startPostgresPair();
  const env = {
    DATABASE_URL: pair.primaryUrl(),
    DATABASE_READ_URL: pair.followerUrl(),
    SECRET_KEY: '0'.repeat(64),
    ADMIN_PASSWORD: 'admin',
    SAMPLES: 'false',
  };
  server = await startServer({ env });
  await send('admin', '/users/ann', { fullName: 'Ann', email: '', loginAllowed: true, password: 'ann' });
  await send('admin', '/roles', [{ name: 'Readers', permissions: ['admin'], principals: [{ username: 'ann' }] }]);
});
afterAll(async () => {
  await server?.stop();
  await pair?.stop();
});

async function send(
  username: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
) {
  const init = { method, body: JSON.stringify(body) };
  const all = { ...basicAuth(username, username), 'content-type': 'application/json', ...headers };
  return await fetch(`${server.url}/api/v1${path}`, { ...init, headers: all });
}

/** Creates a template; returns the commit time, by the clock of the primary. */
async function made(title: string): Promise<string> {
  const { headers, status } = await send('admin', '/templates?folderId=Applications', { type: 'rel.Release', title });
  expect(status).toBe(200);
  return headers.get('slipway-written-at') ?? '';
}

/**
 * Returns the templates that a user finds, and the possible delay of the response in milliseconds, or null for the
 * primary.
 */
async function findAs(username: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${server.url}/api/v1/templates`, {
    headers: { ...basicAuth(username, username), ...headers },
  });
  const lag = response.headers.get('slipway-read-lag');
  const titles = ((await response.json()) as { title: string }[]).map(({ title }) => title);
  return { titles, lag: lag === null ? null : Number(lag) };
}

test('a replica serves searches, and the response contains its possible delay', async () => {
  await made('One');
  await expect.poll(() => findAs('ann')).toEqual({ titles: ['One'], lag: expect.any(Number) });
  await expect.poll(() => findAs('admin')).toEqual({ titles: ['One'], lag: expect.any(Number) });
  expect((await findAs('ann')).lag ?? 0).toBeLessThanOrEqual(2_000);
});

test('a caller reads its own changes, and changes up to a requested time', async () => {
  await execute(pair.followerUrl(), 'select pg_wal_replay_pause()');
  const writtenAt = await made('Two');
  expect(writtenAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(await findAs('admin')).toEqual({ titles: ['One', 'Two'], lag: null });
  expect(await findAs('ann', { 'slipway-read-after': writtenAt })).toEqual({ titles: ['One', 'Two'], lag: null });
});

test('a replica with too much delay is not read, which is logged once, until it has caught up', async () => {
  await expect.poll(() => findAs('ann')).toEqual({ titles: ['One', 'Two'], lag: null });
  await expect.poll(() => server.output()).toContain('the replica is away or too far behind');
  expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^slipway_read_lag_seconds Nan$/m);
  await execute(pair.followerUrl(), 'select pg_wal_replay_resume()');
  await expect.poll(() => findAs('admin')).toEqual({ titles: ['One', 'Two'], lag: expect.any(Number) });
});

test('a client that receives a change from a stream can read it, and receives further changes, whatever the delay of the replica', async () => {
  const headers = basicAuth('ann', 'ann');
  const template = { id: 'ReleaseStreamed', type: 'rel.Release', title: 'Three' };
  await send('admin', '/templates?folderId=Applications', template);
  await execute(pair.followerUrl(), 'select pg_wal_replay_pause()');
  const events = await openEventStream(server.url, 'release=ReleaseStreamed&list=templates', headers);
  const [first] = [await events.next(), await events.next()];
  await send('admin', '/templates/ReleaseStreamed', { ...template, title: 'Four' }, {}, 'PUT');
  // one read of the database reports both
  const [changed, list] = [await events.next(), await events.next()];
  expect([first, changed, list]).toMatchObject([
    { about: 'release ReleaseStreamed', version: expect.any(Number) },
    {
      about: 'release ReleaseStreamed',
      version: await fetchVersion(
        createRestClient(() => server.url),
        '/templates/ReleaseStreamed',
      ),
    },
    { about: 'list templates', at: changed?.at },
  ]);
  expect(changed?.version).not.toBe(first?.version);
  const read = await findAs('ann', { 'slipway-read-after': list?.at ?? '' });
  expect(read).toEqual({ titles: ['Four', 'One', 'Two'], lag: null });
  events.close();
  await events.ended;
  await execute(pair.followerUrl(), 'select pg_wal_replay_resume()');
});

test('responses of changes, and reads that are not searches, come from the primary', async () => {
  const { headers } = await fetch(`${server.url}/api/v1/users/me`, { headers: basicAuth('ann', 'ann') });
  expect([headers.get('slipway-read-lag'), headers.get('slipway-written-at')]).toEqual([null, null]);
});

test('queries that the replica cannot run go to the primary, as single queries and in transactions', async () => {
  await execute(
    pair.primaryUrl(),
    `create function asked(error text) returns text language plpgsql as $$ begin
      if not pg_is_in_recovery() then return 'the primary'; end if;
      if error <> '' then raise exception using errcode = error; end if;
      return 'the replica';
    end $$`,
  );
  const primary = openDatabase({ url: pair.primaryUrl(), connections: 1 });
  const replica = openReplica({ url: pair.followerUrl(), primary, maxLagMs: 600_000, connections: 1, warn: () => {} });
  const everything = { since: performance.now(), after: null };
  await expect.poll(() => replica.pick(everything)).not.toBeNull();
  const { database } = replica.pick(everything)!;
  const slowQuery = { name: 'asked', text: 'select asked($1) as answered' };
  const alone = (error: string) => database.query(slowQuery, [error]);
  const runInTransaction = (error: string) =>
    database.transaction((connection) => connection.query(slowQuery, [error]));
  for (const runQuery of [alone, runInTransaction]) {
    // no error, a conflict with replication, a shutdown
    const answers = [await runQuery(''), await runQuery('40001'), await runQuery('57P01')].flat();
    expect(answers).toEqual(['the replica', 'the primary', 'the primary'].map((answered) => ({ answered })));
    await expect(runQuery('22012')).rejects.toMatchObject({ code: '22012' });
  }
  await replica.stop();
  await primary.stop();
});
