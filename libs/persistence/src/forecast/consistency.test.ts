import { afterAll, expect, test } from 'vitest';
import { openFreshDatabase } from '../testing/database.ts';
import { beginConsistencyCheck, readLastConsistencyCheck, storeConsistencyCheck } from './consistency.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

const minute = 60_000;
/** As if that long had passed since. */
const age = (ms: number) =>
  database.query(
    {
      text: `update settings set value = value || jsonb_build_object(
        'begun', (value ->> 'begun')::bigint - $1, 'ended', (value ->> 'ended')::bigint - $1)`,
    },
    [ms],
  );

test('one of several concurrent callers checks, and all get the result while it is recent', async () => {
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

test('a crash during a check costs one interval', async () => {
  await age(minute);
  expect(await beginConsistencyCheck(database, minute)).toBe(true);
  await age(minute);
  expect(await beginConsistencyCheck(database, minute)).toBe(true);
});
