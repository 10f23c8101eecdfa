import { afterAll, describe, expect, test } from 'vitest';
import { openFreshDatabase } from '../../testing/database.ts';
import { outcomeOf, releaseWith, storedPlan } from '../../testing/plans.ts';
import { readRelease } from '../reading/read.ts';
import { DuplicateRequest, deleteExpiredKeys, findKey, storeKey, storeResponse } from './idempotency-keys.ts';
import { insertPlan, savePlan } from './save.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

const key = (id: string, fingerprint = 'body') => ({ id, fingerprint });
const grown = (id: string, hours: number) =>
  database.query({ text: `update idempotency_keys set kept_at = now() - $2 * interval '1 hour' where id = $1` }, [
    id,
    hours,
  ]);

describe('a key is kept with what is saved', () => {
  test('and names the release, without an answer at first', async () => {
    const release = releaseWith([]);
    await insertPlan(database, outcomeOf(release), { key: key('made') });
    expect(await findKey(database, 'made')).toEqual({
      fingerprint: 'body',
      ageMs: expect.any(Number),
      releaseId: release.id,
      answer: null,
    });
  });

  test('and when it is there already, nothing is saved', async () => {
    const release = releaseWith([]);
    await insertPlan(database, outcomeOf(release));
    const plan = await storedPlan(database, release.id);
    await savePlan(database, plan, outcomeOf({ ...release, title: 'First' }), { key: key('twice') });
    const second = await storedPlan(database, release.id);
    const late = outcomeOf({ ...second.release, title: 'Second' });
    await expect(savePlan(database, second, late, { key: key('twice') })).rejects.toThrow(DuplicateRequest);
    await expect(insertPlan(database, outcomeOf(releaseWith([])), { key: key('twice') })).rejects.toThrow(
      DuplicateRequest,
    );
    expect((await readRelease(database, release.id))?.release.title).toBe('First');
  });

  test('a save on an old version keeps no key', async () => {
    const release = releaseWith([]);
    await insertPlan(database, outcomeOf(release));
    const plan = await storedPlan(database, release.id);
    await savePlan(database, plan, outcomeOf(release));
    expect(await savePlan(database, plan, outcomeOf(release), { key: key('late') })).toBeNull();
    expect(await findKey(database, 'late')).toBeNull();
  });

  test('a concurrent use of a key waits, and is refused after the commit', async () => {
    let second: Promise<void> = Promise.resolve();
    await database.transaction(async (connection) => {
      await storeKey(connection, key('at once'));
      second = storeKey(database, key('at once'));
      second.catch(() => {});
    });
    await expect(second).rejects.toThrow(DuplicateRequest);
  });
});

describe('an answer', () => {
  const answer = { status: 200, tag: '"1"', body: '{"id":"Release1"}' };
  test('comes to the key, and the first one stays', async () => {
    await storeKey(database, key('answered'));
    await storeResponse(database, key('answered', 'another'), { ...answer, body: 'of another' });
    await storeResponse(database, key('answered'), answer);
    await storeResponse(database, key('answered'), { ...answer, body: 'later' });
    expect((await findKey(database, 'answered'))?.answer).toEqual(answer);
  });
  test('of what has changed nothing is kept alone', async () => {
    await storeResponse(database, key('quiet'), { status: 204, tag: null, body: null });
    expect((await findKey(database, 'quiet'))?.answer).toEqual({ status: 204, tag: null, body: null });
  });
});

describe('after a day', () => {
  test('a key is new again', async () => {
    await storeResponse(database, key('old'), { status: 204, tag: null, body: null });
    await grown('old', 23.9);
    expect(await findKey(database, 'old')).not.toBeNull();
    await grown('old', 24.1);
    expect(await findKey(database, 'old')).toBeNull();
    await storeKey(database, key('old'));
  });

  test('keys are deleted, the oldest first, up to a limit', async () => {
    for (const [id, hours] of [
      ['aged 30', 30],
      ['aged 26', 26],
      ['aged 28', 28],
      ['aged 1', 1],
    ] as const) {
      await storeKey(database, key(id));
      await grown(id, hours);
    }
    const left = async () => {
      const rows = await database.query<{ id: string }>({
        text: `select id from idempotency_keys where id like 'aged%' order by id`,
      });
      return rows.map(({ id }) => id);
    };
    await deleteExpiredKeys(database, 2);
    expect(await left()).toEqual(['aged 1', 'aged 26']);
    await deleteExpiredKeys(database, 2);
    expect(await left()).toEqual(['aged 1']);
  });
});
