import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { canonicalize, runToEnd } from '../../harness/rest/canonical-template.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { createImporter, exportTemplate, type ImportResult, packXlr } from '../../harness/rest/template-files.ts';
import { edgeCases } from './edge-cases.ts';
import type { Fixture } from './fixture.ts';
import { models } from './models.ts';
import { taskTypes } from './task-types.ts';
import { variableTypes } from './variable-types.ts';

const product = serve();
const { rest } = product;
const importFile = createImporter(rest);
const read = ({ id }: ImportResult) => rest.get<Release>(`/templates/Applications-${id}`);

const importFixture = async ({ template, model = '22.3.0' }: Fixture): Promise<readonly ImportResult[]> =>
  model === null
    ? await importFile(Buffer.from(JSON.stringify(template)), { name: 'old.json', query: '?version=3.1.0' })
    : await importFile(await packXlr(template, model));

const fixtures = [...taskTypes, ...variableTypes, ...models, ...edgeCases];

test('there are more than forty files', () => expect(fixtures.length).toBeGreaterThan(40));

test.each(fixtures.map((fixture) => [fixture.name, fixture] as const))('%s', async (_, fixture) => {
  const [first, ...others] = await importFixture(fixture);
  expect([first!, ...others].map(({ warnings }) => warnings)).toEqual([
    fixture.warnings ?? [],
    ...others.map(() => []),
  ]);
  const original = await read(first!);
  expect(original).toMatchObject(fixture.shows ?? {});
  if (fixture.stops !== true) expect(await runToEnd(rest, original)).toBe('COMPLETED');
  const [reimported] = await importFile(await exportTemplate(product, original));
  expect(canonicalize(await read(reimported!))).toEqual(canonicalize(original));
});

test('a template that is deleted and imported again is equal, including its ids', async () => {
  const [first] = await importFixture({ name: '', template: taskTypes[3]!.template });
  const original = await read(first!);
  const file = await exportTemplate(product, original);
  await rest.sendForNoContent('DELETE', `/templates/${original.id}`);
  expect(await importFile(file)).toEqual([{ id: first!.id, title: original.title, warnings: [] }]);
  expect({ ...(await read(first!)), teams: [] }).toEqual({ ...original, teams: [] });
});
