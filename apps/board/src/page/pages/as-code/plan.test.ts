import { expect, test } from 'vitest';
import { appliedRows, fieldRows, textOf } from './plan.ts';

test('each field that changes has a row, and so has what has none', () => {
  const change = { kind: 'Template', action: 'update', id: 'Release1', path: 'Web/Deploy' } as const;
  const fields = [
    { field: 'title', before: 'a', after: 'b' },
    { field: 'tags', after: ['x'] },
  ];
  const folder = { kind: 'Folder', action: 'create', id: 'Folder1', path: 'Web', fields: [] } as const;
  const plan = { isSame: false, changes: [folder, { ...change, fields }], effects: [] };
  expect(fieldRows(plan)).toEqual([
    { key: '0', resource: 'Folder Web (new)', field: '', before: '', after: '' },
    { key: '1 0', resource: 'Template Web/Deploy', field: 'title', before: 'a', after: 'b' },
    { key: '1 1', resource: 'Template Web/Deploy', field: 'tags', before: '', after: '["x"]' },
  ]);
});

test('of a long text the beginning is shown', () => {
  expect(textOf('x'.repeat(3_000))).toBe(`${'x'.repeat(2_000)}…`);
});

test('the result lists each object', () => {
  const ids = [{ kind: 'Template', created: ['a'], updated: ['b'] }];
  expect(appliedRows({ changes: { ids } })).toEqual([
    { kind: 'Template', id: 'a', action: 'Created' },
    { kind: 'Template', id: 'b', action: 'Changed' },
  ]);
});
