import { message } from '@slipway/domain/messages';
import { differences, documentsIn, itemsIn, type Members, unzip, writeDocuments } from '@slipway/formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';
import { pickLength, seed } from '../../harness/test-length.ts';
import { commandLine } from './command-line.ts';

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

const perSet = 25;
/** Sets of templates with the same titles: each set applies random edits to every template of the previous set. */
const sets = fc.sample(fc.array(template, { minLength: perSet, maxLength: perSet }), {
  numRuns: pickLength({ short: 3, long: 40 }),
  seed,
});
const toYaml = (set: (typeof sets)[number]): string => {
  const spec = set.map((entry, index) => JSON.parse(JSON.stringify({ template: `T${index}`, ...entry })));
  return writeDocuments([{ kind: 'Templates', home: ['Laws'], spec }], []).yaml;
};

/** Returns all stored templates by path. */
async function templatesNow(): Promise<ReadonlyMap<string, Members>> {
  const answer = await fetch(`${url()}/devops-as-code/generate?path=Laws`, { headers: basicAuth('admin', 'admin') });
  if (answer.status === 404) return new Map();
  const rules = {
    archive: message('archiveKind.archive'),
    entries: 9,
    entryBytes: 1e7,
    totalBytes: 1e7,
    keptOfEntry: 1e7,
    keptBytes: 1e7,
  };
  const files = await unzip(Buffer.from(await answer.arrayBuffer()), () => true, { ...rules, mayHoldArchives: false });
  const items = itemsIn(documentsIn({ files, roots: ['index.yaml'] }), 'rel');
  return new Map(
    items.flatMap((item) => (item.kind === 'template' ? [[[...item.path, item.title].join('/'), item.code]] : [])),
  );
}

/** Returns the differences between two states in the format of a plan. */
function expectedChanges(before: ReadonlyMap<string, Members>, after: ReadonlyMap<string, Members>) {
  const all = [...after].map(([path, code]) => {
    const fields = differences(before.get(path) ?? {}, code).map((entry) => ({
      field: entry.field,
      before: entry.before ?? undefined,
      after: entry.after ?? undefined,
    }));
    return { path, fields };
  });
  return all.filter(({ fields }) => fields.length > 0);
}

const byPath = (left: { readonly path: string }, right: { readonly path: string }) =>
  left.path.localeCompare(right.path);

test('a plan of random edits lists each changed field, and applying it again changes nothing', async () => {
  // counts the changed fields and parts of existing templates
  let edits = 0;
  let before = await templatesNow();
  for (const set of sets) {
    const yaml = toYaml(set);
    const { changes } = await xl.plan(yaml);
    const planned = changes.filter(({ kind }) => kind === 'Template');
    const { ids } = await xl.apply(yaml);
    const listed = (action: string) => planned.filter((entry) => entry.action === action).map(({ id }) => id);
    const done = ids.find(({ kind }) => kind === 'Template');
    expect(done?.updated ?? []).toEqual(listed('update'));
    expect(done?.created.length ?? 0).toBe(listed('create').length);
    const after = await templatesNow();
    expect(planned.map(({ path, fields }) => ({ path, fields })).toSorted(byPath)).toEqual(
      expectedChanges(before, after).toSorted(byPath),
    );
    expect((await xl.plan(yaml)).changes).toEqual([]);
    before = after;
    edits += planned.flatMap(({ action, fields }) => (action === 'update' ? fields : [])).length;
  }
  expect(edits).toBeGreaterThan(pickLength({ short: 300, long: 5_000 }));
});
