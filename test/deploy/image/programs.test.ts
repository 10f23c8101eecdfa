import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { librariesOf, packageOf } from '../../../deploy/docker/linked-libraries.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(inject('folder'), 'programs-'));
  vi.stubEnv('PATH', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Installs a program with this name on the PATH of the test. */
const install = (name: string, script: string) =>
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

const thisFile = import.meta.filename;

test('the package of a file is read from the output of dpkg', () => {
  install('dpkg-query', 'if [ "$1" = -S ]; then echo "libc6:amd64: $2"; else echo 2.36-9; fi');
  expect(packageOf(thisFile)).toEqual({ name: 'libc6', version: '2.36-9' });
});

test('a machine without dpkg has no package for a file', () => {
  expect(packageOf(thisFile)).toBeNull();
});

test.each([
  ['exit 1', `no package of this machine brings ${thisFile}`],
  ['echo "the database is locked" >&2; exit 2', 'failed (code 2): the database is locked'],
  ['kill -9 $$', 'failed (killed): '],
  ['if [ "$1" = -S ]; then echo "libc6: x"; else exit 1; fi', 'dpkg-query -W libc6 failed (code 1): '],
])('an unexpected result of dpkg from `%s` is an error', (script, message) => {
  install('dpkg-query', script);
  expect(() => packageOf(thisFile)).toThrow(message);
});

test.each([
  ['echo "libz.so => not found"', 'this machine lacks a library of /usr/bin/it'],
  ['echo "not a dynamic executable" >&2; exit 1', 'ldd /usr/bin/it failed (code 1): not a dynamic executable'],
])('an unexpected result of ldd from `%s` is an error', (script, message) => {
  install('ldd', script);
  expect(() => librariesOf(['/usr/bin/it'])).toThrow(message);
});
