import { writeDocuments } from '@slipway/formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { commandLine } from './code.ts';

const { rest, url } = serve();
const xl = commandLine(rest, url);

const name = fc.constantFrom('a', 'b', 'c');
const text = fc.constantFrom('x', 'y', 'two\nlines');
const task = fc.oneof(
  fc.record({ name, description: fc.option(text, { nil: undefined }), locked: fc.boolean() }),
  fc.record({ name, type: fc.constant('rel.ScriptTask'), script: text }),
  fc.record({ name, type: fc.constant('rel.GateTask'), conditions: fc.array(fc.record({ name }), { maxLength: 2 }) }),
  fc.record({
    name,
    type: fc.constant('acme.Ship'),
    server: text,
    port: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  }),
  fc.record({
    name,
    type: fc.constant('rel.SequentialGroup'),
    tasks: fc.array(fc.record({ name, tags: fc.constantFrom(['t'], undefined) }), { minLength: 1, maxLength: 2 }),
  }),
);
const variable = fc.record({ key: name, type: fc.constant('rel.StringVariable'), value: text });
const template = fc.record({
  description: fc.option(text, { nil: undefined }),
  tags: fc.constantFrom(['t'], undefined),
  variables: fc.uniqueArray(variable, { selector: ({ key }) => key, maxLength: 2 }),
  phases: fc.array(fc.record({ phase: name, tasks: fc.array(task, { minLength: 1, maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
});

const perSet = 40;
/** Templates known by number, each another one in each set: from one set to the next every template is edited at random. */
const sets = fc.sample(fc.array(template, { minLength: perSet, maxLength: perSet }), { numRuns: 6, seed: 13 });
const written = (set: (typeof sets)[number]): string => {
  const spec = set.map((each, index) => JSON.parse(JSON.stringify({ template: `T${index}`, ...each })));
  return writeDocuments([{ kind: 'Templates', home: ['Laws'], spec }], []).yaml;
};

test('over hundreds of random edits a plan tells what is done, and what is done is done once', async () => {
  let edits = 0;
  for (const set of sets) {
    const yaml = written(set);
    const planned = await xl.plan(yaml);
    const { ids } = await xl.apply(yaml);
    const listed = (action: string) =>
      planned.changes.filter((each) => each.kind === 'Template' && each.action === action).map(({ id }) => id);
    const done = ids.find(({ kind }) => kind === 'Template');
    expect(done?.updated ?? []).toEqual(listed('update'));
    expect(done?.created.length ?? 0).toBe(listed('create').length);
    const again = await xl.plan(yaml);
    expect(again.changes).toEqual([]);
    edits += planned.changes.length;
  }
  expect(edits).toBeGreaterThan(200);
});
