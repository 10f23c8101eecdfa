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
  ['a list of one plan', plans.slice(2)],
  ['a list of other objects', [{ name: 'a', since: new Date(0) }, {}, { name: undefined }]],
  [
    'lists in lists',
    [
      [{ a: 1 }, { b: 2 }],
      [1, 2],
    ],
  ],
  ['lists with a missing item', [{ a: 1 }, undefined, null]],
  [
    'an object with lists, texts and dates',
    { tasks: plans, next: 'x', at: new Date(0), none: null, nothing: undefined },
  ],
  ['lists nested deeper than in a page', { a: { b: { c: plans } } }],
  ['one plan', plan('alone')],
  ['an empty list', []],
  ['a list of texts', ['a', 'b']],
  ['counts', { live: { total: 1, byStatus: {} }, archived: { total: 0 } }],
  ['a text', 'ready'],
  ['the value false', false],
])('%s is written like JSON.stringify writes it', async (_, value) => {
  expect(String(await writeJson(value))).toBe(JSON.stringify(value));
});

test('other work continues while a large page is written', async () => {
  const large = Array.from({ length: 200 }, (_, index) => ({ ...plan(`${index}`), description: 'ü'.repeat(200_000) }));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const chunks = await writeJson(large);
  isOver = true;
  expect(JSON.parse(String(chunks))).toHaveLength(200);
  expect(turns).toBeGreaterThan(1);
});

test('a small response is one text, which is sent together with the headers', async () => {
  expect(typeof (await writeJson({ tasks: plans }))).toBe('string');
});
