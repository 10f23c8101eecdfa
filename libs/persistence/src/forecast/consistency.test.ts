import { afterAll, expect, test } from 'vitest';
import { openFreshDatabase } from '../testing/database.ts';
import { beginConsistencyCheck, readLastConsistencyCheck, storeConsistencyCheck } from './consistency.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

const minute = 60_000;
/** Simulates that this time has passed since the latest check. */
const age = (ms: number) =>
  database.query(
    {
      text: `update settings set value = value || jsonb_build_object(
        'begun', (value ->> 'begun')::bigint - $1, 'ended', (value ->> 'ended')::bigint - $1)`,
    },
    [ms],
  );

test('one of several concurrent callers runs the check, and all get its recent result', async () => {
  const ask = () => Promise.all(Array.from({ length: 8 }, () => beginConsistencyCheck(database, minute)));
  expect(await readLastConsistencyCheck(database, minute)).toBe(null);
  expect((await ask()).filter(Boolean)).toEqual([true]);
  expect(await readLastConsistencyCheck(database, minute)).toBe(null);
  await storeConsistencyCheck(database, 3);
  expect((await ask()).filter(Boolean)).toEqual([]);
  expect(await readLastConsistencyCheck(database, minute)).toBe(3);
  await age(minute);
  expect(await readLastConsistencyCheck(database, minute)).toBe(null);
  expect((await ask()).filter(Boolean)).toEqual([true]);
});

test('a crash during a check skips only one interval', async () => {
  await age(minute);
  expect(await beginConsistencyCheck(database, minute)).toBe(true);
  await age(minute);
  expect(await beginConsistencyCheck(database, minute)).toBe(true);
});
