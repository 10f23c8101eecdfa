import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fastCheckOptions } from '../../../../test/harness/test-length.ts';
import { templateFromGroovy } from './reading/template.ts';
import { type Fields, template } from './testing/templates.ts';
import { writeGroovy } from './writing/template.ts';

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the members of a template with numbered ids, because new objects have other ids. */
function comparable(value: Fields): unknown {
  const own = new Map<string, string>();
  const collect = (item: unknown): void => {
    if (typeof item !== 'object' || item === null) return;
    if ('title' in item && 'id' in item && !('key' in item)) own.set(idOf(String(item.id)), `own ${own.size}`);
    for (const inner of Object.values(item)) if (!isProperties(inner)) collect(inner);
  };
  collect(value.phases);
  for (const item of Array.isArray(value.variables) ? value.variables : []) own.set(idOf(item.id), `own ${own.size}`);
  return renamed(value, own);
}
const isProperties = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'a.B';

function renamed(value: unknown, own: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return own.get(idOf(value)) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, own));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'id' && key !== 'status')
      .map(([key, item]) => [key, renamed(item, own)]),
  );
}

const options = { asTemplate: true, head: { from: 'x', version: '1', date: 'now' }, folder: 'A/B', pathOf: () => null };

test('a written Groovy file is read unchanged', () => {
  fc.assert(
    fc.property(template, (source) => {
      const file = writeGroovy(JSON.parse(JSON.stringify(source)), options);
      const read = templateFromGroovy(file);
      expect(read.warnings).toEqual([]);
      expect(read.folder).toBe('A/B');
      expect(comparable(read.template)).toEqual(comparable(JSON.parse(JSON.stringify(source))));
    }),
    { ...fastCheckOptions({ short: 30, long: 1_000 }), endOnFailure: true },
  );
});

const withScript = (script: string, description: string) => ({
  type: 'xlrelease.Release',
  title: 'T',
  phases: [{ title: 'P', tasks: [{ type: 'xlrelease.ScriptTask', title: 't', script, description }] }],
});

test.each([
  ['a quote at the end of each piece', "'".repeat(40_000)],
  ['surrogate pairs at the ends of pieces', `x${'🌈'.repeat(20_000)}`],
  ['backslashes', '\\'.repeat(40_000)],
  ['line feeds', '\n'.repeat(40_000)],
  ['an empty text', ''],
])('writes long texts in pieces that are read as one text: %s', (_, text) => {
  const file = writeGroovy(withScript(text, text), options);
  const literals = file.match(/'''\\\n[\s\S]*?'''/g) ?? [];
  expect(Math.max(...literals.map((item) => Buffer.byteLength(item)))).toBeLessThan(65_535);
  expect(templateFromGroovy(file).template).toMatchObject({
    phases: [{ tasks: [{ script: text, description: text }] }],
  });
});

test('omits passwords', () => {
  const file = writeGroovy(
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
    options,
  );
  expect(file).not.toContain('***');
});
