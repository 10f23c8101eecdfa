import fc from 'fast-check';
import { expect, test } from 'vitest';
import { template as anyTemplate } from '../../../libs/formats/src/groovy/testing/templates.ts';
import { length, runs } from '../../harness/length.ts';
import { serve } from '../../harness/product/serve.ts';
import { canonical } from '../../harness/rest/canonical.ts';
import { exportOf, type Imported, importing } from '../../harness/rest/files.ts';
import type { Release } from '../../harness/rest/shapes.ts';

const served = serve();
const { rest } = served;
const bring = importing(rest);

const read = ({ id }: Imported) => rest.get<Release>(`/templates/Applications-${id}`);

/**
 * The possible content of a file, without the characters that databases cannot store, because they make nearly every
 * template invalid. The variables of tasks that create releases have meaningless ids, which do not belong to the
 * template.
 */
const kept = (name: string, value: unknown): unknown => {
  const isGiven = name === 'templateVariables' && Array.isArray(value);
  if (isGiven) return value.map((each: object) => ({ ...each, id: undefined }));
  if (typeof value !== 'string') return value;
  return value
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/^Release1\/Variable(?=\d$)/, 'Release1/Variableown');
};
const storable = anyTemplate.map(
  (template): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(template), kept),
);

const templates = { short: 15, long: 500 };

test('an exported template is the same after its import', async () => {
  let held = 0;
  await fc.assert(
    fc.asyncProperty(storable, async (template) => {
      const titled = { ...template, title: `T ${String(template.title)}` };
      const reply = await rest.send('POST', '/templates/import', [titled]);
      expect(reply.status, reply.text).toBeLessThan(500);
      fc.pre(reply.status === 200);
      const [first] = reply.body as readonly Imported[];
      const original = await read(first!);
      const [again] = await bring(await exportOf(served, original));
      expect(canonical(await read(again!))).toEqual(canonical(original));
      held += 1;
    }),
    // Shrinking a template takes longer than a test may: the seed in the report makes it again.
    { ...runs(templates), endOnFailure: true },
  );
  expect(held).toBeGreaterThanOrEqual(length(templates));
});
