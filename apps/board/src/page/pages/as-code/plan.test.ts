import { expect, test } from 'vitest';
import { appliedRows, changedObjects, textOf } from './plan.ts';

test('each changed object has its changed fields as texts', () => {
  const change = { kind: 'Template', action: 'update', id: 'Release1', path: 'Web/Deploy' } as const;
  const fields = [
    { field: 'title', before: 'a', after: 'b' },
    { field: 'tags', after: ['x'] },
  ];
  const folder = { kind: 'Folder', action: 'create', id: 'Folder1', path: 'Web', fields: [] } as const;
  const plan = { isSame: false, changes: [folder, { ...change, fields }], effects: [] };
  expect(changedObjects(plan)).toEqual([
    { kind: 'Folder', path: 'Web', isNew: true, fields: [] },
    {
      kind: 'Template',
      path: 'Web/Deploy',
      isNew: false,
      fields: [
        { field: 'title', before: 'a', after: 'b' },
        { field: 'tags', before: '', after: '["x"]' },
      ],
    },
  ]);
});

test('a long list or object has a line for each member', () => {
  const phase = { phase: 'Build', tasks: [{ name: 'Compile' }] };
  expect([textOf(['a', 'b']), textOf(phase)]).toEqual(['["a","b"]', JSON.stringify(phase, null, 2)]);
});

test('a long text is cut', () => {
  expect(textOf('x'.repeat(3_000))).toBe(`${'x'.repeat(2_000)}…`);
});

test('the result of an apply lists each created and changed object', () => {
  const ids = [{ kind: 'Template', created: ['a'], updated: ['b'] }];
  expect(appliedRows({ changes: { ids } })).toEqual([
    { kind: 'Template', id: 'a', action: 'Created' },
    { kind: 'Template', id: 'b', action: 'Changed' },
  ]);
});
