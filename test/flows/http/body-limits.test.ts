import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';

const { rest } = serve();

const many = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));
const texts = (count: number) => many(count, (index) => `t${index}`);
const titled = (count: number) => texts(count).map((title) => ({ title }));
const pairs = (count: number) => Object.fromEntries(texts(count).map((name) => [name, '1']));
const planOf = (task: object) => ({ title: 'T', phases: [{ title: 'P', tasks: [{ title: 'a', ...task }] }] });
const task = (field: string) => `phases.0.tasks.0.${field}`;

test.each<[string, string, object, string]>([
  ['tags', '/templates', { title: 'T', tags: texts(501) }, 'tags: expected at most 500 items'],
  ['phases', '/templates', { title: 'T', phases: titled(501) }, 'phases: expected at most 500 items'],
  [
    'variables',
    '/templates',
    { title: 'T', variables: many(1_001, (at) => ({ key: `k${at}` })) },
    'variables: expected at most 1000 items',
  ],
  [
    'a list in a variable',
    '/templates',
    { title: 'T', variables: [{ key: 'k', value: texts(5_001) }] },
    'variables.0.value: expected at most 5000 items',
  ],
  [
    'a map in a variable',
    '/templates',
    { title: 'T', variables: [{ key: 'k', value: pairs(5_001) }] },
    'variables.0.value: expected at most 5000 items',
  ],
  [
    'tasks',
    '/templates',
    { title: 'T', phases: [{ title: 'P', tasks: titled(3_001) }] },
    'phases.0.tasks: expected at most 3000 items',
  ],
  [
    'tasks of a group',
    '/templates',
    planOf({ type: 'rel.ParallelGroup', tasks: titled(3_001) }),
    `${task('tasks')}: expected at most 3000 items`,
  ],
  [
    'conditions',
    '/templates',
    planOf({ type: 'rel.GateTask', conditions: titled(1_001) }),
    `${task('conditions')}: expected at most 1000 items`,
  ],
  [
    'a mapping',
    '/templates',
    planOf({ variableMapping: pairs(501) }),
    `${task('variableMapping')}: expected at most 500 items`,
  ],
  ['facets', '/templates', planOf({ facets: texts(501) }), `${task('facets')}: expected at most 500 items`],
  ['tags in a search', '/releases/search', { taskTags: texts(51) }, 'taskTags: expected at most 50 items'],
  ['statuses', '/releases/search', { statuses: many(100_000, () => 'PLANNED') }, 'statuses: expected at most 50 items'],
  ['ids', '/triggers/enable', texts(1_001), 'expected at most 1000 items'],
  ['values', '/releases/search', { unknown: many(200_000, () => 0) }, 'the JSON contains more than 200000 values'],
  ['characters', '/templates', { title: 'x'.repeat(1_000_001) }, 'a text in the JSON is longer than 1000000 bytes'],
])('too many %s are refused before the server checks any of them', async (_, path, body, expected) => {
  expect(await rest.sendForError('POST', path, body)).toBe(`400 ${expected}`);
});

test('collections that grow by one element per request have the same limits', async () => {
  const conditions = titled(1_000);
  const template = await createTemplate(
    rest,
    { P: [{ title: 'a', type: 'rel.GateTask', conditions }] },
    { title: 'Grown' },
  );
  const gate = template.phases[0]?.tasks[0]?.id;
  expect(await rest.sendForError('POST', `/tasks/${gate}/conditions`, { title: 'one more' })).toBe(
    '409 a task has at most 1000 conditions',
  );
  await rest.put(
    `/templates/${template.id}/variables`,
    many(1_000, (at) => ({ key: `k${at}` })),
  );
  expect(await rest.sendForError('POST', `/templates/${template.id}/variables`, { key: 'more' })).toBe(
    '409 a release has at most 1000 variables',
  );
});

type Part = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Part => typeof value === 'object' && value !== null;

/** Returns the paths of arrays and maps without a limit. */
function unlimited(value: unknown, at: string): string[] {
  if (!isObject(value)) return [];
  const isFree = value.type === 'array' && value.maxItems === undefined;
  const isMap = value.type === 'object' && isObject(value.additionalProperties) && value.properties === undefined;
  const own = isFree || (isMap && value.maxProperties === undefined) ? [at] : [];
  return [...own, ...Object.entries(value).flatMap(([name, inner]) => unlimited(inner, `${at}/${name}`))];
}

test('every array and map of a request documents its maximum size', async () => {
  const document = await rest.get<{ paths: Record<string, Part>; components: { schemas: Part } }>('/openapi.json');
  const bodies = Object.values(document.paths).flatMap((path) =>
    Object.values(path).flatMap((operation) => (isObject(operation) ? operation.requestBody : [])),
  );
  const named = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Request'));
  expect(named.length).toBeGreaterThan(5);
  expect(unlimited([bodies, Object.fromEntries(named)], '')).toEqual([]);
});
