import { addTrigger, allowAll, type OpenEngine, openEngine } from '@slipway/engine';
import { listRuns } from '@slipway/persistence/triggers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { type SchedulerProcess, startScheduler } from '../../harness/product/scheduler.ts';
import { isLong } from '../../harness/test-length.ts';

const caller = allowAll('ann');
let testDatabase: FreshDatabase;
let openedEngine: OpenEngine;
beforeAll(async () => {
  testDatabase = await freshDatabase();
  const secretKey = Buffer.from('0'.repeat(64), 'hex').toString('base64');
  openedEngine = await openEngine({ url: testDatabase.url, secretKey, warn: () => {} });
});
afterAll(async () => {
  await openedEngine.stop();
  await testDatabase.drop();
});

/** Creates a trigger that fires every second, also for missed times. */
async function createSecondlyTrigger(): Promise<string> {
  const draft = {
    title: 'Plan',
    maxConcurrentReleases: 1_000,
    phases: [{ title: 'Build', tasks: [{ title: 'compile' }] }],
  };
  const { release } = await openedEngine.engine.createTemplate(draft, 'Applications', caller);
  const triggerInput = {
    title: 'Tick',
    folderId: 'Applications',
    periodicity: '1',
    catchUp: 'all',
    templateId: release.id,
  } as const;
  return await addTrigger(openedEngine, { id: null, ...triggerInput }, null);
}

/** Returns the scheduled times of the runs, in order, in seconds since the first. */
async function fired(id: string): Promise<readonly number[]> {
  const runs = (await listRuns(openedEngine.database, id, { limit: 1_000, offset: 0 })).toReversed();
  expect(new Set(runs.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
  const [first] = runs;
  return runs.map(({ scheduledAt }) => ((scheduledAt ?? 0) - (first?.scheduledAt ?? 0)) / 1_000);
}

const count = async (text: string) => (await openedEngine.database.query<{ count: number }>({ text }))[0]?.count;

test.runIf(isLong)(
  'three schedulers, two of which crash while they fire, create one release for every second',
  async () => {
    const id = await createSecondlyTrigger();
    const crashingSchedulers = [
      await startScheduler({ databaseUrl: testDatabase.url, crashAt: 'inside-transaction:2' }),
      await startScheduler({ databaseUrl: testDatabase.url, crashAt: 'after-commit:2' }),
    ];
    expect(await Promise.all(crashingSchedulers.map(({ ended }) => ended))).toEqual([null, null]);
    const living: SchedulerProcess = await startScheduler({ databaseUrl: testDatabase.url });
    const ticks = async () => (await listRuns(openedEngine.database, id, { limit: 1_000, offset: 0 })).length;
    await expect.poll(ticks, { interval: 50 }).toBeGreaterThan(7);
    expect(await living.stop()).toBe(0);
    const seconds = await fired(id);
    expect(seconds).toEqual(seconds.map((_, index) => index));
    expect(await count(`select count(*) from live_releases where status = 'IN_PROGRESS'`)).toBe(seconds.length);
  },
);
