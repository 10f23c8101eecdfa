import fc from 'fast-check';
import { expect, test } from 'vitest';
import { template as anyTemplate } from '../../../libs/formats/src/groovy/testing/templates.ts';
import { serve } from '../../harness/product/serve.ts';
import { canonicalize } from '../../harness/rest/canonical-template.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { createImporter, exportTemplate, type ImportResult } from '../../harness/rest/template-files.ts';
import { fastCheckOptions, pickLength } from '../../harness/test-length.ts';

const product = serve();
const { rest } = product;
const importFile = createImporter(rest);

const read = ({ id }: ImportResult) => rest.get<Release>(`/templates/Applications-${id}`);

/**
 * Limits random templates to valid content. It removes characters that databases cannot store, because they would make
 * nearly every template invalid. It also removes the random ids of variables in create-release tasks, which do not
 * belong to the template.
 */
const normalize = (name: string, value: unknown): unknown => {
  const isList = name === 'templateVariables' && Array.isArray(value);
  if (isList) return value.map((item: object) => ({ ...item, id: undefined }));
  if (typeof value !== 'string') return value;
  return value
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/^Release1\/Variable(?=\d$)/, 'Release1/Variableown');
};
const storable = anyTemplate.map(
  (template): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(template), normalize),
);

const templates = { short: 15, long: 500 };

test('an exported template is equal after its import', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(storable, async (template) => {
      const titled = { ...template, title: `T ${String(template.title)}` };
      const reply = await rest.send('POST', '/templates/import', [titled]);
      expect(reply.status, reply.text).toBeLessThan(500);
      fc.pre(reply.status === 200);
      const [first] = reply.body as readonly ImportResult[];
      const original = await read(first!);
      const [reimported] = await importFile(await exportTemplate(product, original));
      expect(canonicalize(await read(reimported!))).toEqual(canonicalize(original));
      count += 1;
    }),
    // Shrinking a template would exceed the time limit of the test. The seed in the report reproduces the template.
    { ...fastCheckOptions(templates), endOnFailure: true },
  );
  expect(count).toBeGreaterThanOrEqual(pickLength(templates));
});
