import fc from 'fast-check';
import { expect, test } from 'vitest';
import { template as anyTemplate } from '../../../libs/formats/src/groovy/testing/templates.ts';
import { serve } from '../../harness/product/serve.ts';
import { canonical } from '../../harness/rest/canonical.ts';
import { exportOf, type Imported, importing } from '../../harness/rest/files.ts';
import type { Release } from '../../harness/rest/shapes.ts';

const served = serve();
const { rest } = served;
const bring = importing(rest);

const read = ({ id }: Imported) => rest.get<Release>(`/templates/Applications-${id}`);

test('what is exported and imported again is the same, for any template that is one', async () => {
  let held = 0;
  await fc.assert(
    fc.asyncProperty(anyTemplate, async (template) => {
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
    { numRuns: 25 },
  );
  expect(held).toBeGreaterThanOrEqual(25);
});
