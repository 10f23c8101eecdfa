import { expect, test } from 'vitest';
import { writeJson } from './write-json.ts';

const plan = (title: string) => ({ title, owner: undefined, phases: [{ title: 'Ü' }, { tasks: [] }] });
const plans = ['one', 'two', 'three'].map(plan);

test.each<[string, unknown]>([
  ['a list of plans', plans],
  [
    'the two lists of a full search',
    { live: { page: 0, size: undefined, releases: plans }, archived: { page: 0, releases: [] } },
  ],
  ['a list of one plan', plans.slice(1)],
  ['one plan', plan('alone')],
  ['an empty list', []],
  ['a list of texts', ['a', 'b']],
  ['counts', { live: { total: 1, byStatus: {} }, archived: { total: 0 } }],
  ['a text', 'ready'],
  ['no', false],
])('%s is written as in one go', async (_, value) => {
  expect(String(await writeJson(value))).toBe(JSON.stringify(value));
});

test('others have their turn while a large page is written', async () => {
  const large = Array.from({ length: 200 }, (_, index) => ({ ...plan(`${index}`), description: 'ü'.repeat(200_000) }));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const written = await writeJson(large);
  isOver = true;
  expect(JSON.parse(String(written))).toHaveLength(200);
  expect(turns).toBeGreaterThan(1);
});
