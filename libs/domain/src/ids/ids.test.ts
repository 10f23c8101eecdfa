import { describe, expect, test } from 'vitest';
import { clip } from '../model/errors.ts';
import { configurationIds, configurationTitle, idCandidates, isIdOf, kindOf, lastSegment } from './ids.ts';

const refusalOf = (kind: 'Task' | 'Release' | 'Folder', rawId: string): string => {
  try {
    return `answered ${idCandidates(kind, rawId).join()}`;
  } catch (thrown) {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : 'threw something';
  }
};

describe('an id in any of its forms', () => {
  test.each([
    ['Task', 'Applications/Folder1/Release2/Phase3/Task4', ['Task4']],
    ['Task', 'Release2/Phase3/Task4', ['Task4']],
    ['Task', 'Task4', ['Task4']],
    ['Task', 'Taskmine_and-yours', ['Taskmine_and-yours']],
    ['Task', 'Applications-Folder1-Release2-Phase3-Task4', ['Task4']],
    ['Task', 'Folder1-Release2-Phase3-Task4', ['Task4']],
    ['Release', 'Applications/Folder1/Folder2/Release3', ['Release3']],
    ['Release', 'Folder1-Folder2-Release3', ['Release3']],
    ['Release', 'Releasea-Releaseb', ['Releasea-Releaseb']],
    ['Release', 'Foldera-Releaseb-Releasec', ['Releasec']],
    ['Task', 'Taska-Taskb', ['Taska-Taskb', 'Taskb']],
    ['Task', 'Applications/Folder1-Release2/Phase3-Task4', ['Task4']],
    ['Task', 'Phase-3/Task-4/Task-5', ['Task-5']],
    ['Folder', 'Applications-Folder1', ['Folder1']],
    ['Trigger', 'Applications/Folder1/Trigger2', ['Trigger2']],
    ['Trigger', 'Applications/Release1/Trigger2', ['Trigger2']],
    ['Variable', 'Configuration/variables/global/Variable1', ['Variable1']],
    ['Variable', 'Applications/Folder1/variables/Variable2', ['Variable2']],
    ['Configuration', 'Configuration/Custom/Configuration1', ['Configuration1']],
    ['Configuration', 'Applications/Folder1/Configuration2', ['Configuration2']],
    ['Blackout', 'Configuration/Calendar/Blackout1', ['Blackout1']],
    ['Folder', 'Applications/Folder1/Folder2', ['Folder2']],
    ['Variable', 'Applications/Release1/Variable2', ['Variable2']],
  ] as const)('%s %s', (kind, rawId, expected) => {
    expect(idCandidates(kind, rawId)).toEqual(expected);
  });

  test('can be as long as a deep path in hyphen form', () => {
    const folders = Array.from({ length: 10 }, (_, n) => `Folder${`${n}`.repeat(32)}`);
    const rawId = [...folders, `Release${'a'.repeat(32)}`].join('-');
    expect(idCandidates('Release', rawId)).toEqual([`Release${'a'.repeat(32)}`]);
  });
});

describe('a text that is not an id', () => {
  test.each([
    ['', "NotFound: '' is not an id"],
    ['..', "NotFound: '..' is not an id"],
    ['../Task4', "NotFound: '../Task4' is not an id"],
    ['Release1/../Task4', "NotFound: 'Release1/../Task4' is not an id"],
    ['Release1//Task4', "NotFound: 'Release1//Task4' is not an id"],
    ['/Task4', "NotFound: '/Task4' is not an id"],
    ['Task4/', "NotFound: 'Task4/' is not an id"],
    ['Task4\u0000', "NotFound: 'Task4?' is not an id"],
    ['Task4\nSet-Cookie: x', "NotFound: 'Task4?Set-Cookie: x' is not an id"],
    ['Task 4', "NotFound: 'Task 4' is not an id"],
    ['Task%2F4', "NotFound: 'Task%2F4' is not an id"],
    ['Täsk4', "NotFound: 'Täsk4' is not an id"],
    ["Task4'; drop table", "NotFound: 'Task4'; drop table' is not an id"],
    ['x'.repeat(1_025), `NotFound: '${'x'.repeat(100)}…' is not an id`],
    ['Task', "NotFound: there is no task 'Task'"],
    ['Release1/Phase2', "NotFound: there is no task 'Release1/Phase2'"],
    ['Task4/Comment5', "NotFound: there is no task 'Task4/Comment5'"],
    ['nonsense', "NotFound: there is no task 'nonsense'"],
    [`Task${'x'.repeat(125)}`, `NotFound: there is no task 'Task${'x'.repeat(96)}…'`],
  ])('%j', (rawId, message) => {
    expect(refusalOf('Task', rawId)).toBe(message);
  });

  test.each([
    'zip/Release1',
    'Applications/zip/Release1',
    'zip/Applications/Release1',
    'Applications/Applications/Release1',
    'zip-Release1',
    'Applications/zip-Release1',
    '-Folder1/Release2',
    'folder1/Release2',
    'Folder/Release2',
    'Release1/Release2',
    'Release1/Folder2/Release3',
    'Task1/Release2',
    'Configuration/Custom/Release1',
    'Configuration/Release1',
    'archived/Release1',
    'zip-Folder1-Folder2-Folder3/Release4',
    'variables/Release1',
    `Folder${'x'.repeat(130)}/Release1`,
  ])('%s: this path cannot contain a release', (rawId) => {
    expect(refusalOf('Release', rawId)).toBe(`NotFound: there is no release '${clip(rawId)}'`);
  });

  test('is rejected in a short time, however long it is', () => {
    expect(refusalOf('Task', '-'.repeat(1_024))).toMatch(/^NotFound: /);
    expect(refusalOf('Task', 'Task-'.repeat(200))).toMatch(/^answered |^NotFound: /);
  });
});

test.each([
  ['Task1', 'Task'],
  ['Team1', 'Team'],
  ['Release1', 'Release'],
  ['GateCondition1', 'GateCondition'],
  ['Applications', null],
  ['Task', null],
] as const)('%s is a %s', (id, kind) => {
  expect(kindOf(id)).toBe(kind);
  expect(isIdOf('Task', id)).toBe(kind === 'Task');
});

test('an external text becomes one short line', () => {
  expect(clip('a\r\nb\u0000c')).toBe('a??b?c');
  expect(clip('x'.repeat(100))).toBe('x'.repeat(100));
  expect(clip('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`);
});

test.each([
  ['Configuration/Custom/My Jenkins', 'My Jenkins', []],
  ['Configuration/Custom/Jenkins-Y88', 'Jenkins-Y88', ['Jenkins-Y88']],
  ['Configuration/Custom/Configuration1', 'Configuration1', ['Configuration1']],
  ['Configuration/Custom/Folder1-Configuration2', 'Folder1-Configuration2', ['Folder1-Configuration2']],
  ['Applications/Folder1/Configuration2', null, ['Configuration2']],
  ['Configuration/Custom/', null, []],
  ['Jenkins', null, []],
  [`Configuration/Custom/${'x'.repeat(1024)}`, null, []],
])('the configuration reference %s can be the title %j or the ids %j', (rawId, title, ids) => {
  expect(configurationTitle(rawId)).toBe(title);
  expect(configurationIds(rawId)).toEqual(ids);
});

test('the last segment of an id follows its last slash', () => {
  expect(['Applications/Folder1/Release2', 'Release2', ''].map(lastSegment)).toEqual(['Release2', 'Release2', '']);
});
