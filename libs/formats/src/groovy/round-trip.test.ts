import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/harness/length.ts';
import { templateFromGroovy } from './reading/template.ts';
import { type Fields, template } from './testing/templates.ts';
import { groovyOf } from './writing/template.ts';

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The members of a template, with ids in order in place of its own: new objects have other ids. */
function said(value: Fields): unknown {
  const own = new Map<string, string>();
  const collect = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return;
    if ('title' in each && 'id' in each && !('key' in each)) own.set(idOf(String(each.id)), `own ${own.size}`);
    for (const inner of Object.values(each)) if (!isProperties(inner)) collect(inner);
  };
  collect(value.phases);
  for (const each of Array.isArray(value.variables) ? value.variables : []) own.set(idOf(each.id), `own ${own.size}`);
  return renamed(value, own);
}
const isProperties = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'a.B';

function renamed(value: unknown, own: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return own.get(idOf(value)) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => renamed(each, own));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'id' && key !== 'status')
      .map(([key, each]) => [key, renamed(each, own)]),
  );
}

const order = { asTemplate: true, head: { from: 'x', version: '1', date: 'now' }, folder: 'A/B', pathOf: () => null };

test('a written Groovy file is read unchanged', () => {
  fc.assert(
    fc.property(template, (written) => {
      const file = groovyOf(JSON.parse(JSON.stringify(written)), order);
      const read = templateFromGroovy(file);
      expect(read.warnings).toEqual([]);
      expect(read.folder).toBe('A/B');
      expect(said(read.template)).toEqual(said(JSON.parse(JSON.stringify(written))));
    }),
    { ...runs({ short: 30, long: 1_000 }), endOnFailure: true },
  );
});

const withScript = (script: string, description: string) => ({
  type: 'xlrelease.Release',
  title: 'T',
  phases: [{ title: 'P', tasks: [{ type: 'xlrelease.ScriptTask', title: 't', script, description }] }],
});

test.each([
  ['a quote at the end of each piece', "'".repeat(40_000)],
  ['pairs of surrogates at the ends of pieces', `x${'🌈'.repeat(20_000)}`],
  ['backslashes', '\\'.repeat(40_000)],
  ['line feeds', '\n'.repeat(40_000)],
  ['nothing', ''],
])('long texts are written in pieces and read as one: %s', (_, text) => {
  const file = groovyOf(withScript(text, text), order);
  const literals = file.match(/'''\\\n[\s\S]*?'''/g) ?? [];
  expect(Math.max(...literals.map((each) => Buffer.byteLength(each)))).toBeLessThan(65_535);
  expect(templateFromGroovy(file).template).toMatchObject({
    phases: [{ tasks: [{ script: text, description: text }] }],
  });
});

test('passwords are left out', () => {
  const file = groovyOf(
    {
      type: 'xlrelease.Release',
      title: 'T',
      scriptUserPassword: '********',
      variables: [{ id: 'Variable1', type: 'xlrelease.PasswordStringVariable', key: 'p', value: '********' }],
      phases: [
        {
          title: 'P',
          tasks: [
            { type: 'xlrelease.CustomScriptTask', title: 'c', pythonScript: { type: 'a.B', password: '********' } },
            { type: 'own.Task', title: 'o', password: '********', links: '********' },
          ],
        },
      ],
    },
    order,
  );
  expect(file).not.toContain('***');
});
