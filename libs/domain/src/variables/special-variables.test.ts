import { expect, test } from 'vitest';
import { handle } from '../commands/handle.ts';
import { storedPassive } from '../model/passive.ts';
import { blankReleasePassive, type Release } from '../model/release.ts';
import { parseInput } from '../testing/examples.ts';
import { applyInputs, decide, env, task, variable } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import { specialVariable } from './special-variables.ts';

const uses = (...keys: readonly string[]) => ({ uses: { description: keys } });

test('a task that starts inserts release fields literally, and loads passive ones', () => {
  const keys = ['id', 'title', 'status', 'owner', 'flagStatus', 'tags', 'description', 'flagComment', 'other'];
  const release = {
    ...plan('Build: a> b.', {
      task: { b: uses(...keys.map((key) => `release.${key}`)) },
      variables: [variable('x', 'never')],
    }),
    ...{ folderId: 'FolderB', title: 'Ship ${x}', owner: 'ann', tags: ['one', 'two'] },
  };
  const folders = new Map([['FolderB', 'Applications/FolderA/FolderB']]);
  const passive = { ...blankReleasePassive, description: 'All of ${x}', flagComment: null };
  expect(handle(release, parseInput('complete a'), env({ data: {} }))).toEqual({
    kind: 'missingData',
    requirements: [{ kind: 'folder', id: 'FolderB' }],
  });
  expect(handle(release, parseInput('complete a'), env({ data: { folders } }))).toEqual({
    kind: 'missingData',
    requirements: [{ kind: 'releasePassive', id: release.id }],
  });
  const environment = env({ data: { folders, releasePassives: new Map([[release.id, passive]]) } });
  expect(task(applyInputs(release, environment, parseInput('complete a')), 'b').run.values).toEqual({
    'release.id': `Applications/FolderA/FolderB/${release.id}`,
    'release.title': 'Ship ${x}',
    'release.status': 'IN_PROGRESS',
    'release.owner': 'ann',
    'release.flagStatus': 'OK',
    'release.tags': ['one', 'two'],
    'release.description': 'All of ${x}',
    'release.flagComment': null,
  });
});

test('a variable of the release has priority, and a new release has its description at once', () => {
  const release = {
    ...plan('Build: a> b.', {
      task: {
        b: {
          ...uses('release.description', 'release.title', 'mine'),
          variableMapping: { owner: '${release.owner}' },
        },
      },
      variables: [variable('release.title', 'own'), variable('mine', 'by ${release.owner}')],
    }),
    ...{ owner: 'ann', passive: { kind: 'new', value: { ...blankReleasePassive, description: 'new' } } as const },
  };
  const { run } = task(decide(release, parseInput('complete a')).release, 'b');
  expect([run.values, run.mapped]).toEqual([
    { 'release.description': 'new', 'release.owner': 'ann', 'release.title': 'own', mine: 'by ann' },
    { owner: 'ann' },
  ]);
});

test.each([
  ['in the root folder', 'Applications', new Map(), 'Applications/Release1'],
  ['in a folder', 'FolderB', new Map([['FolderB', 'Applications/FolderB']]), 'Applications/FolderB/Release1'],
  ['in a folder that no longer exists', 'FolderB', new Map([['FolderB', null]]), 'FolderB/Release1'],
])('the id of a release %s includes its path', (_, folderId, folders, value) => {
  const release = { ...plan('P: a>'), id: 'Release1', folderId };
  expect(specialVariable(release, 'release.id', { env: env({ data: { folders } }) })?.value).toBe(value);
});

test.each<[string, Release['passive'], string | null]>([
  ['the stored one', storedPassive, 'stored'],
  ['changed by the decision', { ...storedPassive, changes: { description: 'changed' } }, 'changed'],
  ['cleared by the decision', { ...storedPassive, changes: { description: null } }, null],
  ['copied from its original', { kind: 'copy', of: 'Release2', beforeRun: false, changes: null }, 'original'],
])('the description of a release is %s', (_, passive, value) => {
  const described = (description: string) => ({ ...blankReleasePassive, description });
  const releasePassives = new Map([
    ['Release1', described('stored')],
    ['Release2', described('original')],
  ]);
  const release = { ...plan('P: a>'), id: 'Release1', passive };
  const context = { env: env({ data: { releasePassives } }) };
  expect(specialVariable(release, 'release.description', context)?.value).toBe(value);
});
