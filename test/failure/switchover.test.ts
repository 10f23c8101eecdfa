import { missingMigrations, openDatabase } from '@slipway/persistence/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '../harness/product/serve.ts';
import { startRelease, tasksOf } from '../harness/rest/plans.ts';
import type { Activity, Release } from '../harness/rest/response-types.ts';
import { createRestClient } from '../harness/rest/rest-client.ts';
import { type PostgresPair, startPostgresPair } from '../harness/servers/postgres-pair.ts';
import { isLong } from '../harness/test-length.ts';

let pair: PostgresPair;
let server: ServerProcess;
const rest = createRestClient(() => server.url);
beforeAll(async () => {
  pair = await startPostgresPair();
  const secrets = { SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin' };
  server = await startServer({ env: { DATABASE_URL: pair.url, SAMPLES: 'false', ...secrets } });
});
afterAll(async () => {
  await server?.stop();
  await pair?.stop();
});

const hostOf = (url: string): string => encodeURIComponent(new URL(url).searchParams.get('host') ?? '');

const unavailable = '503 the database is busy: try again\n';
/** The request was processed, and the server stopped before its response was stored. */
const done = '409 the request with this Idempotency-Key is still being processed: try again\n';

/**
 * Completes the tasks of a release in order, and repeats each request with the same key until it succeeds. Calls
 * `onTaskDone` after each task.
 */
async function completeAllTasks(release: Release, onTaskDone: () => void): Promise<void> {
  for (const { id } of tasksOf(release)) {
    for (;;) {
      const reply = await rest.send('POST', `/tasks/${id}/complete`, { comment: 'done' }, { 'idempotency-key': id });
      const answer = `${reply.status} ${reply.text}`;
      if (reply.status === 200 || answer === done) break;
      expect(answer).toBe(unavailable);
      expect(reply.headers.get('retry-after')).toBe('1');
    }
    onTaskDone();
  }
}

const titles = Array.from({ length: 30 }, (_, index) => `task ${index}`);

/** Expects that a fault during a burst delays requests, but loses no confirmed change. */
async function expectSurvival(inflict: () => Promise<void>): Promise<void> {
  const releases = await Promise.all(Array.from({ length: 8 }, () => startRelease(rest, { Build: titles })));
  let count = 0;
  let inflicting: Promise<void> = Promise.resolve();
  const onTaskDone = (): void => {
    count += 1;
    if (count === 60) inflicting = inflict();
  };
  await Promise.all(releases.map((release) => completeAllTasks(release, onTaskDone)));
  await inflicting;
  expect(count).toBe(240);
  for (const { id } of releases) {
    const log = await rest.get<Activity[]>(`/activities/${id}`);
    const completed = log.filter(({ activityType }) => activityType === 'TASK_COMPLETED');
    expect([completed.length, new Set(completed.map(({ targetId }) => targetId)).size]).toEqual([30, 30]);
    expect((await rest.get<Release>(`/releases/${id}`)).status).toBe('COMPLETED');
  }
}

test('a read-only primary that stops and is replaced by its replica only delays requests', async () => {
  await expectSurvival(async () => {
    await pair.readOnly(true);
    await pair.switchOver();
  });
});

test('a new connection uses the first server of the address while that is a replica', async () => {
  expect(pair.url.indexOf(hostOf(pair.followerUrl()))).toBeLessThan(pair.url.indexOf(hostOf(pair.primaryUrl())));
  expect(await missingMigrations(pair.url)).toEqual([]);
  const database = openDatabase({ url: pair.url });
  try {
    expect(await database.query({ text: 'select pg_is_in_recovery() as follows' })).toEqual([{ follows: false }]);
  } finally {
    await database.stop();
  }
});

test('a switchover back only delays requests', () => expectSurvival(pair.switchOver));

test.runIf(isLong)(
  'a primary that hangs only delays requests after another server has become the primary',
  async () => {
    await pair.enableSynchronousReplication();
    await expectSurvival(pair.freezePrimary);
    expect(server.output()).not.toContain('"level":"error"');
  },
);
