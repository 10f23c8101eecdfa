import type { TaskDraft } from '@slipway/domain/model';
import { allowAll, type CrashLabel, crashLabels, type Engine, type OpenEngine, openEngine } from '@slipway/engine';
import { readRelease } from '@slipway/persistence/plans';
import { createLogger } from '@slipway/process';
import { startScheduler } from '@slipway/scheduler';
import { openActivePlugins } from '@slipway/startup';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { type SchedulerProcess, startScheduler as startProcess } from '../../harness/product/scheduler.ts';
import { startServer } from '../../harness/product/serve.ts';
import { noScriptRunnerEnv } from '../../harness/product/service-process.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { createRestClient } from '../../harness/rest/rest-client.ts';
import { retryBeforeDeadline } from '../../harness/retry-before-deadline.ts';
import { type FreshRedis, findRedisProgram, freshRedis } from '../../harness/servers/redis.ts';
import { isLong, pickLength } from '../../harness/test-length.ts';

const caller = allowAll('ann');
const withoutRedis = (await findRedisProgram()) === null && process.env.CI !== 'true';

/** A database with planned releases, which processes of their own wake. */
interface PlanningFixture {
  readonly databaseUrl: string;
  readonly engine: Engine;
  /** Plans a release that starts automatically after `ms`. With a target, its gate has to check another release. */
  plan(ms: number, target?: string): Promise<string>;
  /** Sets the scheduled start date of all releases to `ms` from now. */
  schedule(ids: readonly string[], ms: number): Promise<void>;
  /** Returns how many of the releases have not started. */
  waiting(ids: readonly string[]): Promise<number>;
  /** Waits until all have started; returns the number of starts of each in its log. */
  started(ids: readonly string[]): Promise<readonly number[]>;
  close(): Promise<void>;
}

const open = (url: string, redisUrl?: string): Promise<OpenEngine> => {
  const secretKey = Buffer.from('0'.repeat(64), 'hex').toString('base64');
  return openEngine({ url, secretKey, redisUrl, warn: () => {} });
};

/** Runs a scheduler in this process until `work` is done. */
async function withScheduler(url: string, work: () => Promise<void>): Promise<void> {
  const { engine, queue, database, stop } = await open(url);
  const logger = createLogger({ logLevel: 'silent' });
  const scheduler = startScheduler({ engine, queue, logger, plugins: openActivePlugins(database) });
  await work();
  await scheduler.stop();
  await stop();
}

async function createPlanningFixture(redisUrl?: string): Promise<PlanningFixture> {
  const testDatabase: FreshDatabase = await freshDatabase();
  const openedEngine = await open(testDatabase.url, redisUrl);
  const { engine, database } = openedEngine;
  const templateOf = async (target?: string) => {
    const task: TaskDraft =
      target === undefined
        ? { title: 'compile' }
        : { title: 'gate', type: 'GateTask', dependencies: [{ id: '', target }] };
    const draft = { title: 'Plan', phases: [{ title: 'Build', tasks: [task] }] };
    return (await engine.createTemplate(draft, 'Applications', caller)).release.id;
  };
  const simple = await templateOf();
  const waiting = async (ids: readonly string[]) => {
    const all = await Promise.all(ids.map((id) => readRelease(database, id)));
    return all.filter((read) => read?.release.status === 'PLANNED').length;
  };
  return {
    waiting,
    schedule: async (ids, ms) => {
      await database.query(
        {
          text: `update live_releases r set version = version + 1, scheduled_start_date = at, next_wake_at = at
            from (select now() + $2 * interval '1 millisecond' as at) moment where id = any ($1::text[])`,
        },
        [ids, ms],
      );
    },
    databaseUrl: testDatabase.url,
    engine,
    plan: async (ms, target) => {
      const order = {
        releaseTitle: 'Night build',
        folderId: null,
        variables: {},
        scheduledStartDate: Date.now() + ms,
        autoStart: true,
        startedFromTaskId: null,
        releaseOwner: null,
      };
      const template = target === undefined ? simple : await templateOf(target);
      return (await engine.createRelease(template, order, caller)).release.id;
    },
    started: async (ids) => {
      await expect.poll(() => waiting(ids), { interval: 50 }).toBe(0);
      const rows = await database.query<{ readonly count: number }>(
        {
          text: `select count(*) filter (where activity_type = 'RELEASE_STARTED') as count from activities
          where release_id = any ($1::text[]) group by release_id`,
        },
        [ids],
      );
      return rows.map(({ count }) => count);
    },
    close: async () => {
      await openedEngine.stop();
      await testDatabase.drop();
    },
  };
}

const repeatOne = (count: number) => Array.from({ length: count }, () => 1);
const wakes = async (scheduler: SchedulerProcess) =>
  (await scheduler.metric('slipway_release_wakeups_total{source="queue"}')) +
  (await scheduler.metric('slipway_release_wakeups_total{source="sweep"}'));

