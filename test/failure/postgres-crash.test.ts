import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '../harness/product/serve.ts';
import { startRelease, tasksOf } from '../harness/rest/plans.ts';
import type { Activity, Release } from '../harness/rest/response-types.ts';
import { createRestClient } from '../harness/rest/rest-client.ts';
import { type DedicatedPostgres, startDedicatedPostgres } from '../harness/servers/dedicated-postgres.ts';

let postgres: DedicatedPostgres;
let server: ServerProcess;
const rest = createRestClient(() => server.url);
beforeAll(async () => {
  postgres = await startDedicatedPostgres();
  const secrets = { SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin' };
  server = await startServer({ env: { DATABASE_URL: postgres.url, SAMPLES: 'false', ...secrets } });
});
afterAll(async () => {
  await server?.stop();
  await postgres?.stop();
});

const unavailable = '503 the database is busy: try again\n';
/** The request was processed, and the crash came before its response was stored. */
const done = '409 the request with this Idempotency-Key is still being processed: try again\n';

/** Completes the tasks of a release in order, and repeats each request with the same key until it succeeds. */
async function completeAllTasks(release: Release, onTaskDone: () => void): Promise<void> {
  for (const { id } of tasksOf(release)) {
    for (;;) {
      const reply = await rest.send('POST', `/tasks/${id}/complete`, { comment: 'done' }, { 'idempotency-key': id });
      const answer = `${reply.status} ${reply.text}`;
      if (reply.status === 200 || answer === done) break;
      expect(answer).toBe(unavailable);
      await fetch(`${server.url}/readyz`);
    }
    onTaskDone();
  }
}

test('a PostgreSQL crash during a burst refuses requests, but loses no confirmed change', async () => {
  const titles = Array.from({ length: 40 }, (_, index) => `task ${index}`);
  const releases = await Promise.all(Array.from({ length: 8 }, () => startRelease(rest, { Build: titles })));
  let count = 0;
  let crashing: Promise<void> = Promise.resolve();
  const onTaskDone = (): void => {
    count += 1;
    if (count === 80) crashing = postgres.crash();
  };
  await Promise.all(releases.map((release) => completeAllTasks(release, onTaskDone)));
  await crashing;
  expect(count).toBe(320);
  for (const { id } of releases) {
    const log = await rest.get<Activity[]>(`/activities/${id}`);
    const completed = log.filter(({ activityType }) => activityType === 'TASK_COMPLETED');
    expect([completed.length, new Set(completed.map(({ targetId }) => targetId)).size]).toEqual([40, 40]);
    expect((await rest.get<Release>(`/releases/${id}`)).status).toBe('COMPLETED');
  }
});
