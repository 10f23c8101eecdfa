import { maxCompiled, type ScriptText } from '@slipway/script-protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectServing, startTestRunner, type TestRunner } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

const patientMs = 50_000;
const python = (script: string): ScriptText => ({ language: 'python', script });
const javascript = (script: string): ScriptText => ({ language: 'javascript', script });

test('each script that does not compile is reported with its index, its own line, and the error', async () => {
  const scripts = [
    python('print "fine"'),
    python('x = 1\nif x\n    y = 2'),
    javascript('const a = 1;\nif (a {\n}'),
    javascript('result = 1;'),
    python('x = 1\n\nreturn x'),
    python('x = 1\nif x:\n\ty = 1\n  z = 2'),
    javascript('let a;\nlet a;'),
    python(''),
  ];
  const faults = await running.client.compileAll(scripts, patientMs);
  expect(faults.map(({ at, error: { type, line, message } }) => [at, type, line, message])).toEqual([
    [1, 'SyntaxError', 2, 'invalid syntax'],
    [2, 'SyntaxError', 2, "Unexpected token '{'"],
    [4, 'SyntaxError', 3, "'return' outside function"],
    [5, 'SyntaxError', 4, 'unindent does not match any outer indentation level'],
    [6, 'SyntaxError', 2, "Identifier 'a' has already been declared"],
  ]);
});

test('compiling runs no part of a script', async () => {
  const scripts = [python('while True: pass'), javascript('for (;;);'), python('raise Exception("never")')];
  expect(await running.client.compileAll(scripts, patientMs)).toEqual([]);
});

test('a hostile script is not a SyntaxError, and the scripts after it are compiled', async () => {
  const deep = 100_000;
  const hostile = [
    python(`${'('.repeat(2_000)}${')'.repeat(2_000)}`),
    javascript(`${'['.repeat(deep)}${']'.repeat(deep)}`),
  ];
  const faults = await running.client.compileAll([...hostile, python('x = = 1')], patientMs);
  expect(faults.at(-1)).toMatchObject({ at: hostile.length, error: { type: 'SyntaxError', line: 1 } });
  expect(faults.slice(0, -1).map(({ error }) => error.type)).toEqual(['RuntimeError', 'RangeError']);
  await expectServing(running);
});

test('a partial result arrives in time, and the runner continues to serve', async () => {
  // some seconds of work, with a limit of a tenth of a second
  const slow = Array.from({ length: maxCompiled.scripts }, (_, at) =>
    python(`${Array.from({ length: 60 }, (_, line) => `a${at}_${line} = [1, 2, {'k': ${line}}]`).join('\n')}\n`),
  );
  const startedAt = performance.now();
  const faults = await running.runner.compileAll([python('x = = 1'), ...slow], 100, new AbortController().signal);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(faults.length).toBeLessThanOrEqual(1);
  await expectServing(running);
});

test('more scripts than the limit of a request are rejected', async () => {
  const many = Array.from({ length: maxCompiled.scripts + 1 }, () => python(''));
  await expect(running.client.compileAll(many, patientMs)).rejects.toThrow(
    'the script runner answered 400: the request is invalid at scripts',
  );
});
