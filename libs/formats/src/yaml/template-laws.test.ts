import { isObject, type Json } from '@slipway/domain/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fastCheckOptions } from '../../../../test/harness/test-length.ts';
import { differences } from './differences.ts';
import type { Members } from './read-yaml.ts';
import { templateJson } from './template-json.ts';
import { readItems } from './testing.ts';
import { writeDocuments } from './writing/write-documents.ts';
import { writeTemplate } from './writing/write-template.ts';

const counter = () => {
  let count = 0;
  return (kind: string) => {
    count += 1;
    return `${kind}${count}`;
  };
};
const naming = { prefix: 'rel', nameOf: () => undefined };

/** Creates a template from its document, and returns the document of the rendered template. */
const roundTrip = (code: Members): Members =>
  writeTemplate(templateJson(code, { existing: null, newId: counter() }), naming);

const name = fc.constantFrom('a', 'b', 'c', 'Build it', '#1', 'ünï');
const common = {
  description: fc.option(fc.constantFrom('text', 'two\nlines', '  spaces', 'yes', '12', '- no list'), {
    nil: undefined,
  }),
  plannedDuration: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
  scheduledStartDate: fc.option(fc.constant('2026-11-22T10:00:00.000Z'), { nil: undefined }),
};
const task: fc.Memo<object> = fc.memo((depth) =>
  fc.oneof(
    fc.record({ name, ...common, locked: fc.constantFrom(true, undefined), tags: fc.constantFrom(['x'], undefined) }),
    fc.record({ name, type: fc.constant('rel.ScriptTask'), script: fc.constantFrom('print 1', '# a\nprint "b"\n') }),
    fc.record({
      name,
      type: fc.constant('acme.Ship'),
      server: fc.constant('A'),
      conditions: fc.constantFrom('x', undefined),
    }),
    fc.record({
      name,
      type: fc.constant('rel.GateTask'),
      conditions: fc.constantFrom([{ name: 'one' }, { name: 'one' }], undefined),
      dependencies: fc.constantFrom([{ target: '${where}' }], [{ target: 'Releasex' }], undefined),
    }),
    fc.record({ name, type: fc.constant('rel.UserInputTask'), variables: fc.constantFrom(['k1'], undefined) }),
    ...(depth <= 1 ? [] : [group(depth - 1)]),
  ),
);
const group = (depth: number) =>
  fc.array(task(depth), { minLength: 2, maxLength: 3 }).map((tasks) => ({
    name: 'group',
    type: 'rel.ParallelGroup',
    links: [{ source: '#1', target: '#2' }],
    tasks: tasks.map((task, index) => ({ ...task, name: `#${index + 1}` })),
  }));
const phase = fc.record({
  phase: name,
  color: fc.constantFrom('#fff', undefined),
  tasks: fc.array(task(3), { minLength: 1, maxLength: 4 }),
});
const variable = fc.constantFrom(
  { key: 'k1', type: 'rel.StringVariable', value: 'v', requiresValue: false },
  { key: 'k1', type: 'rel.MapStringStringVariable', value: { a: 'b' } },
);
const template = fc
  .record({
    template: name,
    ...common,
    tags: fc.constantFrom(['t', 'u'], undefined),
    variables: fc.array(variable, { minLength: 1, maxLength: 1 }),
    phases: fc.array(phase, { minLength: 1, maxLength: 3 }),
  })
  .map((built): Members => JSON.parse(JSON.stringify(built)));

describe('properties of templates as code', () => {
  test('a template that is written, read, created and rendered is written unchanged', () => {
    fc.assert(
      fc.property(template, (code) => {
        const { yaml } = writeDocuments([{ kind: 'Templates', home: ['Top'], spec: [code] }], []);
        const [, item] = readItems(yaml);
        expect(item).toEqual({ kind: 'template', path: ['Top'], title: code.template, code, location: 'index.yaml' });
        expect(roundTrip(code)).toEqual(code);
      }),
      fastCheckOptions({ short: 100, long: 3_000 }),
    );
  });

  test('applying an unchanged document keeps the ids of all parts, and results in no differences', () => {
    fc.assert(
      fc.property(template, (code) => {
        const existing = templateJson(code, { existing: null, newId: counter() });
        const fresh = counter();
        const built = templateJson(code, { existing, newId: (kind) => `New${fresh(kind)}` });
        expect(JSON.stringify(built)).not.toContain('"New');
        expect(differences(code, roundTrip(code))).toEqual([]);
      }),
      fastCheckOptions({ short: 70, long: 2_000 }),
    );
  });

  test('the differences contain each edited field, and no other', () => {
    fc.assert(
      fc.property(template, (code) => {
        const [first, ...others]: readonly Json[] = Array.isArray(code.phases) ? code.phases : [];
        if (!isObject(first)) throw new Error('a template without phases');
        const edited = { ...code, phases: [{ ...first, description: 'edited' }, ...others] };
        const field = `phases[${String(first.phase)}].description`;
        const before = first.description ?? null;
        expect(differences(code, edited)).toEqual([{ field, before, after: 'edited' }]);
      }),
      fastCheckOptions({ short: 40, long: 1_000 }),
    );
  });
});
