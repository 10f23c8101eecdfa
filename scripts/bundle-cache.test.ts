import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyOfInputs, recordUse, removeUnused } from './bundle-cache.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-bundles-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const inputs = [
  'package.json',
  'package-lock.json',
  'apps/board/src/page/main.tsx',
  'docs/help.md',
  'integrations/jenkins/integration.yaml',
  'libs/domain/src/index.ts',
  'scripts/bundle-board.ts',
  'services/a/src/main.ts',
];

test.each(inputs)('a change of %s changes the key', (file) => {
  for (const input of inputs) write(input, 'before');
  const before = keyOfInputs(folder);
  write(file, 'after');
  expect(keyOfInputs(folder)).not.toBe(before);
  write(file, 'before');
  expect(keyOfInputs(folder)).toBe(before);
});

test('a source that is renamed changes the key', () => {
  for (const input of inputs) write(input, 'same');
  const before = keyOfInputs(folder);
  rmSync(join(folder, 'services/a/src/main.ts'));
  write('services/a/src/other.ts', 'same');
  expect(keyOfInputs(folder)).not.toBe(before);
});

test('tests, the bundle of the board, and nested packages do not change the key', () => {
  for (const input of inputs) write(input, 'same');
  const before = keyOfInputs(folder);
  for (const input of [
    'services/a/src/main.test.ts',
    'apps/board/dist/board.js',
    'docs/images/board.png',
    'libs/domain/node_modules/x/index.js',
  ])
    write(input, 'new');
  expect(keyOfInputs(folder)).toBe(before);
});

const created = (key: string) => mkdirSync(join(folder, key, 'users'), { recursive: true });
/** Sets the times of a bundle back by two days. */
function age(key: string): void {
  const then = new Date(Date.now() - 172_800_000);
  for (const part of ['users', '.']) utimesSync(join(folder, key, part), then, then);
}
const endedPid = () => spawnSync(process.execPath, ['--version']).pid;

test('a bundle that does not exist cannot be used', () => {
  expect(recordUse('none', process.pid, folder)).toBe(false);
  created('some');
  expect(recordUse('some', process.pid, folder)).toBe(true);
});

test('a bundle is deleted when no process uses it and no process has started to use it within the hour', () => {
  for (const key of ['current', 'used', 'ended', 'recent', '.new-1']) created(key);
  recordUse('used', process.pid, folder);
  recordUse('ended', endedPid(), folder);
  for (const key of ['current', 'used', 'ended', '.new-1']) age(key);
  removeUnused('current', 3_600_000, folder);
  expect(readdirSync(folder).toSorted()).toEqual(['current', 'recent', 'used']);
});

test('the next use deletes the entries of ended processes', () => {
  created('some');
  recordUse('some', endedPid(), folder);
  recordUse('some', process.pid, folder);
  expect(readdirSync(join(folder, 'some/users'))).toEqual([String(process.pid)]);
});
