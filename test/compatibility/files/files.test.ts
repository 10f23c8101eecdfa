import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { canonical, drive } from '../../harness/rest/canonical.ts';
import { exportOf, type Imported, importing, xlrOf } from '../../harness/rest/files.ts';
import type { Release } from '../../harness/rest/shapes.ts';
import type { Fixture } from './fixture.ts';
import { models } from './models.ts';
import { oddities } from './oddities.ts';
import { taskTypes } from './task-types.ts';
import { variableTypes } from './variable-types.ts';

const served = serve();
const { rest } = served;
const bring = importing(rest);
const read = ({ id }: Imported) => rest.get<Release>(`/templates/Applications-${id}`);

const broughtFrom = async ({ template, model = '22.3.0' }: Fixture): Promise<readonly Imported[]> =>
  model === null
    ? await bring(Buffer.from(JSON.stringify(template)), { name: 'old.json', query: '?version=3.1.0' })
    : await bring(await xlrOf(template, model));

const fixtures = [...taskTypes, ...variableTypes, ...models, ...oddities];

test('there are more than forty', () => expect(fixtures.length).toBeGreaterThan(40));

test.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('%s', async (_, fixture) => {
  const [first, ...others] = await broughtFrom(fixture);
  expect([first!, ...others].map(({ warnings }) => warnings)).toEqual([
    fixture.warnings ?? [],
    ...others.map(() => []),
  ]);
  const original = await read(first!);
  expect(original).toMatchObject(fixture.shows ?? {});
  if (fixture.stops !== true) expect(await drive(rest, original)).toBe('COMPLETED');
  const [again] = await bring(await exportOf(served, original));
  expect(canonical(await read(again!))).toEqual(canonical(original));
});

test('a deleted and restored template is the same, including its ids', async () => {
  const [first] = await broughtFrom({ name: '', template: taskTypes[3]!.template });
  const original = await read(first!);
  const file = await exportOf(served, original);
  await rest.done('DELETE', `/templates/${original.id}`);
  expect(await bring(file)).toEqual([{ id: first!.id, title: original.title, warnings: [] }]);
  expect({ ...(await read(first!)), teams: [] }).toEqual({ ...original, teams: [] });
});
