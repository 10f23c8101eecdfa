import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { type RunningProcess, run } from '../../harness/product/run-process.ts';
import { sharedRunnerEnv } from '../../harness/product/service-process.ts';
import { startRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Activity, Release, Task } from '../../harness/rest/response-types.ts';
import { createRestClient } from '../../harness/rest/rest-client.ts';
import { pickLength } from '../../harness/test-length.ts';

const ready = /is ready at (\S+)/;
let testDatabase: FreshDatabase;
let product: RunningProcess;
let url: string;
const rest = createRestClient(() => url);

async function start(): Promise<void> {
  const env = { DATABASE_URL: testDatabase.url, SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin', SAMPLES: 'false' };
  product = run({ env: { ...(await sharedRunnerEnv()), ...env } });
  url = (await product.waitForOutput(ready))[1] ?? '';
}
beforeAll(async () => {
  testDatabase = await freshDatabase();
  await start();
});
afterAll(async () => {
  product.signal('SIGTERM');
  await product.ended;
  await testDatabase.drop();
});

/** Completes the tasks of a release one after the other until the server stops; reports the ids with a 200 response. */
async function completeAll(release: Release, onAnswer: (id: string) => void): Promise<void> {
  for (const { id } of tasksOf(release)) {
    const reply = await rest.send('POST', `/tasks/${id}/complete`, { comment: `did ${id}` }).catch(() => null);
    if (reply === null) return;
    expect(reply.status).toBe(200);
    onAnswer(id);
  }
}

test.each(pickLength({ short: [1], long: [1, 2] }))(
  'a crash during a burst loses no confirmed command, and the log agrees: %i',
  async () => {
    const titles = Array.from({ length: 40 }, (_, index) => `task ${index}`);
    const releases = await Promise.all(Array.from({ length: 8 }, () => startRelease(rest, { Build: titles })));
    const done = new Set<string>();
    const killAfter = 80;
    await Promise.all(
      releases.map((release) =>
        completeAll(release, (id) => {
          done.add(id);
          if (done.size === killAfter) product.signal('SIGKILL');
        }),
      ),
    );
    expect(await product.ended).toBe(null);
    expect(done.size).toBeGreaterThanOrEqual(killAfter);

    await start();
    for (const { id } of releases) {
      const release = await rest.get<Release>(`/releases/${id}`);
      const tasks = tasksOf(release);
      const completed = tasks.filter(({ status }) => status === 'COMPLETED');
      const lost = tasks.filter((task) => done.has(task.id) && task.status !== 'COMPLETED');
      expect(lost).toEqual([]);
      // At most the one request in flight was processed without a response.
      expect(completed.filter((task) => !done.has(task.id)).length).toBeLessThanOrEqual(1);
      expect(tasks.map(({ status }) => status)).toEqual([
        ...completed.map(() => 'COMPLETED'),
        'IN_PROGRESS',
        ...tasks.slice(completed.length + 1).map(() => 'PLANNED'),
      ]);
      expect(completed.map(({ comments }) => comments.map(({ text }) => text))).toEqual(
        completed.map((task) => [`did ${task.id}`]),
      );
      const log = await rest.get<Activity[]>(`/activities/${id}`);
      const entries = log.slice(4).map(({ activityType, targetId }) => `${activityType} ${targetId}`);
      expect(entries).toEqual(
        completed.flatMap((task, index) => [
          `COMMENT_ADDED ${task.id}`,
          `TASK_COMPLETED ${task.id}`,
          `TASK_STARTED ${tasks[index + 1]?.id}`,
        ]),
      );
    }
    const [first] = releases;
    const [task] = await rest.get<Task[]>(`/releases/${first?.id}/active-tasks`);
    expect(await rest.post(`/tasks/${task?.id}/complete`, {})).toMatchObject({ status: 'COMPLETED' });
  },
);
