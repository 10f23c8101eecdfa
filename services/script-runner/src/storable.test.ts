import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestRunner, type TestRunner } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

/** A release that is handed a text which its database refuses would ask for the same script again, without end. */
const bad = '"a\\u0000b\\ud800c"';
const good = 'a\uFFFDb\uFFFDc';
const ended = { error: null, result: good, variables: { [good]: [good] }, actions: [], output: `${good}\n` };

test.each([
  ['in JavaScript', 'javascript', `print(${bad}); globalThis[${bad}] = [${bad}]; authenticated = ${bad};`],
  ['in Python', 'python', `print u${bad}\nglobals()[u${bad}] = [u${bad}]\nauthenticated = u${bad}`],
] as const)('any result of a script can be stored: %s', async (_, language, script) => {
  const wanted = '*';
  const { durationMs, ...answer } = await running.ask({ language, script, wanted });
  const { authenticated, ...variables } = answer.variables;
  expect(durationMs).toBeGreaterThan(0);
  expect({ ...answer, variables }).toEqual(language === 'javascript' ? ended : { ...ended, variables });
  expect(authenticated).toBe(good);
});

test.each([
  ['javascript', `print(${bad}); throw new Error(${bad});`],
  ['python', `print u${bad}\nraise Exception(u${bad})`],
] as const)('and whatever it fails with: %s', async (language, script) => {
  const { error, output } = await running.ask({ language, script });
  expect([error?.message, output]).toEqual([good, `${good}\n`]);
});

test('output is not cut between the halves of a character', async () => {
  const { output } = await running.ask({ script: 'print("x" + "😀".repeat(40 * 1024));' });
  expect(output.isWellFormed()).toBe(true);
});

test('an input that is too large is refused before it is sent', async () => {
  const { error } = await running.ask({ inputs: { payload: 'x'.repeat(8 * 1024 * 1024) } });
  expect(error).toEqual({
    type: 'Error',
    message: 'the input of the script is larger than 8388608 bytes',
    line: null,
  });
});
