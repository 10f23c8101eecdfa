import { expect, test } from 'vitest';
import { savedViewBody } from './saved-view.ts';

const isView = (address: string): boolean => savedViewBody.safeParse({ name: 'mine', address }).success;

test.each([
  '/',
  '/?x=1',
  '/#x',
  '/releases',
  '/releases?title=a..b//../c/./&tags=%2e%2e',
  '/releases#/../x',
  '/releases/Release1?at=Task1',
  '/folders/Folder.1/...',
  '/folders/..a/.b/a..',
  '/folders/%2e%2ea',
  `/${'x'.repeat(1_999)}`,
])('accepts the address %s for a view', (address) => {
  expect(isView(address)).toBe(true);
});

test.each([
  '',
  'releases',
  '?x=1',
  'https://evil.example/',
  '//evil.example/x',
  '/\\evil.example',
  '/a b',
  '/releases/',
  '/releases/?x=1',
  '/releases//x',
  '/releases/..//evil.example/x',
  '/releases/../x',
  '/releases/./x',
  '/.',
  '/..',
  '/..?x=1',
  '/releases/..#x',
  '/%2e%2e/x',
  '/releases/%2E./x',
  '/releases/.%2e',
  '/releases/%2e?x=1',
  `/${'x'.repeat(2_000)}`,
  `${'/x'.repeat(900)}/..`,
])('rejects the address %s for a view', (address) => {
  expect(isView(address)).toBe(false);
});

test.each([
  [undefined, true],
  [null, true],
  [{ folderId: 'Folder1' }, true],
  [{ teamId: 'Team1' }, true],
  [{ teamId: 'Team1', folderId: null, title: 'Shippers' }, true],
  [{}, false],
  [{ folderId: 'Folder1', teamId: 'Team1' }, false],
  ['Folder1', false],
])('a view shared with %o is accepted: %s', (sharedWith, isAccepted) => {
  expect(savedViewBody.safeParse({ name: 'mine', address: '/', sharedWith }).success).toBe(isAccepted);
});
