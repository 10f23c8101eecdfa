import { EventEmitter, once } from 'node:events';
import { readRelease } from '@slipway/persistence/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { retryBeforeDeadline } from '../../../../test/harness/retry-before-deadline.ts';
import type { Observer, WakeSource } from '../environment/observer.ts';
import { type OpenEngine, openEngine } from '../open-engine.ts';
import { order, plan, testUser } from '../testing.ts';

let fresh: FreshDatabase;
const opened: OpenEngine[] = [];
/** An engine that records the source of each processed wake. */
const open = async () => {
  const secretKey = Buffer.alloc(32).toString('base64');
  const woken: WakeSource[] = [];
  const observer: Observer = {
    dispatched: () => {},
    refused: () => {},
    lost: () => {},
    fired: () => {},
    woken: (source) => woken.push(source),
  };
  const one = await openEngine({ url: fresh.url, secretKey, observer, warn: () => {} });
  opened.push(one);
  return { ...one, woken };
};
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await Promise.all(opened.map((one) => one.stop()));
  await fresh.drop();
});

const planned = async ({ engine }: Pick<OpenEngine, 'engine'>, ms: number) => {
  const { release: template } = await engine.createTemplate(plan({ Build: ['compile'] }), 'Applications', testUser);
  const { release } = await engine.createRelease(
    template.id,
    order({ autoStart: true, scheduledStartDate: Date.now() + ms }),
    testUser,
  );
  return release;
};

/** Passes the messages of the queue to an engine. Returns a function that waits for a release. */
function serve({ engine, queue }: OpenEngine) {
  const deliveredIds = new Set<string>();
  const event = new EventEmitter();
  queue.serve(
    'wake',
    async ({ releaseId, at }) => {
      await engine.handleWake({ id: releaseId, at });
      deliveredIds.add(releaseId);
      event.emit('heard');
    },
    { concurrency: 2 },
  );
  return async (id: string) => {
    while (!deliveredIds.has(id)) await once(event, 'heard');
  };
}

test('a wake that is due soon is queued when it is stored, and the consumer of the queue starts the release', async () => {
  const one = await open();
  const other = await open();
  const deliveredIds = serve(other);
  const release = await retryBeforeDeadline(async (moment) => {
    const made = await planned(one, moment - Date.now());
    expect(made.status).toBe('PLANNED');
    return made;
  });
  await deliveredIds(release.id);
  const read = await readRelease(one.database, release.id);
  expect(read?.release.status).toBe('IN_PROGRESS');
  expect(read?.release.startDate ?? 0).toBeGreaterThanOrEqual(release.scheduledStartDate ?? Number.NaN);
  expect(new Set(other.woken)).toEqual(new Set(['queue']));
});

test('a wake that is due soon is sent once, and again shortly before', async () => {
  const one = await open();
  const planning = await open();
  const release = await planned(planning, 86_400_000);
  await planned(planning, 3_600_000);
  const { database } = one;
  /** The number of messages shortly before this time, and at the next check. */
  const armed = async (interval: string) => {
    await database.query({ text: 'update live_releases set next_wake_at = now() + $2::interval where id = $1' }, [
      release.id,
      interval,
    ]);
    return [await one.engine.sendWakes(), await one.engine.sendWakes()];
  };
  // On a slow machine, the time may have passed before the check.
  await expect.poll(() => armed('3 seconds')).toEqual([1, 0]);
  await expect.poll(() => armed('1 second')).toEqual([1, 0]);
});

test('a message that is too early, or about a deleted release, has no effect', async () => {
  const one = await open();
  const release = await planned(one, 3_600_000);
  await one.engine.handleWake({ id: release.id, at: Date.now() + 60_000 });
  await one.engine.handleWake({ id: release.id, at: Date.now() });
  await one.engine.handleWake({ id: 'ReleaseGone', at: Date.now() });
  expect((await readRelease(one.database, release.id))?.release.status).toBe('PLANNED');
  expect(one.woken).toEqual([]);
});

test('a late message wakes a release that no other process has claimed', async () => {
  const { engine, database, woken } = await open();
  const { id } = await planned({ engine }, 3_600_000);
  const at = Date.now() - 60_000;
  const due = `timestamptz 'epoch' + ${at} * interval '1 millisecond'`;
  await database.query(
    {
      text: `with r as (
          update live_releases set version = version + 1, scheduled_start_date = ${due}, next_wake_at = ${due} where id = $1)
        insert into wake_claims values ($1, ${due}, now() + interval '1 hour')`,
    },
    [id],
  );
  await engine.handleWake({ id, at });
  expect([(await readRelease(database, id))?.release.status, woken]).toEqual(['PLANNED', []]);
  await database.query({ text: 'delete from wake_claims where release_id = $1' }, [id]);
  await engine.handleWake({ id, at });
  expect([(await readRelease(database, id))?.release.status, woken]).toEqual(['IN_PROGRESS', ['queue']]);
});
