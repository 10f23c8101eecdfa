import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestRunner, type TestRunner } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

/** A database rejects such a text. A result with it would make the release run the same script repeatedly. */
const bad = '"a\\u0000b\\ud800c"';
const good = 'a\uFFFDb\uFFFDc';
const ended = { error: null, result: good, variables: { [good]: [good] }, actions: [], output: `${good}\n` };

test.each([
  ['in JavaScript', 'javascript', `print(${bad}); globalThis[${bad}] = [${bad}]; authenticated = ${bad};`],
  ['in Python', 'python', `print u${bad}\nglobals()[u${bad}] = [u${bad}]\nauthenticated = u${bad}`],
] as const)('any result of a script can be stored: %s', async (_, language, script) => {
  const wanted = '*';
  const { durationMs, ...answer } = await running.run({ language, script, wanted });
  const { authenticated, ...variables } = answer.variables;
  expect(durationMs).toBeGreaterThan(0);
  expect({ ...answer, variables }).toEqual(language === 'javascript' ? ended : { ...ended, variables });
  expect(authenticated).toBe(good);
});

test.each([
  ['javascript', `print(${bad}); throw new Error(${bad});`],
  ['python', `print u${bad}\nraise Exception(u${bad})`],
] as const)('any error of a script can be stored: %s', async (language, script) => {
  const { error, output } = await running.run({ language, script });
  expect([error?.message, output]).toEqual([good, `${good}\n`]);
});

test('the output is not cut between the halves of a surrogate pair', async () => {
  const { output } = await running.run({ script: 'print("x" + "😀".repeat(40 * 1024));' });
  expect(output.isWellFormed()).toBe(true);
});

test('an input that is too large is rejected before it is sent', async () => {
  const { error } = await running.run({ inputs: { payload: 'x'.repeat(8 * 1024 * 1024) } });
  expect(error).toEqual({
    type: 'Error',
    message: 'the input of the script is larger than 8388608 bytes',
    line: null,
  });
});

test.each([
  [
    'javascript',
    "small = 'a'; text = 'x'.repeat(3e6); list = Array.from({ length: 3000 }, () => 'y'.repeat(1000)); last = { a: 'b' };",
  ],
  [
    'python',
    "small = 'a'\ntext = 'x' * 1500000\nlist = ['y' * 1000 for _ in range(1500)]\nlast = {'a': 'b'}\nprint 'done'",
  ],
] as const)('large outputs are cut with a warning and do not fail the script: %s', async (language, script) => {
  const cases = [
    ['small', 'text'],
    ['small', 'list'],
    ['text', 'last'],
  ] as const;
  for (const wanted of cases) {
    const { error, variables, output } = await running.run({ language, script, wanted: [...wanted], purpose: 'task' });
    expect(error).toBeNull();
    const size = JSON.stringify(variables).length;
    expect(size).toBeGreaterThan(998_000);
    expect(size).toBeLessThan(1_000_100);
    const isCut = (name: string) =>
      output.includes(`Warning: '${name}' was truncated: the outputs of a script can have`);
    expect(wanted.filter(isCut)).toEqual(wanted.filter((name) => name !== 'small'));
    expect(variables.small ?? 'a').toBe('a');
  }
});

test.each([
  ['javascript', String.raw`text = '\u0001'.repeat(400000); pairs = '\ud83d\ude00'.repeat(600000);`],
  ['python', String.raw`text = u'\u0001' * 400000; pairs = u'\U0001f600' * 600000`],
] as const)('the limit of outputs counts the characters of their JSON: %s', async (language, script) => {
  for (const name of ['text', 'pairs']) {
    const { error, variables, output } = await running.run({ language, script, wanted: [name], purpose: 'task' });
    expect([error, JSON.stringify(variables[name]).length > 999_000]).toEqual([null, true]);
    expect(String(variables[name]).isWellFormed()).toBe(true);
    expect(output).toBe(
      `Warning: '${name}' was truncated: the outputs of a script can have 1,000,000 characters in total\n`,
    );
  }
});
