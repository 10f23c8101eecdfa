import { expect, test } from 'vitest';
import { changeRows } from './change-rows.ts';

test('the members of a role have labels, and its permissions have names beside the stored ids', () => {
  expect(
    changeRows(
      { permissions: ['template#create', 'rocket#launch'], principals: [] },
      { permissions: ['template#create'], principals: ['ann'] },
    ),
  ).toEqual([
    {
      key: 'permissions',
      label: 'Permissions',
      before: [
        { text: 'Create top-level templates', stored: 'template#create' },
        { text: 'rocket#launch', stored: 'rocket#launch' },
      ],
      after: [{ text: 'Create top-level templates', stored: 'template#create' }],
    },
    { key: 'principals', label: 'Members', before: [], after: [{ text: 'ann' }] },
  ]);
});

test('a created object has no values before, and a deleted one has none after', () => {
  const fields = { fullName: 'Ann  Ö.', loginAllowed: true, mustChangePassword: false, source: null };
  const values = [['Ann  Ö.'], ['Yes'], ['No'], []];
  const textsOf = (side: 'before' | 'after', rows: ReturnType<typeof changeRows>) =>
    rows.map((row) => row[side].map(({ text }) => text));
  expect([
    textsOf('before', changeRows(undefined, fields)),
    textsOf('after', changeRows(undefined, fields)),
    textsOf('before', changeRows(fields, undefined)),
  ]).toEqual([[[], [], [], []], values, values]);
});

test('only teams that differ are shown, each member with the name of its team', () => {
  const crew = { name: 'Crew', members: ['ann'], permissions: ['folder#view'] };
  const ops = { name: 'Ops', members: [], permissions: [] };
  const rows = changeRows([crew, ops], [{ ...crew, members: ['ann', 'bob'] }, ops]);
  expect(rows.map(({ label, before, after }) => [label, before.length, after.length])).toEqual([
    ['Crew: Members', 1, 2],
    ['Crew: Permissions', 1, 1],
  ]);
});

test('scores of risk profiles have the titles of their assessors', () => {
  expect(changeRows(undefined, { assessors: { 'xlrelease.ReleaseDueDateRiskAssessor': 30 } })[0]?.after).toEqual([
    { text: 'Release past due: 30', stored: 'xlrelease.ReleaseDueDateRiskAssessor' },
  ]);
});

test('an edited comment links to its release and task', () => {
  const rows = changeRows({ releaseId: 'Release1', taskId: 'Task2', author: 'ann', version: 1 }, undefined);
  expect(rows.map(({ label, before }) => [label, before])).toEqual([
    ['Release', [{ text: 'Release1', stored: 'Release1', objectId: 'Release1' }]],
    ['Task', [{ text: 'Open task', stored: 'Task2', to: '/releases/Release1?task=Task2' }]],
    ['Author', [{ text: 'ann' }]],
    ['Version', [{ text: '1' }]],
  ]);
});

test('a member of a later server has its name as label', () => {
  expect(changeRows({ lastSeenAt: 7 }, { lastSeenAt: { nested: [1] } })).toEqual([
    {
      key: 'lastSeenAt',
      label: 'Last seen at',
      before: [{ text: '7' }],
      after: [{ text: 'Nested: [1]', stored: 'nested' }],
    },
  ]);
});
