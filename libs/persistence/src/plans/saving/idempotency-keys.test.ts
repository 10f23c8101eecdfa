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

describe('a key in a save', () => {
  test('is stored with the release, at first without a response', async () => {
    const release = releaseWith([]);
    await insertPlan(database, outcomeOf(release), { key: key('made') });
    expect(await findKey(database, 'made')).toEqual({
      fingerprint: 'body',
      ageMs: expect.any(Number),
      releaseId: release.id,
      answer: null,
    });
  });

  test('prevents the save if it is already stored', async () => {
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

  test('is not stored by a save of an old version', async () => {
    const release = releaseWith([]);
    await insertPlan(database, outcomeOf(release));
    const plan = await storedPlan(database, release.id);
    await savePlan(database, plan, outcomeOf(release));
    expect(await savePlan(database, plan, outcomeOf(release), { key: key('late') })).toBeNull();
    expect(await findKey(database, 'late')).toBeNull();
  });

  test('waits for a concurrent use of the key, and is rejected after the commit', async () => {
    let second: Promise<void> = Promise.resolve();
    await database.transaction(async (connection) => {
      await storeKey(connection, key('at once'));
      second = storeKey(database, key('at once'));
      second.catch(() => {});
    });
    await expect(second).rejects.toThrow(DuplicateRequest);
  });
});

describe('a response', () => {
  const answer = { status: 200, tag: '"1"', body: '{"id":"Release1"}' };
  test('is stored for the key, and a later one does not replace it', async () => {
    await storeKey(database, key('answered'));
    await storeResponse(database, key('answered', 'another'), { ...answer, body: 'of another' });
    await storeResponse(database, key('answered'), answer);
    await storeResponse(database, key('answered'), { ...answer, body: 'later' });
    expect((await findKey(database, 'answered'))?.answer).toEqual(answer);
  });
  test('is stored with its key if the request changed nothing', async () => {
    await storeResponse(database, key('quiet'), { status: 204, tag: null, body: null });
    expect((await findKey(database, 'quiet'))?.answer).toEqual({ status: 204, tag: null, body: null });
  });
});

describe('after a day', () => {
  test('a key can be used again', async () => {
    await storeResponse(database, key('old'), { status: 204, tag: null, body: null });
    await grown('old', 23.9);
    expect(await findKey(database, 'old')).not.toBeNull();
    await grown('old', 24.1);
    expect(await findKey(database, 'old')).toBeNull();
    await storeKey(database, key('old'));
  });

  test('keys are deleted, oldest first, up to a limit', async () => {
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
