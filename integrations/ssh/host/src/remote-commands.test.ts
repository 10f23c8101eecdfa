import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import {
  commandLine,
  interpreterOf,
  programFaults,
  quoted,
  readProgram,
  removeProgram,
  startProgram,
  stopProgram,
} from './remote-commands.ts';

const id = '0123456789abcdef'.repeat(2);

test.each([
  '',
  ' ',
  "'",
  "''\\'",
  '$(touch /tmp/hostile) `id` ${HOME} $1',
  '; rm -rf / #',
  '"double" \\ \\\\ !history * ? [a] ~ {a,b} <in >out | & !',
  'héllo ☂ 𝒳 \u202e',
  '-n',
  "a'$(echo b)'c",
])('a shell reads the quoted text %j as one word', (text) => {
  expect(execFileSync('/bin/sh', ['-c', `printf '%s' ${quoted(text)}`], { encoding: 'utf8' })).toBe(text);
});

test.each([
  ['echo', '/bin/sh'],
  ['#!/bin/bash\necho', "'/bin/bash'"],
  ['#! /usr/bin/env  python3 -u \r\nprint(1)', "'/usr/bin/env' 'python3 -u'"],
  ['\n#!/bin/bash', '/bin/sh'],
  ["#!/bin/sh -c $(id)'\n", "'/bin/sh' '-c $(id)'\\'''"],
  ['#!', '/bin/sh'],
])('the script %j runs with %s', (script, interpreter) => {
  expect(interpreterOf(script)).toBe(interpreter);
});

const run = { id, folder: "/var/tmp/it's $HOME/" };
const start = { bytes: 1_000_000, interpreter: "'/bin/bash'", directory: "/srv/a 'b'" };

test.each([
  ['start', startProgram(run, start)],
  ['start without a folder', startProgram(run, { ...start, directory: null })],
  ['read', readProgram(run)],
  ['stop', stopProgram(run)],
  ['remove', removeProgram(run)],
])('the program to %s is one line of valid shell', (_, program) => {
  expect(program).not.toContain('\n');
  expect(() => execFileSync('/bin/sh', ['-n', '-c', program])).not.toThrow();
  expect(program).toContain(`/var/tmp/it'\\''s $HOME/slipway-${id}'`);
});

test('a program contains only the length of a script, not its text', () => {
  const program = startProgram(run, start);
  expect(program.length).toBeLessThan(3_000);
  expect(program).toContain(`-eq ${start.bytes} ]`);
  expect(program).toContain(`exit ${programFaults.transfer}`);
});

test.each([
  [{ kind: 'login' }, `/bin/sh -c 'echo '\\''a'\\'''`],
  [{ kind: 'sudo', name: "o'neil", password: null }, `sudo -n -u 'o'\\''neil' -- /bin/sh -c 'echo '\\''a'\\'''`],
  [
    { kind: 'sudo', name: 'root', password: 'pass word' },
    `sudo -S -p 'slipway-${id}:' -u 'root' -- /bin/sh -c 'echo '\\''a'\\'''`,
  ],
  [
    { kind: 'su', name: 'root', password: 'pass word' },
    `env LC_ALL=C su 'root' -c '/bin/sh -c '\\''echo '\\''\\'\\'''\\''a'\\''\\'\\'''\\'''\\'''`,
  ],
] as const)('the command line for %j contains no password', (user, line) => {
  expect(commandLine("echo 'a'", user, id)).toBe(line);
  expect(line).not.toContain('pass word');
});