// In a short run, the crashes of chaos.test.ts use Redis.
describe.each([['PostgreSQL', false] as const, ...(isLong ? [['Redis', true] as const] : [])])(
  'schedulers with the queue on %s',
  (_, onRedis) => {
    let redis: FreshRedis | undefined;
    let planningFixture: PlanningFixture;
    beforeAll(async () => {
      redis = onRedis && !withoutRedis ? await freshRedis() : undefined;
      planningFixture = await createPlanningFixture(redis?.url);
    });
    afterAll(async () => {
      await planningFixture.close();
      await redis?.stop();
    });
    const startProcessOf = (settings: { readonly clockShiftMs?: number } = {}) =>
      startProcess({ databaseUrl: planningFixture.databaseUrl, redisUrl: redis?.url, ...settings });

    const expectShared = async (schedulers: readonly SchedulerProcess[]) => {
      const ids = await Promise.all(Array.from({ length: 100 }, () => planningFixture.plan(3_600_000)));
      const before = (await Promise.all(schedulers.map(wakes))).reduce((sum, count) => sum + count, 0);
      await planningFixture.schedule(ids, 1_500);
      expect(await planningFixture.started(ids)).toEqual(repeatOne(100));
      const after = (await Promise.all(schedulers.map(wakes))).reduce((sum, count) => sum + count, 0);
      expect(after - before).toBe(100);
    };

    test.skipIf((onRedis && withoutRedis) || !isLong)(
      'two schedulers share releases that are due at the same time, and each release starts once',
      async () => {
        const schedulers = await Promise.all([startProcessOf(), startProcessOf()]);
        await expectShared(schedulers);
        expect(await Promise.all(schedulers.map((running) => running.stop()))).toEqual([0, 0]);
      },
    );

    test.skipIf(onRedis && withoutRedis)(
      'two schedulers with clocks ten minutes wrong share releases that are due, and start none early, twice or never',
      async () => {
        const schedulers = await Promise.all([
          startProcessOf({ clockShiftMs: 600_000 }),
          startProcessOf({ clockShiftMs: -600_000 }),
        ]);
        await expectShared(schedulers);
        const ids = await Promise.all(
          Array.from({ length: 20 }, (_, index) => planningFixture.plan(200 + index * 100)),
        );
        expect(await planningFixture.started(ids)).toEqual(repeatOne(20));
        const early = await planningFixture.engine.change((database) =>
          database.query(
            {
              text: 'select id from releases where id = any ($1::text[]) and start_date < scheduled_start_date',
            },
            [ids],
          ),
        );
        expect(early).toEqual([]);
        expect(await Promise.all(schedulers.map((running) => running.stop()))).toEqual([0, 0]);
      },
    );
  },
);

describe('a scheduler that crashes', () => {
  let planningFixture: PlanningFixture;
  let target: string;
  beforeAll(async () => {
    planningFixture = await createPlanningFixture();
    target = await planningFixture.plan(3_600_000);
  });
  afterAll(() => planningFixture.close());

  // A scheduler claims only releases that the queue does not deliver, so this point needs an unavailable queue.
  const awayFor = (label: string) => (label === 'after-claim' ? 'redis://127.0.0.1:9' : undefined);

  // chaos.test.ts covers a crash after the commit
  const short = ['inside-transaction', 'after-claim'] as const;
  const labels = pickLength<readonly CrashLabel[]>({ short, long: crashLabels });
  test.each(labels)('%s loses no work and repeats none', async (label) => {
    // A date that is in the queue from the start is not sent again. A later date is.
    const last = label.endsWith('send') ? 5_500 : 1_000;
    const { databaseUrl } = planningFixture;
    const crashingScheduler = await startProcess({ databaseUrl, redisUrl: awayFor(label), crashAt: label });
    const ids: string[] = [];
    let isDead = false;
    const ended = crashingScheduler.ended.finally(() => {
      isDead = true;
    });
    // On a slow machine the date may have passed before a scheduler reaches this point for it.
    while (!isDead) {
      ids.push(
        ...(await Promise.all([
          planningFixture.plan(1_000),
          planningFixture.plan(1_000, target),
          planningFixture.plan(last),
        ])),
      );
      await expect.poll(async () => isDead || (await planningFixture.waiting(ids)) === 0).toBe(true);
    }
    expect(await ended).toBe(null);
    await withScheduler(databaseUrl, async () =>
      expect(await planningFixture.started(ids)).toEqual(repeatOne(ids.length)),
    );
  });
});

test('if Redis is unavailable for the whole run, all work is still done, and readiness reports it', async () => {
  const server = await startServer({ env: { ...noScriptRunnerEnv, REDIS_URL: 'redis://127.0.0.1:9' } });
  const readyz = async () => {
    const answer = await fetch(`${server.url}/readyz`);
    return [answer.status, await answer.json()];
  };
  await expect
    .poll(readyz)
    .toEqual([200, { ready: true, draining: false, checks: { database: 'ok', queue: 'degraded' } }]);
  const rest = createRestClient(() => server.url);
  const { id } = await retryBeforeDeadline(async (scheduledStartDate) => {
    const release = await createRelease(rest, { Build: ['compile'] }, {}, { scheduledStartDate, autoStart: true });
    expect(release.status).toBe('PLANNED');
    return release;
  });
  const now = async () => (await rest.get<Release>(`/releases/${id}`)).status;
  await expect.poll(now, { interval: 50 }).toBe('IN_PROGRESS');
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toMatch(/slipway_release_wakeups_total\{source="sweep"\} [1-9]/);
  expect(metrics).not.toMatch(/slipway_release_wakeups_total\{source="queue"\} [1-9]/);
  expect(metrics).toContain('slipway_queue_up 0');
  expect(metrics).toContain('slipway_database_pool_size 10');
  expect(metrics).toMatch(/^slipway_database_pool_waiting \d+$/m);
  expect(await server.stop()).toBe(0);
});
